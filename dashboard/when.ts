import { DAY } from '#contract/time.ts';
import type { UseWords } from './words.ts';

/** When something happened, as short as a list needs it: 10:24, yesterday, Mon, 16 Nov. */
export function whenOf({ t, time, weekday, short }: UseWords, at: number): string {
  const days = daysSince(at);
  if (days <= 0) return time(at);
  if (days === 1) return t('common.yesterday');
  return days < 7 ? weekday(at) : short(at);
}

/** Returns the number of midnights between then and now. */
export function daysSince(at: number): number {
  return Math.round((midnight(Date.now()) - midnight(at)) / DAY);
}

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
