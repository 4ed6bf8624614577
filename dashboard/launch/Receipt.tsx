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

/** Downloads the delivery report, as CSV. */
export function Receipt({ purpose }: { purpose: Purpose }) {
  const { t } = useWords();
  const take = useMutation({
    mutationFn: async () =>
      save(`receipt-${purpose.replace(':', '-')}.csv`, await requestFile(pathOf(purpose, '/receipt'))),
  });
  return (
    <>
      <p className={styles.note}>{t('launch.done.receiptText')}</p>
      <FormProblem problem={take.error} />
      <Acts>
        <SmallButton solid busy={take.isPending} onClick={() => take.mutate()}>
          <SaveIcon /> {t('launch.done.csv')}
        </SmallButton>
      </Acts>
    </>
  );
}
