import type { UseWords } from '../words.ts';
import type { Axis } from './shapes.ts';

/** Noon of a calendar day, `2026-11-20`, in the browser's time zone. */
export function noonOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12).getTime();
}

/** The axis of these days, with a label at both ends and at the start of each equal part. */
export function axisOf({ t, number, short }: UseWords, parts: number, days: readonly string[]): Axis {
  const last = days.length - 1;
  const step = Math.max(1, Math.ceil(last / parts));
  const label = (day: string, i: number) => {
    if (i === last) return t('common.today');
    return i === 0 || ((last - i) % step === 0 && i >= step / 2) ? short(noonOf(day)) : null;
  };
  return { number, labels: days.map(label) };
}
