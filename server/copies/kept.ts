import { createHash } from 'node:crypto';
import { type CopyName, parseName } from './name.ts';
import type { Target } from './target.ts';

/** An object of the target. */
export type Kept = CopyName & { name: string; bytes: number };

/** A copy: its objects by number, the base first if it is there. */
export type KeptCopy = { base: string; objects: Kept[]; from: number; until: number };

/** All copies whose names begin so, oldest first. What is not ours is left out. */
export async function keptCopies(target: Target, start = ''): Promise<KeptCopy[]> {
  const copies = new Map<string, Kept[]>();
  for await (const { name, bytes } of target.list(start)) {
    const found = parseName(name);
    if (found === null) continue;
    const objects = copies.get(found.base) ?? [];
    objects.push({ ...found, name, bytes });
    copies.set(found.base, objects);
  }
  return [...copies]
    .map(([base, all]) => {
      const objects = all.toSorted((one, other) => one.number - other.number || one.at - other.at);
      return { base, objects, from: objects[0]?.at ?? 0, until: objects.at(-1)?.at ?? 0 };
    })
    .toSorted((one, other) => (one.base < other.base ? -1 : 1));
}

/** The copy that reaches closest to a time, or to now; of two the newer. A new one may not have all its parts yet. */
export function closest(copies: readonly KeptCopy[], at: number | null): KeptCopy | undefined {
  const reach = ({ objects }: KeptCopy) => objects.findLast((one) => at === null || one.at <= at)?.at ?? -1;
  let found: KeptCopy | undefined;
  for (const copy of copies) if (reach(copy) >= (found === undefined ? 0 : reach(found))) found = copy;
  return found;
}

/** Deletes copies that ended before a time. */
export async function removeOld(target: Target, before: number): Promise<void> {
  for (const { objects, until } of await keptCopies(target)) {
    if (until >= before) continue;
    // What an interrupted deletion leaves is a shorter copy.
    await target.remove(objects.toReversed().map(({ name }) => name));
  }
}

/** As hex. */
export async function hashOf(sealed: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of sealed) hash.update(chunk);
  return hash.digest('hex');
}
