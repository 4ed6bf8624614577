import { type Kysely, sql, type Transaction } from '#kysely';
import { NEWS } from '#contract/newsletter.ts';
import type { RecentImport, TakenBack } from '#contract/owner/people.ts';
import { skipAnnouncements } from '#server/list/announced.ts';
import { removePeople } from '#server/list/erase.ts';
import { lockPeople } from '#server/list/leave.ts';
import { IMPORTED } from '#server/list/receipts.ts';
import type { ListImportPersonTable, Tables } from '#server/store/schema.ts';

/** How long an import can be taken back. */
export const TAKEN_BACK_MS = 24 * 60 * 60 * 1000;
/** A few milliseconds each, so that concurrent sign-ups do not wait. */
const CHUNK = 500;
const MOST_SHOWN = 10;

/** Begins an import, and returns its id. */
export async function beginImport(query: Kysely<Tables>, now: number): Promise<number> {
  const { id } = await query
    .insertInto('list_import')
    .values({ at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}

/** Somebody has taken the import back, while it runs. */
export class ImportUndone extends Error {
  override name = 'ImportUndone';
}

/** First in each transaction that adds to an import, which is then not taken back before its end. @throws ImportUndone */
export async function holdImport(trx: Transaction<Tables>, id: number): Promise<void> {
  if (!(await lockImport(trx, id))) throw new ImportUndone();
}

/** Returns whether it is there. */
async function lockImport(trx: Transaction<Tables>, id: number): Promise<boolean> {
  const rows = await trx
    .updateTable('list_import')
    .set(({ ref }) => ({ at: ref('at') }))
    .where('id', '=', id)
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** The imports that can still be taken back, the newest first. */
export async function recentImports(query: Kysely<Tables>, now: number): Promise<RecentImport[]> {
  const runs = await query
    .selectFrom('list_import')
    .select(['id', 'at'])
    .select([
      sql<number>`(SELECT count(*) FROM list_import_person p WHERE p.import_id = list_import.id)`.as('n'),
      sql<number>`(SELECT count(*) FROM erasure e WHERE e.import_id = list_import.id)`.as('left'),
    ])
    .where('at', '>', now - TAKEN_BACK_MS)
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute();
  return runs
    .filter(({ n, left }) => Number(n) + Number(left) > 0)
    .map(({ id, at, n }) => {
      return { id: Number(id), at: Number(at), n: Number(n), until: Number(at) + TAKEN_BACK_MS };
    });
}

/**
 * Removes the people that this import added, with the hashes that it left; those it confirmed must confirm again, and those
 * it gave the newsletter get it no more. People who have acted by themselves since stay as they are. Safe to repeat. Null:
 * there is no such import, or no more.
 */
export async function takeBack(query: Kysely<Tables>, id: number, now: number): Promise<TakenBack | null> {
  const run = await query
    .selectFrom('list_import')
    .select('at')
    .where('id', '=', id)
    .where('at', '>', now - TAKEN_BACK_MS)
    .executeTakeFirst();
  if (run === undefined) return null;
  const at = Number(run.at);
  const done: TakenBack = { removed: 0, stayed: 0 };
  for (;;) {
    const people = await query
      .selectFrom('list_import_person')
      .select(['subscription_id', 'was', 'suspect'])
      .where('import_id', '=', id)
      .limit(CHUNK)
      .execute();
    if (people.length === 0) {
      if (await endImport(query, id)) return done;
      continue;
    }
    const removed = await takeBackSome(query, { id, at, now, people });
    done.removed += removed;
    done.stayed += people.length - removed;
  }
}

/** Returns false if a part that still ran has added people. */
function endImport(query: Kysely<Tables>, id: number): Promise<boolean> {
  return query.transaction().execute(async (trx) => {
    await lockImport(trx, id);
    const added = await trx
      .selectFrom('list_import_person')
      .select('import_id')
      .where('import_id', '=', id)
      .executeTakeFirst();
    if (added !== undefined) return false;
    await trx.deleteFrom('erasure').where('import_id', '=', id).execute();
    await trx.deleteFrom('list_import').where('id', '=', id).execute();
    return true;
  });
}

type Person = { subscription_id: number; was: ListImportPersonTable['was']; suspect: string | null };
type Some = { id: number; at: number; now: number; people: readonly Person[] };

function takeBackSome(query: Kysely<Tables>, { id, at, now, people }: Some): Promise<number> {
  const ids = people.map(({ subscription_id }) => Number(subscription_id));
  return query.transaction().execute(async (trx) => {
    await lockPeople(trx, ids);
    const untouched = await trx
      .selectFrom('subscription')
      .select(['id', 'state'])
      .where('id', 'in', ids)
      .where('state', 'in', ['pending', 'confirmed'])
      .where(hasNotActed(at))
      .where(isInNoLater(id))
      .execute();
    const still = new Map(untouched.map((person) => [Number(person.id), person.state]));
    const who = (was: Person['was']) =>
      people.filter((person) => person.was === was && still.has(Number(person.subscription_id)));
    const added = who(null);
    const confirmed = who('pending').filter((one) => still.get(Number(one.subscription_id)) === 'confirmed');
    const joined = who('confirmed');
    const leaving = [...added, ...confirmed].map((one) => Number(one.subscription_id));
    await skipAnnouncements(trx, leaving, now, 'The import was taken back.');
    for (const { subscription_id, suspect } of confirmed)
      await trx
        .updateTable('subscription')
        .set({ state: 'pending', confirmed_at: null, suspect })
        .where('id', '=', subscription_id)
        .execute();
    const again = [...confirmed, ...joined].map((person) => person.subscription_id);
    if (again.length > 0) {
      await trx
        .deleteFrom('consent_receipt')
        .where('subscription_id', 'in', again)
        .where('page', '=', IMPORTED)
        .where('at', '>=', at)
        .execute();
      await trx
        .deleteFrom('interest')
        .where('subscription_id', 'in', again)
        .where('product', '=', NEWS)
        .where('at', '>=', at)
        .execute();
    }
    if (added.length > 0)
      await removePeople(
        trx,
        sql<boolean>`id IN (${sql.join(added.map((person) => person.subscription_id))})`,
        now,
      );
    await trx
      .deleteFrom('list_import_person')
      .where('import_id', '=', id)
      .where('subscription_id', 'in', ids)
      .execute();
    return added.length + again.length;
  });
}

/** No receipt but the import's, which says who gets the newsletter, too, and no book asked for, since. */
function hasNotActed(at: number) {
  return sql<boolean>`NOT EXISTS (SELECT 1 FROM consent_receipt r WHERE r.subscription_id = subscription.id
      AND r.at >= ${at} AND NOT (r.event = 'given' AND r.page = ${IMPORTED}))
    AND NOT EXISTS (SELECT 1 FROM interest i WHERE i.subscription_id = subscription.id AND i.at >= ${at}
      AND i.product <> ${NEWS})`;
}

function isInNoLater(id: number) {
  return sql<boolean>`NOT EXISTS (SELECT 1 FROM list_import_person p
    WHERE p.subscription_id = subscription.id AND p.import_id > ${id})`;
}

/** Forgets who came by which import, once it can no longer be taken back. */
export async function forgetImports(query: Kysely<Tables>, now: number): Promise<void> {
  const over = query
    .selectFrom('list_import')
    .select('id')
    .where('at', '<=', now - TAKEN_BACK_MS);
  await query.transaction().execute(async (trx) => {
    await trx.deleteFrom('list_import_person').where('import_id', 'in', over).execute();
    await trx
      .deleteFrom('list_import')
      .where('at', '<=', now - TAKEN_BACK_MS)
      .execute();
  });
}
