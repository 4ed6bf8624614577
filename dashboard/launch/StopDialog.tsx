import type { AnnouncementNow, Sums } from '#contract/owner/launch.ts';
import { useAct } from '../api.ts';
import { Button, TextButton } from '../parts/Button.tsx';
import { Dialog, DialogActs } from '../parts/Dialog.tsx';
import { FormProblem } from '../parts/states.tsx';
import { useWords } from '../words.ts';
import { pathOf } from './truth.ts';

type Props = { now: AnnouncementNow; sums: Sums; onClose: () => void };

/** For good: says how many stay untold. */
export function StopDialog({ now, sums, onClose }: Props) {
  const { t } = useWords();
  const stop = useAct(pathOf(now.purpose, '/stop'), { goesOn: false });
  return (
    <Dialog title={t('launch.sending.stopTitle')} onClose={onClose}>
      <p>{t('launch.sending.stopText', { n: sums.waiting, told: sums.sent })}</p>
      <FormProblem problem={stop.problem} />
      <DialogActs>
        <Button
          danger
          busy={stop.busy}
          onClick={() =>
            void stop
              .send()
              .then(onClose)
              .catch(() => {})
          }
        >
          {t('launch.sending.stopButton')}
        </Button>
        <TextButton onClick={onClose}>{t('launch.sending.stopKeep')}</TextButton>
      </DialogActs>
    </Dialog>
  );
}
