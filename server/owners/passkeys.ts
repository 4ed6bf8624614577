import type { Kysely, Selectable, Transaction } from '#kysely';
import { PASSKEY_NAME_LENGTH, type PasskeyRow } from '#contract/owner/session.ts';
import type { PasskeyTable } from '#server/store/owner-schema.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';

export type Passkey = Selectable<PasskeyTable>;
export type NewPasskey = Pick<Passkey, 'credential' | 'public_key' | 'counter' | 'transports' | 'synced'>;

/** More than anybody's devices. */
export const MOST_PASSKEYS = 20;

/** Whether a passkey proves who its owner is. It signs in before. */
export function proves({ proves_at }: Pick<Passkey, 'proves_at'>, now: number): boolean {
  return proves_at <= now;
}

export async function countPasskeys(query: Kysely<Tables>, owner: number): Promise<number> {
  return (await passkeysOf(query, owner)).length;
}

export async function canProve(query: Kysely<Tables>, owner: number, now: number): Promise<boolean> {
  return (await passkeysOf(query, owner)).some((one) => proves(one, now));
}

/** The oldest first. */
export function passkeysOf(query: Kysely<Tables>, owner: number): Promise<Passkey[]> {
  return query
    .selectFrom('passkey')
    .selectAll()
    .where('owner_id', '=', owner)
    .orderBy('id')
    .limit(MOST_PASSKEYS)
    .execute();
}

export function shown(passkey: Passkey, now: number): PasskeyRow {
  const { id, name, created_at, used_at, proves_at, synced } = passkey;
  const provesAt = proves(passkey, now) ? null : proves_at;
  return { id, name, createdAt: created_at, usedAt: used_at, provesAt, synced: synced === 1 };
}

export function findPasskey(query: Kysely<Tables>, credential: string): Promise<Passkey | undefined> {
  return query.selectFrom('passkey').selectAll().where('credential', '=', credential).executeTakeFirst();
}

/** Returns null if the passkey is registered already. */
export async function addPasskey(
  trx: Transaction<Tables>,
  {
    owner,
    name,
    passkey,
    provesAt = 0,
    now,
  }: { owner: number; name: string; passkey: NewPasskey; provesAt?: number; now: number },
): Promise<number | null> {
  const row = await trx
    .insertInto('passkey')
    .values({
      ...passkey,
      owner_id: owner,
      name: name.slice(0, PASSKEY_NAME_LENGTH),
      created_at: now,
      proves_at: provesAt,
    })
    .onConflict((conflict) => conflict.column('credential').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function notePasskeyUse(
  trx: Transaction<Tables>,
  id: number,
  { counter, synced, now }: { counter: number; synced: 0 | 1; now: number },
): Promise<void> {
  await trx.updateTable('passkey').set({ counter, synced, used_at: now }).where('id', '=', id).execute();
}

/** Returns false if this owner has no such passkey. */
export async function renamePasskey(
  query: Kysely<Tables>,
  { owner, id, name }: { owner: number; id: number; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('passkey')
    .set({ name: name.slice(0, PASSKEY_NAME_LENGTH) })
    .where('id', '=', id)
    .where('owner_id', '=', owner)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function removePasskey(
  query: Kysely<Tables>,
  { owner, id }: { owner: number; id: number },
): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('owner_id', '=', owner)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const NOT_MINE = 'passkey not mine';

/** For a link that ends this passkey. Ids are never used again. */
export function notMineToken(secrets: Secrets, id: number): string {
  return `${id}.${secrets.sign(NOT_MINE, String(id))}`;
}

/**
 * Ends the passkey of such a link, and returns its owner; null if the token is none, or the passkey proves by now: a
 * reader of old mails must not be able to take away an owner's proof.
 */
export async function endDisowned(
  trx: Transaction<Tables>,
  secrets: Secrets,
  token: string,
  now: number,
): Promise<number | null> {
  const [id = '', signature = ''] = token.split('.');
  if (!secrets.verify(NOT_MINE, id, signature)) return null;
  const row = await trx
    .deleteFrom('passkey')
    .where('id', '=', Number(id))
    .where('proves_at', '>', now)
    .returning('owner_id')
    .executeTakeFirst();
  return row?.owner_id ?? null;
}

/** Returns false if it was used before. `hash`: of the challenge. */
export async function useChallenge(
  trx: Transaction<Tables>,
  { hash, expiresAt, now }: { hash: string; expiresAt: number; now: number },
): Promise<boolean> {
  await trx.deleteFrom('passkey_challenge').where('expires_at', '<=', now).execute();
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('passkey_challenge')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
