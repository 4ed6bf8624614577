import { createHash } from 'node:crypto';
import { type CopyId, type CopyName, isMadeBy, OLDER_STORE, parseFolder, parseName } from './name.ts';
import type { PublicHalf } from './signature.ts';
import type { Target } from './target.ts';

/** An object of the target. */
export type StoredObject = CopyName & { name: string; bytes: number };

/** A copy: all its objects by number, and those from the base to the first that is missing. */
export type KeptCopy = CopyId & { base: string; objects: StoredObject[]; whole: StoredObject[] };

/** A state that copies hold: these objects of one, the base first. */
export type KeptState = { copy: KeptCopy; objects: StoredObject[] };

/** All copies whose names begin so, each store's oldest first. What is not ours is left out. */
export async function keptCopies(target: Target, start = ''): Promise<KeptCopy[]> {
  const copies = new Map<string, StoredObject[]>();
  for await (const { name, bytes } of target.list(start)) {
    const found = parseName(name);
    if (found === null) continue;
    const objects = copies.get(found.base) ?? [];
    objects.push({ ...found, name, bytes });
    copies.set(found.base, objects);
  }
  return [...copies.values()].map(copyOf).toSorted(byStoreAndNumber);
}

/** The folders of all copies by store, the newest first. Their objects are not listed. */
export async function foldersByStore(target: Target): Promise<Map<string, string[]>> {
  const found = new Map<string, { copy: number; folder: string }[]>();
  for await (const folder of target.folders('')) {
    const id = parseFolder(folder);
    if (id !== null) found.set(id.store, [{ copy: id.copy, folder }, ...(found.get(id.store) ?? [])]);
  }
  const newestFirst = [...found].map(([store, all]) => {
    const folders = all.toSorted((one, other) => other.copy - one.copy).map(({ folder }) => folder);
    return [store, folders] as const;
  });
  return new Map(newestFirst);
}

/** What one list has made of them: anybody else who may write there can have made the rest. */
export function signedBy(signer: PublicHalf, copies: readonly KeptCopy[]): KeptCopy[] {
  const isOwn = isMadeBy(signer);
  return copies.flatMap(({ objects }) => {
    const own = objects.filter(isOwn);
    return own.length === 0 ? [] : [copyOf(own)];
  });
}

function copyOf(all: readonly StoredObject[]): KeptCopy {
  const objects = all.toSorted((one, other) => one.number - other.number || one.at - other.at);
  const [{ base, store, copy, recording, from }] = objects as [StoredObject];
  const gap = objects.findIndex(({ number }, n) => number !== from + n);
  // Of two with one number the second may be anything.
  const whole = gap === -1 ? objects : objects.slice(0, gap);
  return { base, store, copy, recording, from, objects, whole };
}

function byStoreAndNumber(one: KeptCopy, other: KeptCopy): number {
  return one.store < other.store ? -1 : Number(one.store > other.store) || one.copy - other.copy;
}

/** By store, in any order. */
export function storesOf(copies: readonly KeptCopy[]): Map<string, KeptCopy[]> {
  return Map.groupBy(copies, ({ store }) => store);
}

/** The copies of one store, after those that a version before 0.2.0 left. */
export function lineOf(store: string, copies: readonly KeptCopy[]): KeptCopy[] {
  return [OLDER_STORE, store].flatMap((name) => copies.filter((copy) => copy.store === name));
}

/**
 * The newest state that copies of one store hold whole. `at`: none that is later, by the server's clock. Of a state that
 * two copies hold, the newer one’s.
 */
export function newestState(copies: readonly KeptCopy[], at: number | null): KeptState | null {
  let newest: KeptState | null = null;
  for (const copy of copies) {
    const end = at === null ? copy.whole.length : copy.whole.findLastIndex((one) => one.at <= at) + 1;
    const state = { copy, objects: copy.whole.slice(0, end) };
    if (end > 0 && (newest === null || !isLater(lastOf(newest), lastOf(state)))) newest = state;
  }
  return newest;
}

/** The newest object that is later than a state: something before it is missing. `at`: as in `newestState`. */
export function lostAfter(
  state: KeptState | null,
  copies: readonly KeptCopy[],
  at: number | null,
): StoredObject | null {
  const last = state === null ? undefined : lastOf(state);
  const all = copies.flatMap(({ objects }) => objects.findLast((one) => at === null || one.at <= at) ?? []);
  return all.findLast((one) => isLater(one, last)) ?? null;
}

function lastOf({ objects }: KeptState): StoredObject | undefined {
  return objects.at(-1);
}

function isLater(one: StoredObject | undefined, other: StoredObject | undefined): boolean {
  if (one === undefined || other === undefined) return one !== undefined;
  return one.recording > other.recording || (one.recording === other.recording && one.number > other.number);
}

/**
 * The objects of copies, in their order, that ended before a time, those that end a copy first: what an interrupted deletion leaves
 * is a shorter copy. Of one that ended in the future the clock was wrong: it ended no later than the next.
 */
export function outdated(copies: readonly KeptCopy[], before: number, now: number): string[] {
  const ends = copies.map(({ objects }) => objects.at(-1)?.at ?? 0);
  return copies.slice(0, -1).flatMap(({ objects }, n) => {
    const end = ends.slice(n).find((at) => at <= now) ?? Infinity;
    return end < before ? objects.map(({ name }) => name).toReversed() : [];
  });
}

/** As hex. */
export async function hashOfStream(sealed: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of sealed) hash.update(chunk);
  return hash.digest('hex');
}
