import { useState } from 'react';
import type { Purpose } from '#contract/owner/launch.ts';
import { Acts, SmallButton } from '../parts/Button.tsx';
import { SaveIcon } from '../parts/icons.tsx';
import { FormProblem } from '../parts/states.tsx';
import { requestFile } from '../request.ts';
import { save } from '../save.ts';
import { useWords } from '../words.ts';
import { pathOf } from './announcement.ts';
import styles from './launch.module.css';

type Form = 'json' | 'csv';

/** Signed, or as a table. */
export function Receipt({ purpose }: { purpose: Purpose }) {
  const { t } = useWords();
  const [busy, setBusy] = useState<Form | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  async function take(form: Form) {
    setBusy(form);
    setProblem(null);
    try {
      save(nameOf(purpose, form), await requestFile(pathOf(purpose, `/receipt/${form}`)));
    } catch (error) {
      setProblem(error);
    }
    setBusy(null);
  }
  const button = (form: Form) => (
    <SmallButton solid={form === 'json'} busy={busy === form} onClick={() => void take(form)}>
      <SaveIcon /> {t(`launch.done.${form}`)}
    </SmallButton>
  );
  return (
    <>
      <p className={styles.note}>{t('launch.done.receiptText')}</p>
      <FormProblem problem={problem} />
      <Acts>
        {button('json')}
        {button('csv')}
      </Acts>
    </>
  );
}

function nameOf(purpose: Purpose, form: Form): string {
  return `receipt-${purpose.replace(':', '-')}.${form === 'json' ? 'jsonl' : 'csv'}`;
}
