import { createContext, use } from 'react';
import { capital, capitalNames, languageNames, localeOf, type Language } from '#contract/language.ts';
import type { Dictionary, Key, Places } from './text/words.ts';

type Value = string | number;
type Values = Partial<Record<string, Value>>;
/** None if the sentence has no placeholders. */
type Given<K extends Key> = [Places<K>] extends [never] ? [] : [values: Record<Places<K>, Value>];

export type UseWords = ReturnType<typeof wordsOf>;

const PLURALS: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Portuguese does not end a line at these hyphens, as in vê-las or seguem-se. */
const UNBROKEN = /(?<=\p{L})-(?=(?:mails?|[ln]?[ao]s?|se|me|lhes?|nos)\b)/giu;

const UNITS = [
  [60_000, 'second', 1000],
  [3_600_000, 'minute', 60_000],
  [86_400_000, 'hour', 3_600_000],
  [7 * 86_400_000, 'day', 86_400_000],
] as const;

/** Sentences, numbers and times of a language. Times are milliseconds since 1970, in the browser's zone. */
export function wordsOf(language: Language, dictionary: Dictionary) {
  const locale = localeOf(language);
  const words = { ...dictionary, spoken: languageNames(language), languages: capitalNames(language) };
  const plurals = new Intl.PluralRules(locale);
  const categories = PLURALS.filter((one) => plurals.resolvedOptions().pluralCategories.includes(one));
  // Made once: making one takes longer than everything else that a sentence needs.
  const numbers = new Intl.NumberFormat(locale);
  const number = (value: number) => numbers.format(value);

  function t<K extends Key>(key: K, ...[values]: Given<K>): string {
    const given: Values = values ?? {};
    const found = key
      .split('.')
      .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], words);
    // The dictionary is still loading.
    if (typeof found !== 'string') return '';
    const sentence = found.replace(/\[(.*?)\]/g, (_, forms: string) => {
      const all = forms.split('|');
      return all[categories.indexOf(plurals.select(Number(given['n'])))] ?? all.at(-1) ?? '';
    });
    return filled(sentence.replace(UNBROKEN, '-\u2060'), given, number);
  }

  const date = (at: number, form: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, form).format(at);
  const year = (at: number) => date(at, { year: 'numeric' });
  const short = (at: number) => `${date(at, { day: 'numeric' })} ${date(at, { month: 'short' })}`;
  const day = (at: number) => date(at, { day: 'numeric', month: 'long', year: 'numeric' });
  const time = (at: number) => date(at, { hour: '2-digit', minute: '2-digit' });

  const ago = (at: number, now: number, style: 'long' | 'short') =>
    agoIn(locale, at - now, style) ?? (isSameYear(at, now) ? short(at) : `${short(at)} ${year(at)}`);

  return {
    language,
    locale,
    t,
    /** Fills a sentence from elsewhere with its values. */
    fill: (sentence: string, values: Values) => filled(sentence, values, number),
    number,
    percent: (share: number, digits = 0) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(share),
    /** A file size as people say it, on one line: `1.4 GB`. */
    size: (bytes: number) => sizeIn(locale, bytes),
    /** 1 December 2026 */
    day,
    /** 1 December */
    dayOfYear: (at: number) => date(at, { day: 'numeric', month: 'long' }),
    /** 1 Dec: composed, as the Portuguese locale alone would give 1/12. */
    short,
    /** Tue */
    weekday: (at: number) => t(`weekdays.${WEEKDAYS[new Date(at).getDay()] ?? 'sun'}`),
    /** Tuesday, 1 December 2026 */
    long: (at: number) => date(at, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    /** 09:00 */
    time,
    /** 09:24:07 */
    precise: (at: number) => date(at, { hour: '2-digit', minute: '2-digit', second: '2-digit' }),
    /** 1 December 2026, 09:00 */
    moment: (at: number) => `${day(at)}, ${time(at)}`,
    /** The time left of a countdown: 7:42 */
    clock: (ms: number) => {
      const seconds = Math.max(0, Math.ceil(ms / 1000));
      return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    },
    /** 12 minutes ago; after seven days the short date, with the year of another year. */
    relative: (at: number, now = Date.now()) => ago(at, now, 'long'),
    relativeShort: (at: number, now = Date.now()) => ago(at, now, 'short'),
    /** 3 seconds, 2 hours */
    lasting: (ms: number) => lastingIn(locale, ms),
    list: (items: string[]) => new Intl.ListFormat(locale, { type: 'unit' }).format(items),
    capital: (text: string) => capital(text, language),
  };
}

function filled(sentence: string, values: Values, number: (value: number) => string): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name] ?? place;
    return typeof value === 'number' ? number(value) : value;
  });
}

function isSameYear(one: number, other: number): boolean {
  return new Date(one).getFullYear() === new Date(other).getFullYear();
}

/** Null after seven days. */
function agoIn(locale: string, past: number, style: 'long' | 'short'): string | null {
  const unit = UNITS.find(([limit]) => Math.abs(past) < limit);
  if (unit === undefined) return null;
  const form = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style });
  return form.format(Math.round(past / unit[2]), unit[1]);
}

function sizeIn(locale: string, bytes: number): string {
  const power = Math.min(3, Math.max(1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  const unit = ['kilobyte', 'megabyte', 'gigabyte'][power - 1];
  const form = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  const said = new Intl.NumberFormat(locale, form as Intl.NumberFormatOptions).format(bytes / 1000 ** power);
  return said.replace(' ', '\u00a0');
}

function lastingIn(locale: string, ms: number): string {
  const [, unit, length] = UNITS.find(([limit]) => ms < limit) ?? UNITS[UNITS.length - 1] ?? UNITS[0];
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(Math.max(1, ms / length));
}

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

export const WordsContext = createContext<UseWords | null>(null);

/** The words of the current language. */
export function useWords(): UseWords {
  const words = use(WordsContext);
  if (words === null) throw new Error('useWords outside of the dashboard');
  return words;
}
