import { useEffect, useRef, useState } from 'react';
import type { AnnouncementNow, Progress } from '#contract/owner/launch.ts';
import hidden from '#ui/hidden.module.css';
import { useAct } from '../api.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Acts, Button, TextButton } from '../parts/Button.tsx';
import { Cell, Grid } from '../parts/layout.tsx';
import { FormProblem } from '../parts/states.tsx';
import { useWords, type UseWords } from '../words.ts';
import { Arc } from './Arc.tsx';
import { Ledger } from './Ledger.tsx';
import { isSameDay, momentOf, namedMoment, timeIn } from './moments.ts';
import { Outward } from './Outward.tsx';
import { Paused } from './Paused.tsx';
import { Providers } from './Providers.tsx';
import { StopDialog } from './StopDialog.tsx';
import { pathOf, useServerTime } from './truth.ts';
import { Untold } from './Untold.tsx';
import styles from './launch.module.css';

/** The mails leave, or stand still for a while. Pause is one press; stop asks. */
export function Sending({ now }: { now: AnnouncementNow }) {
  const words = useWords();
  const { t, number, percent } = words;
  const time = useServerTime(now);
  const [isStopping, setStopping] = useState(false);
  const { progress, state, purpose, siteUrl } = now;
  if (progress === null) return <Paused now={now} onStop={null} />;
  const { sums } = progress;
  const isPaused = state === 'paused';
  const by = { owner: progress.armedBy, when: namedMoment(words, progress.armedAt, time) };
  const told = { n: sums.sent, total: sums.all };
  const share = percent(sums.all === 0 ? 0 : sums.sent / sums.all);
  return (
    <>
      <PageHead
        title={t(isPaused ? 'launch.paused.title' : 'launch.sending.title')}
        tab={t('launch.sending.tab', { percent: share })}
        over={t('launch.undo.by', by)}
        acts={purpose === 'launch' && <Outward href={siteUrl}>{t('launch.undo.site')}</Outward>}
      />
      <Arc
        now={now}
        number={number(sums.sent)}
        caption={t('launch.sending.told', { total: sums.all })}
        valueText={t(isPaused ? 'strip.paused' : 'launch.sending.announce', told)}
      />
      <Spoken {...told} />
      {isPaused ? (
        <Paused now={now} onStop={() => setStopping(true)} />
      ) : (
        <Going now={now} progress={progress} onStop={() => setStopping(true)} />
      )}
      <div className={styles.below}>
        <Grid>
          <Cell span={5}>
            <Ledger sums={sums} later={progress.later} />
          </Cell>
          <Cell span={7}>
            <Providers providers={progress.providers} />
          </Cell>
        </Grid>
      </div>
      <Untold now={now} sums={sums} />
      {isStopping && <StopDialog now={now} sums={sums} onClose={() => setStopping(false)} />}
    </>
  );
}

function Going({ now, progress, onStop }: { now: AnnouncementNow; progress: Progress; onStop: () => void }) {
  const words = useWords();
  const { t } = words;
  const pause = useAct(pathOf(now.purpose, '/pause'));
  return (
    <div className={styles.middle}>
      <p>
        {sayOutlook(words, progress, now.now)} {t('launch.sending.close')}
      </p>
      <FormProblem problem={pause.problem} />
      <Acts>
        <Button busy={pause.busy} onClick={() => void pause.send().catch(() => {})}>
          {t('launch.sending.pause')}
        </Button>
        <TextButton danger onClick={onStop}>
          {t('launch.sending.stop')}
        </TextButton>
      </Acts>
    </div>
  );
}

function sayOutlook(words: UseWords, { outlook, sums }: Progress, now: number): string {
  const { t } = words;
  const at = (time: number) => momentOf(words, time, now);
  if (outlook === null) return sums.all === 0 ? t('launch.sending.gathering') : '';
  switch (outlook.is) {
    case 'looking':
      return t('launch.sending.wave', { n: outlook.n, time: timeIn(words, outlook.until) });
    case 'enough':
      return t('launch.sending.day', { time: at(outlook.goesOnAt) });
    case 'going':
      return t('launch.sending.paceLast', { n: outlook.aMinute, time: at(outlook.lastAt) });
    case 'share': {
      const share = { n: outlook.aMinute, time: at(outlook.until), from: at(outlook.goesOnAt) };
      return isSameDay(outlook.lastAt, outlook.goesOnAt)
        ? t('launch.sending.pace', share)
        : t('launch.sending.paceMany', { ...share, day: words.short(outlook.lastAt) });
    }
  }
}

/** Each tenth is said aloud, and no more. */
function Spoken({ n, total }: { n: number; total: number }) {
  const { t } = useWords();
  const tenth = total === 0 ? 0 : Math.floor((10 * n) / total);
  const last = useRef(tenth);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (tenth > last.current) setSaid(t('launch.sending.announce', { n, total }));
    last.current = tenth;
  }, [tenth, n, total, t]);
  return (
    <p className={hidden.hidden} aria-live="polite">
      {said}
    </p>
  );
}
