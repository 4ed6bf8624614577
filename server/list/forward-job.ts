import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import type { Config } from '#server/base/config.ts';
import { KEPT_DAYS, type Kind } from '#server/outbox/kind.ts';
import type { Handler } from '#server/outbox/kind.ts';
import { find } from './find.ts';
import type { Forwarder } from '#server/deliver/forward/forward.ts';

export const forward: Kind<Pick<Config, 'forward'> & { query: Kysely<Tables> }> = {
  name: 'forward',
  subjectType: 'subscription',
  lane: 'forwards',
  anHour: Infinity,
  // The form service dedupes by the key.
  unknownTries: Infinity,
  keptDays: KEPT_DAYS,
  toVisitor: false,
  newestOnly: false,
  alarm: 'alarm-forward',
  handler: ({ forward: service, query }) => {
    if (service === null) return null;
    let job: Promise<Handler> | null = null;
    // It loads a whole TLS client.
    const load = async () => {
      const { createForwarder } = await import('#server/deliver/forward/forward.ts');
      return createForwardJob(query, createForwarder(service, { allowPrivate: false }));
    };
    return async (row) => (await (job ??= load()))(row);
  },
};

/** Forwards a subscription to the external form service, unless the person has left or disowned it. */
export function createForwardJob(query: Kysely<Tables>, forwarder: Forwarder): Handler {
  return async ({ id, subjectId: subject }) => {
    const row = subject === null ? null : await find(query, { id: subject });
    if (row === null) return { outcome: 'skipped', reply: 'The subscription is gone.' };
    const { address, language, state, created_at: at } = row;
    if (state === 'unsubscribed' || state === 'suppressed') {
      return { outcome: 'skipped', reply: 'The person does not want to be on the list.' };
    }
    return () => forwarder.send({ id: String(id), address, language, at });
  };
}
