/**
 * Returns whether two words are within `edits` edits: insertions, deletions, substitutions, and
 * transpositions of neighbours (Damerau–Levenshtein). For few edits and short words.
 */
export function isWithinEdits(one: string, other: string, edits: number): boolean {
  if (one === other) return true;
  if (edits < 1) return false;
  let same = 0;
  while (one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  const swapped = a[0] === b[1] && a[1] === b[0];
  return (
    isWithinEdits(a.slice(1), b, edits - 1) ||
    isWithinEdits(a, b.slice(1), edits - 1) ||
    isWithinEdits(a.slice(1), b.slice(1), edits - 1) ||
    (swapped && isWithinEdits(a.slice(2), b.slice(2), edits - 1))
  );
}
