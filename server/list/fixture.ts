import type { OutboxKind } from '#server/store/schema.ts';
import type { TestStore } from '#server/fixture.ts';
import type { NewSubscription } from './subscription.ts';

const NOWHERE = {
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmTerm: null,
  utmContent: null,
  referrer: null,
  path: null,
};

/** Of a person called `name@example.com`, unless told otherwise. */
export function subscription(name: string, rest: Partial<NewSubscription> = {}): NewSubscription {
  const address = `${name}@example.com`;
  return { address, key: address, language: 'en', consent: 'v1', source: NOWHERE, suspect: null, ...rest };
}

export async function rowOf({ query }: Pick<TestStore, 'query'>, name: string) {
  return query
    .selectFrom('subscription')
    .selectAll()
    .where('key', '=', `${name}@example.com`)
    .executeTakeFirstOrThrow();
}

/** Places in the outbox, the oldest first. */
export function outboxOf({ query }: Pick<TestStore, 'query'>, kind: OutboxKind = 'confirm') {
  return query
    .selectFrom('outbox')
    .select(['subject', 'due_at', 'state'])
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
}

/** Evidence, the oldest first. */
export function receiptsOf({ query }: Pick<TestStore, 'query'>) {
  return query
    .selectFrom('consent_receipt')
    .select(['event', 'version', 'language', 'at'])
    .orderBy('id')
    .execute();
}
