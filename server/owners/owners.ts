import type { Kysely, Transaction } from '#kysely';
import type { Language } from '#contract/language.ts';
import type { OwnerRow } from '#contract/owner/session.ts';
import type { Tables } from '#server/store/schema.ts';

export type NewOwner = { name: string; email: string | null; language: Language; now: number };

/** `email`: in lower case, unique. */
export async function addOwner(query: Kysely<Tables>, owner: NewOwner): Promise<number> {
  return (await inserting(query, owner).executeTakeFirstOrThrow()).id;
}

const MOST_OWNERS = 100;

/** `taken`: another owner has this address. */
export async function inviteOwner(
  query: Kysely<Tables>,
  owner: NewOwner,
): Promise<number | 'taken' | 'too-many'> {
  if ((await listOwners(query)).length >= MOST_OWNERS) return 'too-many';
  const added = await inserting(query, owner)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  return added?.id ?? 'taken';
}

function inserting(query: Kysely<Tables>, { name, email, language, now }: NewOwner) {
  return query.insertInto('owner').values({ name, email, language, created_at: now }).returning('id');
}

/** The oldest first. */
export async function listOwners(query: Kysely<Tables>): Promise<OwnerRow[]> {
  const rows = await query.selectFrom('owner').selectAll().orderBy('id').limit(MOST_OWNERS).execute();
  return rows.map(({ id, name, email, language, created_at, signed_in_at }) => {
    return { id, name, email, language, createdAt: created_at, hasSignedIn: signed_in_at !== null };
  });
}

/** Deletes an owner with all sessions, passkeys and links. `last`: one owner must stay. */
export async function removeOwner(
  trx: Transaction<Tables>,
  id: number,
): Promise<'removed' | 'last' | 'missing'> {
  const rows = await lockOwners(trx);
  const found = rows.find((row) => row.id === id);
  if (found === undefined) return 'missing';
  // An invited owner who never signed in cannot invite anybody.
  if (!rows.some((row) => row.id !== id && row.signed_in_at !== null)) return 'last';
  await trx.deleteFrom('owner').where('id', '=', id).execute();
  return 'removed';
}

/**
 * Serialises removals: each locks the oldest owner's row before it reads all. If that row was removed while
 * waiting for the lock, the next oldest is locked.
 */
async function lockOwners(trx: Transaction<Tables>) {
  for (let isLocked = false; !isLocked;) {
    const oldest = await trx.selectFrom('owner').select('id').orderBy('id').limit(1).executeTakeFirst();
    if (oldest === undefined) break;
    const { numUpdatedRows } = await trx
      .updateTable('owner')
      .set((is) => ({ name: is.ref('name') }))
      .where('id', '=', oldest.id)
      .executeTakeFirstOrThrow();
    isLocked = numUpdatedRows > 0n;
  }
  return trx.selectFrom('owner').select(['id', 'signed_in_at']).execute();
}

/** Reads an existing owner. */
export function readOwner(query: Kysely<Tables>, id: number) {
  return query.selectFrom('owner').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** An owner's own settings: whether the weekly summary comes, and the language of mails. */
export async function changeOwner(
  query: Kysely<Tables>,
  id: number,
  { weeklySummary = null, language = null }: { weeklySummary?: boolean | null; language?: Language | null },
): Promise<void> {
  await query
    .updateTable('owner')
    .set({
      ...(weeklySummary !== null && { weekly_summary: weeklySummary ? 1 : 0 }),
      ...(language !== null && { language }),
    })
    .where('id', '=', id)
    .execute();
}

/** `email`: in lower case. */
export async function findByEmail(query: Kysely<Tables>, email: string): Promise<number | null> {
  const row = await query.selectFrom('owner').select('id').where('email', '=', email).executeTakeFirst();
  return row?.id ?? null;
}

/** Names by id. Of an owner who was removed it is in the audit log, if at all. */
export async function namesOf(query: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const id of new Set(ids)) {
    const owner = query.selectFrom('owner').select('name').where('id', '=', id).executeTakeFirst();
    const name = (await owner)?.name ?? (await nameInAuditLog(query, id));
    if (name !== undefined) names.set(id, name);
  }
  return names;
}

async function nameInAuditLog(query: Kysely<Tables>, id: number): Promise<string | undefined> {
  const events = query.selectFrom('audit_event').select('owner_name').where('owner_id', '=', id);
  return (await events.orderBy('id', 'desc').limit(1).executeTakeFirst())?.owner_name;
}
