import type { Kysely, Selectable } from '#kysely';
import { CONTACT_FIELDS } from '#contract/contact.ts';
import { selectAnnounced } from './announced.ts';
import { selectInterests } from './interests.ts';
import type { Tables } from '#server/store/schema.ts';
import { consentTextOf } from './receipts.ts';
import { stateOf } from './undeliverable.ts';

export type SubscriberRecord = Selectable<Tables['subscription']> & {
  /** The consent text; null if the form did not name one. */
  consent_text: string | null;
};

/** Finds a person by id or by key. Returns null if there is none. */
export async function find(
  query: Kysely<Tables>,
  one: { id: number } | { key: string },
): Promise<SubscriberRecord | null> {
  const row = await query
    .selectFrom('subscription as s')
    .selectAll('s')
    .select(consentTextOf('s.consent', 's.language').as('consent_text'))
    .where((s) => ('id' in one ? s('s.id', '=', one.id) : s('s.key', '=', one.key)))
    .executeTakeFirst();
  return row ?? null;
}

export type AllKept = Record<'consent' | 'interests' | 'messages' | 'announcements', Readable[]> & {
  subscription: Readable;
};
type Readable = Record<string, unknown>;

/** All stored data about a person, for them to download. */
export async function dataOf(query: Kysely<Tables>, kept: SubscriberRecord): Promise<AllKept> {
  const { id, key, consent_text: _text, ...subscription } = kept;
  const receipts = await query
    .selectFrom('consent_receipt as receipt')
    .select(['receipt.event', 'receipt.topic', 'receipt.at', 'receipt.page', 'receipt.language'])
    .select('receipt.version')
    .select(consentTextOf('receipt.version', 'receipt.language').as('text'))
    .where('receipt.subscription_id', '=', id)
    .orderBy('receipt.id')
    .execute();
  const messages = await query
    .selectFrom('message as m')
    .leftJoin('consent_text as text', (join) =>
      join.onRef('text.version', '=', 'm.consent').onRef('text.language', '=', 'm.language'),
    )
    .select(CONTACT_FIELDS.map((field) => `m.${field}` as const))
    .select(['m.created_at', 'm.language', 'm.consent', 'text.text'])
    .where((row) => row(row.fn<string>('lower', ['m.email']), '=', key))
    .orderBy('m.id')
    .execute();
  return {
    subscription: readable({ ...subscription, state: stateOf(kept) }),
    consent: receipts.map(readable),
    interests: (await selectInterests(query, id)).map(readable),
    messages: messages.map(readable),
    announcements: (await selectAnnounced(query, id)).map(({ purpose, state, finished_at: at }) =>
      readable({ purpose, state, at }),
    ),
  };
}

const TIMES = new Set(['created_at', 'confirmed_at', 'left_at', 'reminded_at', 'undeliverable_at', 'at']);

function readable(row: Readable): Readable {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) =>
      typeof value === 'number' && TIMES.has(name) ? [name, new Date(value).toISOString()] : [name, value],
    ),
  );
}

/** When the newest person signed up; null if there is nobody. */
export async function newestSignUp(query: Kysely<Tables>): Promise<number | null> {
  const row = await query
    .selectFrom('subscription')
    .select('created_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}
