import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { checkBackup, type Contents } from '#server/store/backup.ts';
import { openReplay } from '#server/store/replay.ts';
import { RefusedError } from '#server/store/refusal.ts';
import type { StoredObject, KeptState } from './kept.ts';
import { damagedCopy, type Head, unseal } from './seal.ts';
import type { Target } from './target.ts';

/** Parts fetched at the same time. */
const AT_ONCE = 16;

type Source = {
  target: Target;
  /** The private half of the recovery key. */
  identity: string;
  /** A new file, or an empty one. */
  into: string;
};

/** `until`: it holds everything committed before, by the server's clock. `stoppedBy`: why later parts were left out. */
export type Assembled = {
  base: string;
  parts: number;
  until: number;
  contents: Contents;
  stoppedBy: RefusedError | null;
};

/**
 * Makes a backup file of a state that a copy holds. `orLess`: as far as it is not damaged, if its base is whole.
 * @throws RefusedError if anything is changed, moved, or made with another key; TargetError.
 */
export async function assemble(
  source: Source,
  { copy, objects }: KeptState,
  { orLess = false }: { orLess?: boolean } = {},
): Promise<Assembled> {
  const [base, ...parts] = objects;
  if (base === undefined) throw new RefusedError('missing', `${copy.base} lacks its base.`);
  const keys = await fetchBase(source, base);
  const { last, stoppedBy } = await replay(source, { base, parts, keys });
  if (stoppedBy !== null && !orLess) throw stoppedBy;
  const contents = checkBackup(source.into, `The copy ${copy.base}`);
  return { base: copy.base, parts: last.number - base.number, until: last.at, contents, stoppedBy };
}

async function replay(
  { target, identity, into }: Source,
  { base, parts, keys }: { base: StoredObject; parts: readonly StoredObject[]; keys: string | null },
): Promise<{ last: StoredObject; stoppedBy: RefusedError | null }> {
  using replaying = openReplay(into);
  let last = base;
  let stoppedBy: RefusedError | null = null;
  for (let from = 0; from < parts.length && stoppedBy === null; from += AT_ONCE) {
    const some = parts.slice(from, from + AT_ONCE);
    const opened = await Promise.all(some.map((part) => fetchPart(target, identity, part)));
    for (const part of opened) {
      stoppedBy = part instanceof RefusedError ? part : problemOf(part, last, replaying);
      if (stoppedBy !== null || part instanceof RefusedError) break;
      last = part.part;
    }
  }
  replaying.finish(keys);
  return { last, stoppedBy };
}

type Opened = { part: StoredObject; head: Head; changeset: Buffer };

/** Applies a part. @returns why it cannot follow */
function problemOf(
  { part, head, changeset }: Opened,
  previous: StoredObject,
  replaying: ReturnType<typeof openReplay>,
): RefusedError | null {
  if (!isNext(head, part, previous)) return moved(part);
  return replaying.apply(changeset, head.sequences) ? null : damagedCopy(part.name);
}

/** Returns the keys in it. */
async function fetchBase({ target, identity, into }: Source, base: StoredObject): Promise<string | null> {
  const sealed = await target.get(base.name);
  const { head, body } = await unseal(sealed, { identity, name: base.name });
  if (!isNext(head, base, null)) throw moved(base);
  await pipeline(body, createWriteStream(into, { flags: 'w', mode: 0o600 }));
  return head.keys ?? null;
}

/** What is damaged is returned: what comes before it can still be used. */
async function fetchPart(
  target: Target,
  identity: string,
  part: StoredObject,
): Promise<Opened | RefusedError> {
  try {
    const { head, body } = await unseal(await target.get(part.name), { identity, name: part.name });
    return { part, head, changeset: await buffer(body) };
  } catch (error) {
    if (error instanceof RefusedError) return error;
    throw error;
  }
}

/** Whether an object is the one that its name says, and comes after the one before. */
function isNext(head: Head, { base, number, at }: StoredObject, previous: StoredObject | null): boolean {
  const isNamed = head.base === base && head.number === number && head.at === at;
  return isNamed && head.previous === (previous?.hash ?? null);
}

function moved({ name }: StoredObject): RefusedError {
  return new RefusedError('corrupt', `${name} is an object of another place or copy.`);
}
