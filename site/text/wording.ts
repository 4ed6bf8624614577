import type { Language } from '#contract/language.ts';
import { covered } from '#contract/words.ts';
import { values } from '../values.ts';

/**
 * The words of one part in each language: the program's own, with those of the owner in their places. Looked up at each
 * use, as another rendering may be another owner's. `part`: as the files of its words are named.
 */
export function wording<T>(part: string, own: Record<Language, T>): Record<Language, T> {
  return new Proxy(own, {
    get: (words, language: Language) => covered(words[language], values.words[language]?.[part]),
  });
}
