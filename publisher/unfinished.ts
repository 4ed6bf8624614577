import { complete, fieldProblems } from '#contract/content/check.ts';
import type { Content, Json } from '#contract/content/content.ts';
import { factsOf, markFits } from '#contract/content/own-facts.ts';
import { unfinishedWords, type WordField } from '#contract/content/words.ts';

type Given = { content: Content; over: Content };

/**
 * The whole content as a preview shows it while somebody writes: words as they are, also too long, empty or without a
 * place; of facts, which pages are built of, the last that is right.
 */
export function unfinished({ content, over }: Given, words: Map<string, WordField>): Content {
  const shown = new Map<string, Json>();
  for (const [key, value] of [...Object.entries(content), ...Object.entries(over)]) {
    const field = words.get(key);
    const said = field === undefined ? fact(key, value) : unfinishedWords(value, field);
    if (said !== undefined) shown.set(key, said);
  }
  const all = complete(Object.fromEntries(shown), words);
  return markFits(factsOf(all)) ? all : { ...all, 'brand.markAt': null };

  function fact(key: string, value: Json): Json | undefined {
    return fieldProblems(key, value, words).length === 0 ? value : undefined;
  }
}
