import { useState } from 'react';
import type { AnnouncementNow } from '#contract/owner/launch.ts';
import { useAct } from '../api.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Acts, TextButton } from '../parts/Button.tsx';
import { FormProblem } from '../parts/states.tsx';
import { useWords } from '../words.ts';
import { Arc } from './Arc.tsx';
import { cityOf, timeIn } from './moments.ts';
import { OpenDialog } from './OpenDialog.tsx';
import { Plan } from './Plan.tsx';
import { pathOf, useServerTime } from './truth.ts';
import styles from './launch.module.css';

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Set for an hour to come. Until then everything can be changed. */
export function Scheduled({ now }: { now: AnnouncementNow }) {
  const words = useWords();
  const { t, dayOfYear, clock } = words;
  const time = useServerTime(now);
  const [isOpening, setOpening] = useState(false);
  const cancel = useAct(pathOf(now.purpose, '/undo'));
  const { when, people: n } = now;
  if (when?.is !== 'at') return null;
  const left = Math.max(0, when.opensAt - time);
  const name = `${dayOfYear(when.opensAt)}, ${timeIn(words, when.opensAt, when.zone)} (${cityOf(words, when.zone)})`;
  const number =
    left >= DAY
      ? t('common.days', { n: Math.floor(left / DAY) })
      : left >= HOUR
        ? `${Math.floor(left / HOUR)}:${String(Math.floor((left % HOUR) / 60_000)).padStart(2, '0')} h`
        : clock(left);
  return (
    <>
      <PageHead title={t('launch.scheduled.title', { when: name })} tab={t('launch.title')} />
      <Arc
        now={now}
        number={number}
        caption={t('launch.scheduled.until')}
        valueText={t('launch.scheduled.title', { when: name })}
      />
      <div className={styles.middle}>
        <p>{t('launch.scheduled.text', { n })}</p>
        <FormProblem problem={cancel.problem} />
        <Acts>
          <TextButton busy={cancel.busy} onClick={() => void cancel.send().catch(() => {})}>
            {t('launch.scheduled.cancel')}
          </TextButton>
          <TextButton onClick={() => setOpening(true)}>{t('launch.scheduled.now')}</TextButton>
        </Acts>
      </div>
      <div className={styles.below}>
        <Plan steps={now.plan} zone={when.zone} isLaunch={now.purpose === 'launch'} />
      </div>
      {isOpening && <OpenDialog now={now} isNow onClose={() => setOpening(false)} />}
    </>
  );
}
