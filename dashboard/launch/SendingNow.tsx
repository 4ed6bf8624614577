import { sayPace } from './say-pace.ts';
import { useEffect, useRef, useState } from 'react';
import type { AnnouncementNow, Progress } from '#contract/owner/launch.ts';
import hidden from '#ui/hidden.module.css';
import { useAct } from '../api.ts';
import { sayRefused } from '../mails/say-refused.ts';
import { Button, TextButton } from '../parts/Button.tsx';
import { Cell, Grid } from '../parts/layout.tsx';
import { FormProblem } from '../parts/states.tsx';
import { useWords, type UseWords } from '../words.ts';
import { pathOf } from './announcement.ts';
import { Ledger } from './Ledger.tsx';
import { isSameDay, momentOf, timeIn } from './moments.ts';
import { Paused } from './Paused.tsx';
import { ProviderProgress } from './ProviderProgress.tsx';
import { StopDialog } from './StopDialog.tsx';
import { NotReachedList, UNTOLD } from './NotReachedList.tsx';
import layout from '../parts/layout.module.css';
import styles from './launch.module.css';

/** Shows the mails being sent, or paused. Pausing takes one press; stopping asks first. */
export function SendingNow({ now }: { now: AnnouncementNow }) {
  const [isStopping, setStopping] = useState(false);
  const { progress } = now;
  if (progress === null)
    return (
      <div className={layout.part}>
        <Paused now={now} onStop={null} />
      </div>
    );
  const { sums } = progress;
  // The recipients behind the reason for the pause, listed beside it.
  const asked = UNTOLD.filter((state) => state === now.reason?.why);
  const ledger = <Ledger sums={sums} later={progress.later} />;
  return (
    <>
      <Spoken n={sums.sent} total={sums.all} />
      {now.state === 'paused' ? (
        <>
          <div className={layout.part}>
            <Grid>
              <Cell span={7}>
                <Paused now={now} onStop={() => setStopping(true)} />
                <NotReachedList now={now} sums={sums} states={asked} />
              </Cell>
              <Cell span={5}>{ledger}</Cell>
            </Grid>
          </div>
          <ProviderProgress providers={progress.providers} />
        </>
      ) : (
        <>
          <Going now={now} progress={progress} onStop={() => setStopping(true)} />
          <div className={layout.part}>
            <Grid>
              <Cell span={5}>{ledger}</Cell>
              <Cell span={7}>
                <ProviderProgress providers={progress.providers} />
              </Cell>
            </Grid>
          </div>
        </>
      )}
      <NotReachedList now={now} sums={sums} states={UNTOLD.filter((state) => !asked.includes(state))} />
      {isStopping && <StopDialog now={now} sums={sums} onClose={() => setStopping(false)} />}
    </>
  );
}

function Going({ now, progress, onStop }: { now: AnnouncementNow; progress: Progress; onStop: () => void }) {
  const words = useWords();
  const { t } = words;
  const pause = useAct(pathOf(now.purpose, '/pause'));
  return (
    <>
      <div className={styles.reach}>
        <Button busy={pause.busy} onClick={() => void pause.send().catch(() => {})}>
          {t('launch.sending.pause')}
        </Button>
        <TextButton danger onClick={onStop}>
          {t('launch.sending.stop')}
        </TextButton>
      </div>
      <div className={styles.middle}>
        <FormProblem problem={pause.problem} />
        <p>
          {sayOutlook(words, progress, now.now)} {t('launch.sending.close')}
        </p>
      </div>
    </>
  );
}

function sayOutlook(words: UseWords, { outlook, sums }: Progress, now: number): string {
  const { t } = words;
  const at = (time: number) => momentOf(words, time, now);
  if (outlook === null) {
    if (sums.all === 0) return t('launch.sending.preparing');
    return sums.started > 0 ? t('launch.sending.ending', { n: sums.started }) : '';
  }
  switch (outlook.is) {
    case 'looking':
      return t('launch.sending.wave', { n: outlook.n, time: timeIn(words, outlook.until) });
    case 'enough':
      return t('launch.sending.day', { time: at(outlook.goesOnAt) });
    case 'refused':
      return sayRefused(words, outlook);
    case 'going':
      return t('launch.sending.paceLast', {
        pace: sayPace(words, outlook.aMinute),
        time: at(outlook.lastAt),
      });
    case 'share': {
      const share = {
        pace: sayPace(words, outlook.aMinute),
        time: at(outlook.until),
        from: at(outlook.goesOnAt),
      };
      return isSameDay(outlook.lastAt, outlook.goesOnAt)
        ? t('launch.sending.pace', share)
        : t('launch.sending.paceMany', { ...share, day: words.short(outlook.lastAt) });
    }
  }
}

/** Announces each tenth to screen readers, and no more. */
function Spoken({ n, total }: { n: number; total: number }) {
  const { t } = useWords();
  const tenth = total === 0 ? 0 : Math.floor((10 * n) / total);
  const last = useRef(tenth);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (tenth > last.current) setSaid(t('launch.underWay.sending', { n, total }));
    last.current = tenth;
  }, [tenth, n, total, t]);
  return (
    <p className={hidden.hidden} aria-live="polite">
      {said}
    </p>
  );
}
