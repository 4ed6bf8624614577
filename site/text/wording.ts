import { byLanguage, type Language } from '#contract/language.ts';
import { covered } from '#contract/words.ts';
import { values } from '../values.ts';

/** Our words by part, for the description of what an owner may change. */
export const parts = new Map<string, Record<Language, object>>();

/**
 * The words of one part in each language: the program's own, with those of the owner in their places. Looked up at each
 * use, as another rendering may be another owner's. `part`: as the files of its words are named; `files`: a glob's.
 */
export function wording<T extends object>(part: string, files: Record<string, T>): Record<Language, T> {
  const own = byLanguage(files);
  parts.set(part, own);
  return new Proxy(own, {
    get: (words, language: Language) => covered(words[language], values.words[language]?.[part]),
  });
}
