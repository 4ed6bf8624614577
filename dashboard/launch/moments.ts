import type { UseWords } from '../words.ts';

type Time = Pick<UseWords, 'locale' | 't' | 'short'>;

/** 09:00 as it is in that zone; the browser's where none is given. */
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

/** Lisbon, of `Europe/Lisbon`. */
export function cityOf({ t }: Pick<UseWords, 't'>, zone: string): string {
  const known = KNOWN[zone as keyof typeof KNOWN] as (typeof KNOWN)[keyof typeof KNOWN] | undefined;
  return known ? t(`launch.when.zones.${known}`) : (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** 09:00 today, else with its day: `2 Dec, 09:57`. */
export function momentOf(words: Time, at: number, now: number): string {
  const time = timeIn(words, at);
  return isSameDay(at, now) ? time : `${words.short(at)}, ${time}`;
}

/** `today, 09:00`, or with the day. */
export function namedMoment(words: Time, at: number, now: number): string {
  return isSameDay(at, now) ? `${words.t('common.today')}, ${timeIn(words, at)}` : momentOf(words, at, now);
}

export function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/** Tomorrow, or its day. */
export function dayNamed(words: UseWords, at: number, now: number): string {
  if (isSameDay(at, now)) return words.capital(words.t('common.today'));
  if (isSameDay(at, now + 86_400_000)) return words.capital(words.t('common.tomorrow'));
  return words.short(at);
}
