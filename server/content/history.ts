import type { Content } from '#contract/content/content.ts';
import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { addToDraft, changeDraft, difference, overlaid, readDraft } from './draft.ts';
import { currentEdition, insertEdition } from './editions.ts';
import { lockContent } from './lock.ts';

type Undoing = {
  /** The edition that is undone. */
  after: number;
  /** What was published before it. */
  content: Content;
  owner: number | null;
};

/**
 * Publishes what was published before, and puts what the undone edition said otherwise into the draft, all or nothing.
 * A field that somebody has written since stays as they wrote it. Returns its number, or `taken` as `addEdition`.
 */
export async function undoEdition(
  write: Kysely<Tables>,
  { after, content, owner }: Undoing,
  now: number,
): Promise<number | 'taken'> {
  return write.transaction().execute(async (trx) => {
    const revision = await lockContent(trx);
    const undone = await currentEdition(trx);
    if (undone?.number !== after) return 'taken';
    const number = await insertEdition(trx, { kind: 'published', content, owner, at: now });
    const written = new Set((await readDraft(trx)).map(({ field }) => field));
    const back = [...difference(undone.content, content)].filter(([field]) => !written.has(field));
    await addToDraft(
      trx,
      back.map(([field, value]) => ({ field, value, revision, at: now, owner })),
    );
    return number;
  });
}

/**
 * Makes a content the draft. What was in the draft is kept as a version, unless it says nothing else than one of the
 * two. Returns the number of that version.
 */
export async function restoreToDraft(
  write: Kysely<Tables>,
  { content, owner }: Pick<Undoing, 'content' | 'owner'>,
  now: number,
): Promise<number | null> {
  return write.transaction().execute(async (trx) => {
    const revision = await lockContent(trx);
    const base = (await currentEdition(trx))?.content ?? {};
    const former = overlaid(base, await readDraft(trx));
    const isKept = [base, content].every((other) => difference(former, other).size > 0);
    const kept = { kind: 'draft', content: former, owner, at: now } as const;
    const number = isKept ? await insertEdition(trx, kept) : null;
    await changeDraft(trx, difference(content, base), { revision, owner, at: now });
    return number;
  });
}
