import type { CSSProperties } from 'react';
import { inEach, type Language, LANGUAGES } from '#contract/language.ts';
import type { DraftField } from '../draft.ts';

/** One thing to say, in each language. */
export type Translations = Record<Language, DraftField>;

/** Of a grid with a column for each of these languages. */
export function columnsOf(languages: readonly Language[]): CSSProperties {
  return { '--languages': languages.length } as CSSProperties;
}

export const COLUMNS = columnsOf(LANGUAGES);

/** `name`: the fields' key without language. Null: a fact. */
export function pairOf(fields: readonly DraftField[], name: string): Translations | null {
  const found = inEach((language) => fields.find((one) => one.name === name && one.language === language));
  return LANGUAGES.every((language) => found[language] !== undefined) ? (found as Translations) : null;
}
