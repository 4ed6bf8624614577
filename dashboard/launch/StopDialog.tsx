import type { AnnouncementNow, Sums } from '#contract/owner/launch.ts';
import { useAct } from '../api.ts';
import { AskDialog } from '../parts/AskDialog.tsx';
import { useWords } from '../words.ts';
import { pathOf } from './announcement.ts';

type Props = { now: AnnouncementNow; sums: Sums; onClose: () => void };

/** Asks before sending is stopped for good, and says how many recipients will get no mail. */
export function StopDialog({ now, sums, onClose }: Props) {
  const { t } = useWords();
  const stop = useAct(pathOf(now.purpose, '/stop'), { retryAfterSignIn: false });
  return (
    <AskDialog
      title={t('launch.sending.stopTitle')}
      yes={t('launch.sending.stopButton')}
      no={t('launch.sending.stopKeep')}
      danger
      act={stop}
      onYes={() => stop.send().then(onClose)}
      onClose={onClose}
    >
      <p>{t('launch.sending.stopText', { n: sums.waiting, told: sums.sent })}</p>
    </AskDialog>
  );
}
