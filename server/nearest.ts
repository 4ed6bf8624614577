/** The one of `names` that `word` is most likely a misspelling of: a letter or two wrong, missing, added or swapped. */
export function nearest(word: string, names: readonly string[], most: 1 | 2 = 2): string | null {
  for (let edits = 1; edits <= most; edits += 1) {
    const found = names.find((name) => isWithin(word, name, edits));
    if (found !== undefined) return found;
  }
  return null;
}

function isWithin(one: string, other: string, edits: number): boolean {
  if (one === other) return true;
  if (edits === 0) return false;
  let same = 0;
  while (one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  const swapped = a[0] === b[1] && a[1] === b[0];
  return (
    isWithin(a.slice(1), b, edits - 1) ||
    isWithin(a, b.slice(1), edits - 1) ||
    isWithin(a.slice(1), b.slice(1), edits - 1) ||
    (swapped && isWithin(a.slice(2), b.slice(2), edits - 1))
  );
}
