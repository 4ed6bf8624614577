import type { UseWords } from './words.ts';

const DAY = 86_400_000;

/** When something came, as short as a list needs it: 10:24, yesterday, Mon, 16 Nov. */
export function whenOf({ t, time, weekday, short }: UseWords, at: number, now = Date.now()): string {
  const days = Math.round((midnight(now) - midnight(at)) / DAY);
  if (days <= 0) return time(at);
  if (days === 1) return t('common.yesterday');
  return days < 7 ? weekday(at) : short(at);
}

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
