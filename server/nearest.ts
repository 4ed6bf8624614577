import { isWithin } from '#contract/edits.ts';

/** The one of `names` that `word` is most likely a misspelling of: a letter or two wrong, missing, added or swapped. */
export function nearest(word: string, names: readonly string[], most: 1 | 2 = 2): string | null {
  for (let edits = 1; edits <= most; edits += 1) {
    const found = names.find((name) => isWithin(word, name, edits));
    if (found !== undefined) return found;
  }
  return null;
}
