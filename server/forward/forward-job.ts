import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { Handler } from '#server/outbox/worker.ts';
import type { Forwarder } from './forward.ts';

/** Passes a subscription on to the foreign form service; what it refuses is parked as `failed` and shown. */
export function createForwardJob(query: Kysely<Tables>, forwarder: Forwarder): Handler {
  return async ({ id, subject }) => {
    const row = await query
      .selectFrom('subscription')
      .select(['address', 'language', 'created_at'])
      .where('id', '=', subject)
      .executeTakeFirst();
    if (!row) return { outcome: 'skipped', reply: 'The subscription is gone.' };
    const { address, language, created_at: at } = row;
    return () => forwarder.send({ id: String(id), address, language, at });
  };
}
