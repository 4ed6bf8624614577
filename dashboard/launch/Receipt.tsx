import { useMutation } from '@tanstack/react-query';
import type { Purpose } from '#contract/owner/launch.ts';
import { Acts, SmallButton } from '../parts/Button.tsx';
import { SaveIcon } from '../parts/SaveIcon.tsx';
import { FormProblem } from '../parts/states.tsx';
import { requestFile } from '../request.ts';
import { save } from '../save.ts';
import { useWords } from '../words.ts';
import { pathOf } from './announcement.ts';
import styles from './launch.module.css';

type Form = 'json' | 'csv';

/** Downloads the delivery report, as signed JSON or as CSV. */
export function Receipt({ purpose }: { purpose: Purpose }) {
  const { t } = useWords();
  const take = useMutation({
    mutationFn: async (form: Form) =>
      save(nameOf(purpose, form), await requestFile(pathOf(purpose, `/receipt/${form}`))),
  });
  const button = (form: Form) => (
    <SmallButton
      solid={form === 'json'}
      busy={take.isPending && take.variables === form}
      onClick={() => take.mutate(form)}
    >
      <SaveIcon /> {t(`launch.done.${form}`)}
    </SmallButton>
  );
  return (
    <>
      <p className={styles.note}>{t('launch.done.receiptText')}</p>
      <FormProblem problem={take.error} />
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
