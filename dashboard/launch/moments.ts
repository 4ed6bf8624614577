import type { UseWords } from '../words.ts';

type Time = Pick<UseWords, 'locale' | 't' | 'short'>;

export const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** 09:00 in the given zone; the browser's if none is given. */
export function timeIn({ locale }: Pick<UseWords, 'locale'>, at: number, zone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    ...(zone && { timeZone: zone }),
  }).format(at);
}

const KNOWN = {
  'Europe/Lisbon': 'lisbon',
  'Atlantic/Azores': 'azores',
  'America/Sao_Paulo': 'saopaulo',
  'Europe/London': 'london',
} as const;

/** Lisbon, from `Europe/Lisbon`. */
export function cityOf({ t }: Pick<UseWords, 't'>, zone: string): string {
  const known = KNOWN[zone as keyof typeof KNOWN] as (typeof KNOWN)[keyof typeof KNOWN] | undefined;
  return known ? t(`launch.when.zones.${known}`) : (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** 2026-12-01 in the given zone. */
export function isoDayIn(at: number, timeZone?: string): string {
  return new Intl.DateTimeFormat('sv', { dateStyle: 'short', ...(timeZone && { timeZone }) }).format(at);
}

/** Tuesday, 1 December, in the given zone. */
export function longDayIn({ locale }: Pick<UseWords, 'locale'>, at: number, timeZone: string): string {
  const form = { weekday: 'long', day: 'numeric', month: 'long', timeZone } as const;
  return new Intl.DateTimeFormat(locale, form).format(at);
}

/** Tue, for the day in the given zone. */
export function weekdayIn({ weekday }: Pick<UseWords, 'weekday'>, at: number, zone?: string): string {
  return weekday(new Date(`${isoDayIn(at, zone)}T12:00`).getTime());
}

/** The time in one zone, with its weekday if the day differs from that of the other. */
export function timeBeside(words: UseWords, at: number, one: string, other: string): string {
  const time = timeIn(words, at, one);
  return isoDayIn(at, one) === isoDayIn(at, other) ? time : `${weekdayIn(words, at, one)} ${time}`;
}

/** `09:00` today, otherwise with its date: `2 Dec, 09:57`. */
export function momentOf(words: Time, at: number, now: number): string {
  const time = timeIn(words, at);
  return isSameDay(at, now) ? time : `${words.short(at)}, ${time}`;
}

/** `today, 09:00`, or with the date. */
export function namedMoment(words: Time, at: number, now: number): string {
  return isSameDay(at, now) ? `${words.t('common.today')}, ${timeIn(words, at)}` : momentOf(words, at, now);
}

export function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/** Tomorrow, or the date. */
export function dayNamed(words: UseWords, at: number, now: number): string {
  if (isSameDay(at, now)) return words.capital(words.t('common.today'));
  if (isSameDay(at, now + 86_400_000)) return words.capital(words.t('common.tomorrow'));
  return words.short(at);
}
