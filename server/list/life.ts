import type { ExpressionBuilder, Selectable, Transaction } from '#kysely';
import { CONTACT_FIELDS } from '#contract/contact.ts';
import type { Interest } from '#contract/subscribe.ts';
import { selectBooks } from '#server/books/asked.ts';
import { queueBooks } from '#server/books/queue-book.ts';
import type { Database } from '#server/store/database.ts';
import type { Tables } from '#server/store/schema.ts';
import { erasePerson } from './erasure.ts';

/** What a person does to a subscription through a signed link. Each may be done again without harm. */
export type SubscriptionLife = {
  /** Null when nothing is kept under this id. */
  find(id: number): Promise<Kept | null>;
  /** The same by the address, as in the store. */
  findByKey(key: string): Promise<Kept | null>;
  /** False when there is nothing to confirm any more: erased, left, or deleted unconfirmed. */
  confirm(id: number): Promise<boolean>;
  /**
   * Also "that was not me": an address that never counted is suppressed, whoever posts it again. Nothing that has not
   * begun to leave goes out any more.
   */
  leave(id: number): Promise<void>;
  erase(id: number): Promise<void>;
  /** All that is kept, for the person to take along. Null when nothing is. */
  dataOf(id: number): Promise<AllKept | null>;
};

export type AllKept = {
  subscription: Record<string, unknown>;
  consent: Record<string, unknown>[];
  interests: Record<string, unknown>[];
  messages: Record<string, unknown>[];
};

export type Kept = Pick<
  Selectable<Tables['subscription']>,
  'id' | 'key' | 'address' | 'language' | 'state' | 'created_at' | 'path' | 'referrer' | 'utm_source'
> & {
  /** The words that were agreed to; null when the form did not say which. */
  consent_text: string | null;
};

/** `onErased`: does away with what lies beside the store. `books`: those that who confirms may have asked for. */
export function createSubscriptionLife(
  store: Pick<Database, 'kind' | 'query' | 'emptyLog'>,
  now: () => number,
  onErased: () => Promise<void> = async () => {},
  books: readonly Interest[] = [],
): SubscriptionLife {
  const { query } = store;

  function selectKept() {
    return query
      .selectFrom('subscription as s')
      .leftJoin('consent_text as t', (join) =>
        join.onRef('t.version', '=', 's.consent').onRef('t.language', '=', 's.language'),
      )
      .select([
        's.id',
        's.key',
        's.address',
        's.language',
        's.state',
        's.created_at',
        's.path',
        's.referrer',
        's.utm_source',
      ])
      .select('t.text as consent_text');
  }

  async function find(id: number): Promise<Kept | null> {
    return (await selectKept().where('s.id', '=', id).executeTakeFirst()) ?? null;
  }

  async function findByKey(key: string): Promise<Kept | null> {
    return (await selectKept().where('s.key', '=', key).executeTakeFirst()) ?? null;
  }

  async function confirm(id: number): Promise<boolean> {
    return query.transaction().execute(async (trx) => {
      const at = now();
      const { numUpdatedRows } = await trx
        .updateTable('subscription')
        .set({ state: 'confirmed', confirmed_at: at, suspect: null })
        .where('id', '=', id)
        .where('state', '=', 'pending')
        .executeTakeFirst();
      if (numUpdatedRows > 0n) {
        await keepReceipt(trx, id, 'confirmed', at);
        await queueBooks(trx, id, books);
      }
      const row = await trx
        .selectFrom('subscription')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.state === 'confirmed';
    });
  }

  async function leave(id: number): Promise<void> {
    await query.transaction().execute(async (trx) => {
      const at = now();
      const { numUpdatedRows } = await trx
        .updateTable('subscription')
        .set((row) => ({
          state: row
            .case()
            .when(row.and([row('state', '=', 'pending'), row.not(hadLeft(row))]))
            .then('suppressed' as const)
            .else('unsubscribed' as const)
            .end(),
          left_at: at,
        }))
        .where('id', '=', id)
        .where('state', 'in', ['pending', 'confirmed'])
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await keepReceipt(trx, id, 'withdrawn', at);
      await stopMails(trx, id, at);
    });
  }

  async function erase(id: number): Promise<void> {
    const kept = await find(id);
    if (!kept) return;
    await erasePerson(store, kept.key, now());
    await onErased();
  }

  async function dataOf(id: number): Promise<AllKept | null> {
    const subscription = await query
      .selectFrom('subscription')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!subscription) return null;
    const receipts = await query
      .selectFrom('consent_receipt as receipt')
      .leftJoin('consent_text as text', (join) =>
        join.onRef('text.version', '=', 'receipt.version').onRef('text.language', '=', 'receipt.language'),
      )
      .select([
        'receipt.event',
        'receipt.at',
        'receipt.page',
        'receipt.language',
        'receipt.version',
        'text.text',
      ])
      .where('receipt.subscription_id', '=', id)
      .orderBy('receipt.id')
      .execute();
    const interests = await selectBooks(query, id);
    const messages = await query
      .selectFrom('message as m')
      .leftJoin('consent_text as text', (join) =>
        join.onRef('text.version', '=', 'm.consent').onRef('text.language', '=', 'm.language'),
      )
      .select(CONTACT_FIELDS.map((field) => `m.${field}` as const))
      .select(['m.created_at', 'm.language', 'm.consent', 'text.text'])
      .where((row) => row(row.fn<string>('lower', ['m.email']), '=', subscription.key))
      .orderBy('m.id')
      .execute();
    return {
      subscription: readable(subscription),
      consent: receipts.map(readable),
      interests: interests.map(readable),
      messages: messages.map(readable),
    };
  }

  return { find, findByKey, confirm, leave, erase, dataOf };
}

/** Counted once, left and was posted again. */
function hadLeft(row: ExpressionBuilder<Tables, 'subscription'>) {
  const left = row
    .selectFrom('consent_receipt as receipt')
    .select('receipt.id')
    .whereRef('receipt.subscription_id', '=', 'subscription.id')
    .where('receipt.event', '=', 'withdrawn');
  return row.exists(left);
}

/** A worker that has looked and means to start finds that its lease is gone. */
async function stopMails(trx: Transaction<Tables>, id: number, at: number): Promise<void> {
  const reply = 'The person has left.';
  await trx
    .updateTable('outbox')
    .set({ state: 'skipped', lease: null, lease_until: null, finished_at: at, reply })
    .where('subject', '=', id)
    .where('kind', 'in', ['confirm', 'book', 'forward'])
    .where('state', 'in', ['queued', 'retry', 'claimed'])
    .execute();
}

async function keepReceipt(
  trx: Transaction<Tables>,
  id: number,
  event: 'confirmed' | 'withdrawn',
  at: number,
): Promise<void> {
  await trx
    .insertInto('consent_receipt')
    .columns(['subscription_id', 'event', 'version', 'language', 'page', 'at'])
    .expression((from) =>
      from
        .selectFrom('subscription as s')
        .select((s) => [
          's.id',
          s.val(event).as('event'),
          's.consent',
          's.language',
          s.val('/soon').as('page'),
          s.cast<number>(s.val(at), 'bigint').as('at'),
        ])
        .where('s.id', '=', id),
    )
    .execute();
}

const TIMES = new Set(['created_at', 'confirmed_at', 'left_at', 'reminded_at', 'at']);
const OURS_ALONE = new Set(['id', 'key']);

function readable(row: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(row).filter(([name]) => !OURS_ALONE.has(name));
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      TIMES.has(name) && value !== null ? new Date(Number(value)).toISOString() : value,
    ]),
  );
}
