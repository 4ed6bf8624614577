import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';

const DAY = 24 * 60 * 60_000;
/** Sessions that are over are kept so long, for whoever asks what happened. */
const SESSION_DAYS = 30;

/** Forgets what lets nobody in any more. The audit log stays. */
export async function forgetSignIns(query: Kysely<Tables>, now: number): Promise<void> {
  const old = now - SESSION_DAYS * DAY;
  await query.deleteFrom('owner_session').where('created_at', '<', old).execute();
  await query
    .deleteFrom('owner_link')
    .where('expires_at', '<', now - DAY)
    .execute();
  await query
    .deleteFrom('idempotency')
    .where('at', '<', now - DAY)
    .execute();
}

/** In a store that was restored from a backup: what was ended or used since then would let in once more. Owners sign in anew. */
export async function endSignIns(query: Kysely<Tables>): Promise<void> {
  for (const table of ['owner_session', 'owner_link', 'idempotency'] as const)
    await query.deleteFrom(table).execute();
}
