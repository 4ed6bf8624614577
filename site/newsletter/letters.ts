import { writtenIn } from '#contract/announcement.ts';
import { type Language, languageNames, localeOf } from '#contract/language.ts';
import type { ShownLetter } from '#contract/shown-letter.ts';
import { filled } from '#contract/words.ts';

/** Those with a page, the newest first. The next rendering may have others. */
export let letters: readonly ShownLetter[] = [];

export function setLetters(next: readonly ShownLetter[]): void {
  letters = next;
}

export function letterOf(slug: string): ShownLetter {
  const found = letters.find((one) => one.slug === slug);
  if (found === undefined) throw new Error(`no letter ${slug}`);
  return found;
}

/** The language in which a reader of `language` reads it. */
export function spokenIn({ words }: ShownLetter, language: Language): Language {
  const written = writtenIn(words);
  return written.includes(language) ? language : (written[0] ?? language);
}

/** `sentence` with the name of the language in which there is nothing but this letter; null: it is in `language`. */
export function onlyIn(letter: ShownLetter, language: Language, sentence: string): string | null {
  const spoken = spokenIn(letter, language);
  return spoken === language ? null : filled(sentence, { language: languageNames(language)[spoken] });
}

/** The day it was sent off where its owner is: as in a page, and as machines read it. */
export function dayOf({ at, zone }: ShownLetter, language: Language): [words: string, day: string] {
  const timeZone = zone ?? 'UTC';
  const day = (locale: string, dateStyle: 'long' | 'short') =>
    formatIn(locale, { dateStyle, timeZone }).format(at);
  return [day(localeOf(language), 'long'), day('sv', 'short')];
}

/** To make one takes longer than to render a letter. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(locale: string, how: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${locale} ${JSON.stringify(how)}`;
  const format = formats.get(name) ?? new Intl.DateTimeFormat(locale, how);
  formats.set(name, format);
  return format;
}
