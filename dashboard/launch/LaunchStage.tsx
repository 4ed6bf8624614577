import type { ReactNode } from 'react';
import { bookOf } from '#contract/books.ts';
import { type AnnouncementNow, endedOf, type Progress } from '#contract/owner/launch.ts';
import { DAY, HOUR } from '#contract/time.ts';
import { useBooks, type Books as TitledBooks } from '../books.ts';
import { PageHead } from '../frame/PageHead.tsx';
import layout from '../parts/layout.module.css';
import { useWords, type UseWords } from '../words.ts';
import { homeOf, missedIn, useServerTime, textKeysOf } from './announcement.ts';
import { LaunchArc } from './Arc.tsx';
import { Before, Books } from './Before.tsx';
import { LaunchDone } from './LaunchDone.tsx';
import { cityOf, longDayIn, namedMoment, OWN_ZONE, timeBeside } from './moments.ts';
import { Outward } from './Outward.tsx';
import { Scheduled } from './Scheduled.tsx';
import { SendingNow } from './SendingNow.tsx';
import { Undo } from './Undo.tsx';

/** Time zones of the recipients. */
const ZONES = ['Europe/Lisbon', 'America/Sao_Paulo', 'Europe/London'];

/** The announcement's state: one heading and one arc for all stages, so that the bob moves between them. */
export function LaunchStage({ now }: { now: AnnouncementNow }) {
  return (
    <>
      <Top now={now} />
      <Below now={now} />
      {now.purpose === 'launch' && now.state !== 'draft' && (
        <div className={layout.part}>
          <Books />
        </div>
      )}
    </>
  );
}

function Below({ now }: { now: AnnouncementNow }) {
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

function Top({ now }: { now: AnnouncementNow }) {
  const words = useWords();
  const books = useBooks();
  const time = useServerTime(now);
  const { progress, siteUrl, purpose, state } = now;
  const { number, caption, valueText, ...head } =
    progress === null ? sayHeld(words, books, now, time) : sayOpen(words, now, progress, time);
  return (
    <>
      <PageHead
        {...head}
        stage={state}
        acts={
          progress !== null &&
          purpose === 'launch' && <Outward href={siteUrl}>{words.t('nav.seeSite')}</Outward>
        }
      />
      <LaunchArc now={now} time={time} number={number} caption={caption} valueText={valueText} />
    </>
  );
}

/** Before the launch. */
function sayHeld(words: UseWords, { titleOf }: TitledBooks, now: AnnouncementNow, time: number): Said {
  const { t, number } = words;
  const { people, purpose, state, when } = now;
  if (state === 'scheduled' && when?.is === 'at') {
    const { opensAt, zone } = when;
    const title = t('launch.scheduled.title', { when: longDayIn(words, opensAt, zone) });
    const over = [...new Set([zone, OWN_ZONE, ...ZONES])]
      .map((one) => `${cityOf(words, one)} ${timeBeside(words, opensAt, one, zone)}`)
      .join(', ');
    return {
      title,
      over,
      tab: t('nav.launch'),
      number: untilThen(words, Math.max(0, opensAt - time)),
      caption: t('launch.scheduled.until'),
      valueText: `${title} ${over}`,
    };
  }
  const waiting = {
    number: number(people),
    caption: t('launch.before.waiting', { n: people }),
    valueText: t('launch.arcHeld'),
  };
  if (state === 'paused') return { title: t('launch.paused.title'), ...waiting };
  if (purpose === 'launch') return { title: t('nav.launch'), ...waiting };
  const book = titleOf(bookOf(purpose) ?? '');
  return {
    title: t('launch.before.titleBook', { book }),
    back: { href: homeOf('launch'), page: t('nav.launch') },
    ...waiting,
  };
}

function untilThen({ clock }: UseWords, left: number): string {
  if (left >= DAY) return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / HOUR)} h`;
  if (left < HOUR) return clock(left);
  return `${Math.floor(left / HOUR)}:${String(Math.floor((left % HOUR) / 60_000)).padStart(2, '0')} h`;
}

function sayOpen(words: UseWords, now: AnnouncementNow, progress: Progress, time: number): Said {
  const { t, clock, number, percent } = words;
  const { state, purpose } = now;
  const { sums, armedBy, armedAt } = progress;
  const by = t('launch.undo.by', { owner: armedBy, when: namedMoment(words, armedAt, time) });
  if (state === 'undo') {
    const left = clock(Math.max(0, progress.undoUntil - time));
    return {
      title: t(`${textKeysOf(purpose)}.opened`),
      tab: t('launch.undo.tab', { clock: left }),
      over: by,
      number: <span role="timer">{left}</span>,
      caption: t('launch.undo.left'),
      valueText: t('launch.undo.announce', { clock: left }),
    };
  }
  if (state === 'done' || state === 'stopped') return sayOver(words, now, progress);
  const isPaused = state === 'paused';
  return {
    title: t(isPaused ? 'launch.paused.title' : 'launch.sending.title'),
    tab: t('launch.sending.tab', { percent: percent(sums.all === 0 ? 0 : sums.sent / sums.all) }),
    over: by,
    number: number(sums.sent),
    caption: t('launch.sending.told', { total: sums.all }),
    valueText: t(isPaused ? 'strip.paused' : 'strip.sending', { n: sums.sent, total: sums.all }),
  };
}

function sayOver(words: UseWords, { state, now }: AnnouncementNow, progress: Progress): Said {
  const { t, number, short, time } = words;
  const { sums, sendingAt, armedAt, endedAt } = progress;
  const moment = (at: number) => `${short(at)}, ${time(at)}`;
  const told = { number: number(sums.sent), caption: t('launch.done.told', { n: sums.sent }) };
  if (state === 'stopped') {
    const text = t('launch.done.stopped', { n: sums.sent, rest: sums.all - sums.sent });
    return { ...told, title: t('launch.done.titleStopped'), over: text, valueText: text };
  }
  const span = t('launch.done.text', { from: moment(sendingAt ?? armedAt), to: moment(endedAt ?? now) });
  const missed = missedIn(sums);
  if (missed.length === 0)
    return { ...told, title: t('launch.done.title'), over: span, valueText: t('launch.arcDone') };
  const title = t('launch.done.titleOf', { n: sums.sent, total: endedOf(sums) - sums.skipped });
  const why = missed.map((end) => `${t(`launch.sending.${end}`)}: ${number(sums[end])}.`);
  return { ...told, title, over: [...why, span].join(' '), valueText: title };
}
