import type { PlanStep } from '#contract/owner/launch.ts';
import { DAY, MINUTE } from '#contract/time.ts';
import type { MailLimits } from '#server/base/mail-hosts.ts';
import { LOOK_MS, roomFor } from './warm-up.ts';

/** Days listed one by one; the others share one row. */
const DAYS_SHOWN = 5;

export type Plan = {
  people: number;
  opensAt: number;
  undoMs: number;
  wave: number;
  limits: Pick<MailLimits, 'mailsAMinute' | 'mailsADay'>;
};

/** A stretch of the first day at one pace: its start, and how many mails were sent before it. */
type Stretch = { at: number; aMinute: number; before: number };

/** Returns the planned steps if nobody asks to slow down. Later days repeat the first. */
export function planOf(plan: Plan): PlanStep[] {
  const { people, opensAt, undoMs, wave } = plan;
  const { mailsADay } = plan.limits;
  const firstAt = opensAt + undoMs;
  const today = Math.min(people, mailsADay);
  const stretches = stretchesOf(plan, firstAt, today);
  const isWave = wave > 0 && people > wave;
  const steps: PlanStep[] = [{ is: 'open', at: opensAt }];
  if (isWave) steps.push({ is: 'wave', at: firstAt, n: Math.min(wave, today) });
  for (const { at, aMinute } of stretches.slice(isWave ? 1 : 0)) steps.push({ is: 'pace', at, aMinute });
  if (people <= mailsADay) return [...steps, { is: 'done', at: timeOf(stretches, people) }];
  steps.push({ is: 'enough', at: timeOf(stretches, today), n: today });
  const days = Math.ceil(people / mailsADay);
  const shown = Math.min(days - 1, DAYS_SHOWN);
  for (let day = 1; day < shown; day += 1)
    steps.push({ is: 'next', at: firstAt + day * DAY, n: mailsADay, days: 1 });
  if (days - 1 > shown)
    steps.push({ is: 'next', at: firstAt + shown * DAY, n: mailsADay, days: days - 1 - shown });
  const rest = people - (days - 1) * mailsADay;
  const until = timeOf(stretches, rest) + (days - 1) * DAY;
  return [...steps, { is: 'rest', at: firstAt + (days - 1) * DAY, n: rest, until }];
}

function stretchesOf({ wave, limits, people }: Plan, firstAt: number, today: number): Stretch[] {
  const { mailsAMinute: maxPerMinute } = limits;
  if (wave === 0 || people <= wave) return [{ at: firstAt, aMinute: maxPerMinute, before: 0 }];
  const stretches: Stretch[] = [{ at: firstAt, aMinute: maxPerMinute, before: 0 }];
  const waveEnded = firstAt + (wave / maxPerMinute) * MINUTE;
  const standing = { wave, maxPerMinute, waveEnded, paceFrom: null, pace: 0 };
  let at = waveEnded + LOOK_MS;
  let before = wave;
  for (let last = 0; before < today && last < maxPerMinute;) {
    const { aMinute } = roomFor({ ...standing, now: at });
    if (aMinute !== last) stretches.push({ at, aMinute, before });
    last = aMinute;
    before += aMinute;
    at += MINUTE;
  }
  return stretches;
}

/** Returns when the n-th mail is sent. */
function timeOf(stretches: readonly Stretch[], n: number): number {
  const { at, aMinute, before } = stretches.findLast((one) => one.before < n) ?? {
    at: 0,
    aMinute: 1,
    before: 0,
  };
  return at + ((n - before) / aMinute) * MINUTE;
}
