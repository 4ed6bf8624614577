import { useState } from 'react';
import type { AnnouncementNow } from '#contract/owner/launch.ts';
import { useAct } from '../api.ts';
import { Acts, Button, TextButton } from '../parts/Button.tsx';
import { FormProblem } from '../parts/states.tsx';
import { useWords } from '../words.ts';
import { pathOf, textKeysOf } from './announcement.ts';
import { OpenDialog } from './OpenDialog.tsx';
import { LaunchPlan } from './LaunchPlan.tsx';
import layout from '../parts/layout.module.css';
import styles from './launch.module.css';

/** Shows a scheduled launch, and the button that cancels it. */
export function Scheduled({ now }: { now: AnnouncementNow }) {
  const { t } = useWords();
  const [isOpening, setOpening] = useState(false);
  const cancel = useAct(pathOf(now.purpose, '/undo'));
  const { when, people: n } = now;
  if (when?.is !== 'at') return null;
  return (
    <>
      <div className={styles.middle}>
        <p>{t('launch.scheduled.text', { n })}</p>
        <FormProblem problem={cancel.problem} />
        <Acts>
          <Button busy={cancel.busy} onClick={() => void cancel.send().catch(() => {})}>
            {t('launch.scheduled.cancel')}
          </Button>
          <TextButton onClick={() => setOpening(true)}>{t(`${textKeysOf(now.purpose)}.now`)}</TextButton>
        </Acts>
      </div>
      <div className={layout.part}>
        <LaunchPlan steps={now.plan} zone={when.zone} now={now} />
      </div>
      {isOpening && <OpenDialog now={now} isNow onClose={() => setOpening(false)} />}
    </>
  );
}
