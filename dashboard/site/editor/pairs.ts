import { inEach, type Language, LANGUAGES } from '#contract/language.ts';
import type { Field } from '../draft.ts';

/** One thing to say, in each language. */
export type Pairs = Record<Language, Field>;

/** `name`: the fields' key without language. Null: a fact. */
export function pairOf(fields: readonly Field[], name: string): Pairs | null {
  const found = inEach((language) => fields.find((one) => one.name === name && one.language === language));
  return LANGUAGES.every((language) => found[language] !== undefined) ? (found as Pairs) : null;
}
