import { useState } from 'react';
import { EXPORT_FORMS, type ExportForm, type PeopleFilter, writeFilter } from '#contract/owner/people.ts';
import { useAct } from '../api.ts';
import { Button, TextButton } from '../parts/Button.tsx';
import { Choice, Tick } from '../parts/Choice.tsx';
import { Dialog, DialogActs, DialogNote } from '../parts/Dialog.tsx';
import { FormProblem } from '../parts/states.tsx';
import { toast } from '../parts/toasts.ts';
import { download } from '../save.ts';
import { useBooks, type Books } from '../books.ts';
import { useWords, type UseWords } from '../words.ts';
import { GROUPS, valueWord } from './choices.ts';
import styles from './Person.module.css';
import { useCount } from './use-people.ts';

/** Exports the people shown. The browser writes the file to disk as it arrives, however long it is. */
export function ExportDialog({ filter, onClose }: { filter: PeopleFilter; onClose: () => void }) {
  const words = useWords();
  const { t } = words;
  const [form, setForm] = useState<ExportForm>('sheet');
  const [proof, setProof] = useState(false);
  const [all, setAll] = useState(false);
  const { send, busy, problem } = useAct<{ path: string }>('/people/export', { retryAfterSignIn: false });
  const shown = useCount(filter);
  const isConfirmed = filter.kinds.length === 0 || filter.kinds.includes('confirmed');
  const sent: PeopleFilter = { ...filter, kinds: ['confirmed'], ...(!all && { newsletter: 'yes' }) };
  const exported = useCount(form === 'sheet' ? filter : isConfirmed ? sent : null);
  const { n, isExact } = form === 'sheet' || isConfirmed ? (exported ?? NOBODY) : NOBODY;
  const filters = filtersIn(words, useBooks(), filter);

  async function take() {
    const { path } = await send({ filter: writeFilter(filter), form, proof, all });
    download(`/api/owner${path}`);
    onClose();
    toast(t('export.done'));
  }
  return (
    <Dialog title={t('export.title')} onClose={onClose}>
      {shown && <p>{t(shown.isExact ? 'export.text' : 'export.textMore', { n: shown.n })}</p>}
      <p className={styles.filters}>
        {filters === '' ? t('export.everybody') : t('export.filters', { filters })}
      </p>
      <fieldset className={styles.choices}>
        <legend>{t('export.forWhat')}</legend>
        {EXPORT_FORMS.map((one) => (
          <Choice
            key={one}
            name="form"
            title={t(`export.${one}`)}
            text={t(`export.${one}Text`)}
            checked={form === one}
            onChange={() => setForm(one)}
          />
        ))}
      </fieldset>
      {form !== 'sheet' && (
        <Tick bare title={t('export.all')} text={t('export.allText')} checked={all} onChange={setAll} />
      )}
      <Tick bare title={t('export.proof')} checked={proof} onChange={setProof} />
      <FormProblem problem={problem} />
      <DialogActs>
        <Button busy={busy} off={n === 0} onClick={() => void take().catch(() => {})}>
          {t(isExact ? 'export.button' : 'export.buttonMore', { n })}
        </Button>
        <TextButton onClick={onClose}>{t('common.cancel')}</TextButton>
      </DialogActs>
      <DialogNote>
        {n === 0 && exported !== undefined
          ? t(form === 'sheet' || all ? 'export.nobody' : 'export.nobodyNews')
          : `${t('export.warn')} ${t('export.log')}`}
      </DialogNote>
    </Dialog>
  );
}

const NOBODY = { n: 0, isExact: true };

function filtersIn(words: UseWords, books: Books, filter: PeopleFilter): string {
  const values = GROUPS.flatMap((group) => {
    const value = filter[group];
    return value === null ? [] : [valueWord(words, books, group, value)];
  });
  const text = filter.text === '' ? [] : [`“${filter.text}”`];
  return [...text, ...filter.kinds.map((kind) => words.t(`people.state.${kind}`)), ...values].join(', ');
}
