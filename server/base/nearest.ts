import { isWithinEdits } from '#contract/edits.ts';

/** Finds the name that `word` misspells: one or two letters wrong, missing, added or swapped. */
export function nearest(word: string, names: readonly string[], most: 1 | 2 = 2): string | null {
  for (let edits = 1; edits <= most; edits += 1) {
    const found = names.find((name) => isWithinEdits(word, name, edits));
    if (found !== undefined) return found;
  }
  return null;
}
