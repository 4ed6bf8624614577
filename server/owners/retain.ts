import { DAY } from '#contract/time.ts';
import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';

/** How long ended sessions are kept, to investigate what happened. */
const SESSION_DAYS = 30;

/** The audit log is as old as what the site said (server/retention/retention.ts). */
const AUDIT_DAYS = 365;

/** Deletes expired sign-in data, and the audit log after a year. */
export async function forgetSignIns(query: Kysely<Tables>, now: number): Promise<void> {
  const old = now - SESSION_DAYS * DAY;
  await query.deleteFrom('owner_session').where('created_at', '<', old).execute();
  await query
    .deleteFrom('audit_event')
    .where('at', '<', now - AUDIT_DAYS * DAY)
    .execute();
  await query
    .deleteFrom('owner_link')
    .where('expires_at', '<', now - DAY)
    .execute();
  await query
    .deleteFrom('idempotency')
    .where('at', '<', now - DAY)
    .execute();
}

/** After a restore: sessions and links ended since the backup would work again. Owners sign in again. */
export async function endSignIns(query: Kysely<Tables>): Promise<void> {
  for (const table of ['owner_session', 'owner_link', 'idempotency'] as const)
    await query.deleteFrom(table).execute();
}
