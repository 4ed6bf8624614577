import { type Language, localeOf } from './language.ts';

/** In milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** Without a change of the clocks. */
export const DAY = 24 * HOUR;

/** Creating one takes as long as the rest of a mail. */
const formats = new Map<Language, Intl.DateTimeFormat>();

/** The day of a time in UTC, as within a sentence: `1 July 2026`. `time`: milliseconds since 1970. */
export function dayInWords(time: number, language: Language): string {
  const format =
    formats.get(language) ??
    new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' });
  formats.set(language, format);
  return format.format(time);
}
