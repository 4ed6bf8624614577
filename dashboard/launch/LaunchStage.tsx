import type { ReactNode } from 'react';
import { type AnnouncementNow, endedOf, type Progress } from '#contract/owner/launch.ts';
import { DAY, HOUR } from '#contract/time.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { useWords, type UseWords } from '../words.ts';
import { missedIn, useServerTime, useTitle, textKeysOf, wayFromHome } from './announcement.ts';
import { LaunchArc } from './Arc.tsx';
import { Before } from './Before.tsx';
import { LaunchDone } from './LaunchDone.tsx';
import { cityOf, longDayIn, namedMoment, OWN_ZONE, timeBeside } from './moments.ts';
import { Scheduled } from './Scheduled.tsx';
import { SendingNow } from './SendingNow.tsx';
import { Undo } from './Undo.tsx';
import styles from './launch.module.css';

/** Time zones of the recipients. */
const ZONES = ['Europe/Lisbon', 'America/Sao_Paulo', 'Europe/London'];

/** The announcement's state: one heading and one arc for all stages, so that the bob moves between them. */
export function LaunchStage({
  now,
  acts,
  below,
}: {
  now: AnnouncementNow;
  acts: ReactNode;
  below: ReactNode;
}) {
  const { t } = useWords();
  return (
    <>
      <Top now={now} acts={acts} />
      <Stage now={now} />
      {below}
      {now.state === 'draft' && now.purpose !== 'launch' && (
        <p className={styles.who}>{t(`${textKeysOf(now.purpose)}.who`)}</p>
      )}
    </>
  );
}

function Stage({ now }: { now: AnnouncementNow }) {
  switch (now.state) {
    case 'draft':
      return <Before now={now} />;
    case 'scheduled':
      return <Scheduled now={now} />;
    case 'undo':
      return <Undo now={now} />;
    case 'sending':
    case 'paused':
      return <SendingNow now={now} />;
    case 'done':
    case 'stopped':
      return <LaunchDone now={now} />;
  }
}

type Said = {
  title: string;
  tab?: string;
  over?: string;
  back?: { href: string; page: string };
  /** Shown inside the arc. */
  number: ReactNode;
  caption: string;
  /** The same for screen readers. */
  valueText: string;
};

function Top({ now, acts }: { now: AnnouncementNow; acts: ReactNode }) {
  const words = useWords();
  const title = useTitle(now);
  const time = useServerTime(now);
  const { progress, state } = now;
  const { number, caption, valueText, ...head } =
    progress === null ? sayHeld(words, title, now, time) : sayOpen(words, title, { now, progress }, time);
  return (
    <>
      <PageHead {...head} stage={state} acts={acts} />
      <LaunchArc now={now} time={time} number={number} caption={caption} valueText={valueText} />
    </>
  );
}

/** Before it starts. */
function sayHeld(words: UseWords, title: string, now: AnnouncementNow, time: number): Said {
  const { t, number } = words;
  const { people, purpose, state, when } = now;
  const of = textKeysOf(purpose);
  if (state === 'scheduled' && when?.is === 'at') {
    const { opensAt, zone } = when;
    const scheduled = t('launch.scheduled.title', { when: longDayIn(words, opensAt, zone) });
    const over = [...new Set([zone, OWN_ZONE, ...ZONES])]
      .map((one) => `${cityOf(words, one)} ${timeBeside(words, opensAt, one, zone)}`)
      .join(', ');
    return {
      title: scheduled,
      over,
      tab: t(`${of}.title`, { title }),
      number: untilThen(words, Math.max(0, opensAt - time)),
      caption: t(`${of}.until`),
      valueText: `${scheduled} ${over}`,
    };
  }
  const waiting = {
    number: number(people),
    caption: t(`${of}.waiting`, { n: people }),
    valueText: t(`${of}.notYet`),
  };
  if (state === 'paused') return { title: t('launch.paused.title'), ...waiting };
  const back = wayFromHome(words, now);
  return { title: t(`${of}.title`, { title }), ...(back && { back }), ...waiting };
}

function untilThen({ clock }: UseWords, left: number): string {
  if (left >= DAY) return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / HOUR)} h`;
  if (left < HOUR) return clock(left);
  return `${Math.floor(left / HOUR)}:${String(Math.floor((left % HOUR) / 60_000)).padStart(2, '0')} h`;
}

type Open = { now: AnnouncementNow; progress: Progress };

function sayOpen(words: UseWords, title: string, { now, progress }: Open, time: number): Said {
  const { t, clock, number, percent } = words;
  const { state, purpose } = now;
  const { sums, armedBy, armedAt } = progress;
  const by = t('launch.undo.by', { owner: armedBy, when: namedMoment(words, armedAt, time) });
  if (state === 'undo') {
    const left = clock(Math.max(0, progress.undoUntil - time));
    return {
      title: t(`${textKeysOf(purpose)}.opened`, { title }),
      tab: t('launch.undo.tab', { clock: left }),
      over: by,
      number: <span role="timer">{left}</span>,
      caption: t('launch.undo.left'),
      valueText: t('launch.undo.announce', { clock: left }),
    };
  }
  if (state === 'done' || state === 'stopped') return sayOver(words, title, { now, progress });
  const isPaused = state === 'paused';
  return {
    title: t(isPaused ? 'launch.paused.title' : 'launch.sending.title'),
    tab: t('launch.sending.tab', { percent: percent(sums.all === 0 ? 0 : sums.sent / sums.all) }),
    over: by,
    number: number(sums.sent),
    caption: t('launch.sending.told', { total: sums.all }),
    valueText: t(isPaused ? 'launch.underWay.paused' : 'launch.underWay.sending', {
      n: sums.sent,
      total: sums.all,
    }),
  };
}

function sayOver(words: UseWords, title: string, { now, progress }: Open): Said {
  const { t, number, short, time } = words;
  const { state, purpose } = now;
  const of = textKeysOf(purpose);
  const { sums, sendingAt, armedAt, endedAt } = progress;
  const moment = (at: number) => `${short(at)}, ${time(at)}`;
  const told = { number: number(sums.sent), caption: t('launch.done.told', { n: sums.sent }) };
  if (state === 'stopped') {
    const text = t('launch.done.stopped', { n: sums.sent, rest: sums.all - sums.sent });
    return { ...told, title: t('launch.done.titleStopped'), over: text, valueText: text };
  }
  const span = t('launch.done.text', { from: moment(sendingAt ?? armedAt), to: moment(endedAt ?? now.now) });
  const missed = missedIn(sums);
  if (missed.length === 0)
    return { ...told, title: t(`${of}.done`, { title }), over: span, valueText: t(`${of}.all`) };
  const partly = t(`${of}.partly`, { title, n: sums.sent, total: endedOf(sums) - sums.skipped });
  const why = missed.map((end) => `${t(`launch.sending.${end}`)}: ${number(sums[end])}.`);
  return { ...told, title: partly, over: [...why, span].join(' '), valueText: partly };
}
