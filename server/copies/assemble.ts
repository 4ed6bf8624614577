import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { checkBackup, type Contents } from '#server/store/backup.ts';
import { openReplay } from '#server/store/replay.ts';
import { RefusedError } from '#server/store/refusal.ts';
import { closest, type Kept, type KeptCopy, keptCopies } from './kept.ts';
import { damaged, type Head, unseal } from './seal.ts';
import type { Target } from './target.ts';

/** Parts fetched at the same time. */
const AT_ONCE = 16;

type Wish = {
  target: Target;
  /** The private half of the recovery key. */
  identity: string;
  /** A new file, or an empty one. */
  into: string;
  /** Milliseconds since 1970; null: the newest. */
  at: number | null;
};

/** `until`: it holds everything committed before. */
export type Assembled = { base: string; parts: number; until: number; contents: Contents };

/**
 * Makes a backup file of a copy: its base, and the parts that follow it up to a time. @throws RefusedError if there is none,
 * or anything of it is missing, changed, moved, or made with another key; TargetError.
 */
export async function assemble({ target, identity, into, at }: Wish): Promise<Assembled> {
  const copy = chosen(await keptCopies(target), at);
  const [base, ...parts] = wholeOf(copy).filter((one) => at === null || one.at <= at);
  if (base === undefined) throw new RefusedError('missing', 'There is no copy of that time.');
  const keys = await fetchBase(target, identity, { base, into });
  await replay({ target, identity, into }, { base, parts, keys });
  const until = parts.at(-1)?.at ?? base.at;
  return {
    base: copy.base,
    parts: parts.length,
    until,
    contents: checkBackup(into, `The copy ${copy.base}`),
  };
}

async function replay(
  { target, identity, into }: Omit<Wish, 'at'>,
  { base, parts, keys }: { base: Kept; parts: readonly Kept[]; keys: string | null },
): Promise<void> {
  using replaying = openReplay(into);
  let previous = base;
  for (let from = 0; from < parts.length; from += AT_ONCE) {
    const some = parts.slice(from, from + AT_ONCE);
    const opened = await Promise.all(some.map((part) => fetchPart(target, identity, part)));
    for (const { part, head, changeset } of opened) {
      assertFollows(head, part, previous);
      if (!replaying.apply(changeset, head.sequences)) throw damaged(part.name);
      previous = part;
    }
  }
  replaying.finish(keys);
}

/** @throws RefusedError */
function chosen(copies: readonly KeptCopy[], at: number | null): KeptCopy {
  const found = closest(copies, at);
  if (found !== undefined) return found;
  const [oldest] = copies;
  const said =
    oldest === undefined
      ? 'No copy was found there.'
      : `The oldest copy is of ${new Date(oldest.from).toISOString()}.`;
  throw new RefusedError('missing', said);
}

/** All objects, in order. @throws RefusedError if one is missing, or there twice. */
export function wholeOf({ base, objects }: KeptCopy): Kept[] {
  for (const [n, { number }] of objects.entries())
    if (number !== n)
      throw new RefusedError(
        'incomplete',
        number < n ? `${base} has two objects with the number ${number}.` : `${base} lacks its object ${n}.`,
      );
  return objects;
}

/** Returns the keys in it. */
async function fetchBase(
  target: Target,
  identity: string,
  { base, into }: { base: Kept; into: string },
): Promise<string | null> {
  const sealed = await target.get(base.name);
  const { head, body } = await unseal(sealed, { identity, name: base.name });
  assertFollows(head, base, null);
  await pipeline(body, createWriteStream(into, { flags: 'w', mode: 0o600 }));
  return head.keys ?? null;
}

async function fetchPart(target: Target, identity: string, part: Kept) {
  const { head, body } = await unseal(await target.get(part.name), { identity, name: part.name });
  return { part, head, changeset: await buffer(body) };
}

/** Whether an object is the one that its name says, and comes after the one before. @throws RefusedError */
function assertFollows(head: Head, { base, number, at, name }: Kept, previous: Kept | null): void {
  const isNamed = head.base === base && head.number === number && head.at === at;
  if (!isNamed || head.previous !== (previous?.hash ?? null))
    throw new RefusedError('corrupt', `${name} is an object of another place or copy.`);
}
