import { useState } from 'react';
import type { PeopleFilter } from '#contract/owner/people.ts';
import { Button, TextButton } from '../parts/Button.tsx';
import { ChipButton } from '../parts/Chip.tsx';
import { Dialog, DialogActs } from '../parts/Dialog.tsx';
import { Select } from '../parts/Field.tsx';
import { CrossIcon } from '../parts/icons.tsx';
import { StateDot } from '../parts/StateDot.tsx';
import { useBooks } from '../books.ts';
import { useWords } from '../words.ts';
import { FILTER_KINDS, toggled, useChoices, valuesOf, valueWord, withValue } from './choices.ts';
import styles from './PeopleList.module.css';
import { ShowWord } from './ShowWord.tsx';

type Props = {
  filter: PeopleFilter;
  onChange: (filter: PeopleFilter) => void;
  onReset: () => void;
  onClose: () => void;
};

/** All filters in one sheet, for phones. */
export function FilterSheet({ filter, onChange, onReset, onClose }: Props) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<PeopleFilter | null>(null);
  const draft = { ...(chosen ?? filter), text: filter.text };
  return (
    <Dialog title={t('people.filters')} onClose={onClose}>
      <button className={styles.cross} type="button" aria-label={t('common.close')} onClick={onClose}>
        <CrossIcon />
      </button>
      <Groups draft={draft} onDraft={setChosen} />
      <DialogActs>
        <Button
          onClick={() => {
            onClose();
            onChange(draft);
          }}
        >
          <ShowWord chosen={chosen && draft} />
        </Button>
        <TextButton
          onClick={() => {
            onClose();
            onReset();
          }}
        >
          {t('people.filterReset')}
        </TextButton>
      </DialogActs>
    </Dialog>
  );
}

type DraftProps = { draft: PeopleFilter; onDraft: (draft: PeopleFilter) => void };

function Groups({ draft, onDraft }: DraftProps) {
  const words = useWords();
  const { t } = words;
  const sources = useChoices()?.sources ?? [];
  const books = useBooks();
  return (
    <>
      <fieldset className={styles.pick}>
        <legend className={styles.group}>{t('people.by.state')}</legend>
        {FILTER_KINDS.map((kind) => {
          const on = draft.kinds.includes(kind);
          return (
            <ChipButton key={kind} on={on} aria-pressed={on} onClick={() => onDraft(toggled(draft, kind))}>
              <StateDot state={kind}>{t(`people.state.${kind}`)}</StateDot>
            </ChipButton>
          );
        })}
      </fieldset>
      {(['language', 'book', 'newsletter'] as const).map((group) => (
        <fieldset key={group} className={styles.pick}>
          <legend className={styles.group}>{t(`people.by.${group}`)}</legend>
          {valuesOf(group, draft, { sources, books }).map((value) => {
            const on = draft[group] === value;
            return (
              <ChipButton
                key={value}
                on={on}
                aria-pressed={on}
                onClick={() => onDraft(withValue(draft, group, on ? null : value))}
              >
                {valueWord(words, books, group, value)}
              </ChipButton>
            );
          })}
        </fieldset>
      ))}
      <div className={styles.group}>
        <Select
          label={t('people.by.source')}
          value={draft.source ?? ''}
          onChange={({ currentTarget }) => onDraft(withValue(draft, 'source', currentTarget.value || null))}
        >
          <option value="">{t('people.all')}</option>
          {valuesOf('source', draft, { sources, books }).map((value) => (
            <option key={value} value={value}>
              {valueWord(words, books, 'source', value)}
            </option>
          ))}
        </Select>
      </div>
    </>
  );
}
