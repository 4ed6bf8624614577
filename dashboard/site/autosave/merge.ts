import { isSame, type Json } from '#contract/content/content.ts';

/** What changed in a list: entries `from` to `to` became others. */
type Edit = { from: number; to: number; entries: Json[] };

/** Two changes of one list, in one list; undefined: both have changed the same entries. An entry is a whole. */
export function mergeLists(base: Json, mine: Json, theirs: Json): Json[] | undefined {
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return undefined;
  const edits = [editOf(base, theirs), editOf(base, mine)];
  const [first, second] = edits.toSorted((one, other) => one.from - other.from || one.to - other.to);
  if (first === undefined || second === undefined || first.to > second.from) return undefined;
  return base
    .toSpliced(second.from, second.to - second.from, ...second.entries)
    .toSpliced(first.from, first.to - first.from, ...first.entries);
}

function editOf(before: Json[], after: Json[]): Edit {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && isSame(before[from], after[from])) from += 1;
  let same = 0;
  while (same < most - from && isSame(before.at(-1 - same), after.at(-1 - same))) same += 1;
  return { from, to: before.length - same, entries: after.slice(from, after.length - same) };
}
