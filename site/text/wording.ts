import { byLanguage, type Language } from '#contract/language.ts';
import { covered } from '#contract/words.ts';
import { values } from '../values.ts';

/** Our words by part, for the description of what an owner may change. */
export const parts = new Map<string, Record<Language, object>>();

/**
 * The words of one part in each language: the program's own, with those of the owner in their places. Looked up at each
 * use, as another rendering may be another owner's. `files`: a glob's; a part is named as they are.
 */
export function wording<T extends object>(files: Record<string, T>): Record<Language, T> {
  const own = byLanguage(files);
  const part = /\w+(?=\.ts$)/.exec(Object.keys(files)[0] ?? '')?.[0] ?? '';
  parts.set(part, own);
  return new Proxy(own, {
    get: (words, language: Language) => covered(words[language], values.words[language]?.[part]),
  });
}
