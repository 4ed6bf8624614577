import type { Kysely } from '#kysely';
import type { OutboxKind, Tables } from '#server/store/schema.ts';

type Row = { kind: OutboxKind; subject: number | null };

/** The address that each row of the outbox is about: a subscriber's or a writer's; null for alarms and for people who are gone. */
export async function peopleOf(
  query: Kysely<Tables>,
  rows: readonly Row[],
): Promise<(row: Row) => string | null> {
  const subjects = rows.flatMap(({ subject }) => subject ?? []);
  if (subjects.length === 0) return () => null;
  const subscriptions = await query
    .selectFrom('subscription')
    .select(['id', 'address'])
    .where('id', 'in', subjects)
    .execute();
  const messages = await query
    .selectFrom('message')
    .select(['id', 'email as address'])
    .where('id', 'in', subjects)
    .execute();
  const byId = (found: { id: number; address: string }[]) =>
    new Map(found.map(({ id, address }) => [id, address]));
  const subscribers = byId(subscriptions);
  const writers = byId(messages);
  return ({ kind, subject }) => {
    if (subject === null || kind === 'alarm') return null;
    return (kind === 'message' ? writers : subscribers).get(subject) ?? null;
  };
}
