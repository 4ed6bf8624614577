import { useState, type ReactNode } from 'react';
import { type AnnouncementNow, endedOf } from '#contract/owner/launch.ts';
import { Swing, type Bob, type SwingMove } from '../parts/Swing.tsx';
import { useWords } from '../words.ts';
import { missedIn, effectKeysOf, textKeysOf } from './announcement.ts';
import { dayNamed, momentOf, timeIn } from './moments.ts';

type Props = { now: AnnouncementNow; time: number; number: ReactNode; caption: ReactNode; valueText: string };

/** With reduced motion the bob jumps every ten seconds. */
const STILL_MS = 10_000;

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Draws how far the launch is: not launched at the left end, first mail at the lowest point, all sent at the right end. */
export function LaunchArc({ now, time, number, caption, valueText }: Props) {
  const words = useWords();
  const { t } = words;
  const { progress, purpose, state } = now;
  const of = textKeysOf(purpose);
  const open = progress === null ? null : momentOf(words, progress.armedAt, time);
  const isAll = state !== 'done' || progress === null || missedIn(progress.sums).length === 0;
  const mails = progress && (progress.sendingAt ?? progress.undoUntil);
  return (
    <Swing
      t={placeOf(now, isStill() ? Math.floor(time / STILL_MS) * STILL_MS : time)}
      bob={bobOf(state)}
      move={useMove(state)}
      label={t('launch.arcLabel')}
      valueText={valueText}
      number={number}
      caption={caption}
      points={[
        open === null
          ? { name: t(`${of}.notYet`), text: t(`${of}.held`) }
          : { name: open, text: t(`${effectKeysOf(now)}.opens`) },
        mails === null
          ? { name: t('launch.arcMails'), text: t('launch.arcMailsText') }
          : { name: timeIn(words, mails), text: t('launch.arcMails') },
        {
          name: endOf(now, words, time) ?? t(`${of}.all`),
          text: endOf(now, words, time) === null ? '' : t(isAll ? `${of}.all` : 'launch.done.ended'),
        },
      ]}
    />
  );
}

/** The bob's move from the previous state to this one. */
function useMove(state: AnnouncementNow['state']): SwingMove | undefined {
  const [seen, setSeen] = useState<{ state: typeof state; move?: SwingMove | undefined }>({ state });
  if (seen.state !== state) setSeen({ state, move: moveTo(state) });
  return seen.move;
}

function moveTo(state: AnnouncementNow['state']): SwingMove | undefined {
  if (state === 'undo') return 'go';
  if (state === 'draft') return 'back';
  return state === 'done' ? 'rest' : undefined;
}

function bobOf(state: AnnouncementNow['state']): Bob {
  return state === 'paused' || state === 'stopped' ? state : 'full';
}

function placeOf({ progress, state, undoMs }: AnnouncementNow, time: number): number {
  if (progress === null) return 0;
  const { sums, sendingAt, undoUntil } = progress;
  if (sendingAt === null) {
    const left = Math.max(0, undoUntil - time);
    return undoMs === 0 ? 0.5 : 0.5 * (1 - Math.min(1, left / undoMs));
  }
  if (state === 'done') return 1;
  return sums.all === 0 ? 0.5 : 0.5 + (0.5 * endedOf(sums)) / sums.all;
}

function endOf(
  { progress, state, plan }: AnnouncementNow,
  words: ReturnType<typeof useWords>,
  time: number,
): string | null {
  if (progress === null) return null;
  if (state === 'undo') {
    const last = plan.at(-1);
    return last === undefined ? null : dayNamed(words, 'until' in last ? last.until : last.at, time);
  }
  if (state === 'done' && progress.endedAt !== null) return momentOf(words, progress.endedAt, time);
  const { outlook } = progress;
  if (outlook === null || !('lastAt' in outlook)) return null;
  return dayNamed(words, outlook.lastAt, time);
}
