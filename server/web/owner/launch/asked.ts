import { ANNOUNCEMENT_PARTS, type AnnouncementWords } from '#contract/announcement.ts';
import { LANGUAGES } from '#contract/language.ts';
import type { OpenOrder, Purpose } from '#contract/owner/launch.ts';
import { bookOf } from '#server/launch/states.ts';
import { type Fields, fieldsOf } from '../asked.ts';
import type { OwnerParts } from '../route.ts';

/** Longer than any part may be: what is too long is kept as it is written, and said to be. */
const LONGEST_PART = 8_000;
const MOST_NAMED = 200;

/** The purpose in an address; null: there is none of that name. */
export function purposeIn(params: Readonly<Record<string, string>>): Purpose | null {
  const { purpose = '' } = params;
  if (purpose === 'launch') return purpose;
  const book = bookOf(purpose);
  return book && `book:${book}`;
}

/** Whether it is about a book that is not handed out: then there is no mail. */
export function isBookMissing(purpose: Purpose, { build }: OwnerParts): boolean {
  const book = bookOf(purpose);
  return book !== null && !build.manifest.books.some((one) => one.book === book);
}

export function textOf(value: unknown, most = 200): string | null {
  return typeof value === 'string' && value.length <= most ? value : null;
}

/** As the owner writes them, half done too; null: they are no words. */
export function wordsIn(value: unknown): AnnouncementWords | null {
  const given = fieldsOf(value);
  const read = LANGUAGES.map((language) => {
    const texts = fieldsOf(given[language]);
    return [language, ANNOUNCEMENT_PARTS.map((part) => [part, textOf(texts[part], LONGEST_PART)])] as const;
  });
  if (read.some(([, parts]) => parts.some(([, text]) => text === null))) return null;
  return Object.fromEntries(
    read.map(([language, parts]) => [language, Object.fromEntries(parts) as Fields]),
  ) as AnnouncementWords;
}

export function orderIn(body: unknown): OpenOrder | null {
  const { people, version, seen, isNow = false } = fieldsOf(body);
  if (typeof people !== 'number' || typeof version !== 'string' || !Array.isArray(seen)) return null;
  const names = seen.filter((one): one is string => typeof one === 'string');
  return { people, version, seen: names, isNow: isNow === true };
}

/** All whose mails ended so, or people by their ids; null: nobody. */
export function whichIn(value: unknown): 'failed' | 'unknown' | number[] | null {
  if (value === 'failed' || value === 'unknown') return value;
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_NAMED) return null;
  return value.every((one): one is number => Number.isSafeInteger(one) && one > 0) ? value : null;
}
