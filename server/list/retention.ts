import { type ExpressionBuilder, type Kysely, sql, type Transaction } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { IS_OPEN } from '#server/outbox/queue.ts';
import { keepHash } from './erasure.ts';
import { IMPORTED } from './subscription.ts';

const DAY = 24 * 60 * 60 * 1000;
/** As far back as the intake looks on mails sent to one address. */
const MAIL_DAYS = 30;
const OUTBOX_DAYS = MAIL_DAYS + 5;
/** A few milliseconds of work each, so that nobody who subscribes meanwhile waits. */
const CHUNK = 500;

/**
 * Deletes what is kept no longer: addresses nobody has confirmed within `unconfirmedDays` of the last time somebody
 * asked for it (they never consented for sure), and what the outbox remembers of finished work. An address that was sent
 * a mail stays for as long as that mail counts against the next one. Who had left and came back without confirming has
 * left again. Gives the number of addresses deleted.
 */
export async function applyRetention(
  query: Kysely<Tables>,
  unconfirmedDays: number,
  now: number,
): Promise<number> {
  const isForgotten = forgottenSince(now - unconfirmedDays * DAY, now - MAIL_DAYS * DAY);
  let deleted = 0;
  await inChunks(async () => {
    const rows = await query
      .selectFrom('subscription')
      .select('id')
      .where(isForgotten)
      .limit(CHUNK)
      .execute();
    if (rows.length > 0) {
      deleted += await query.transaction().execute((trx) =>
        forget(
          trx,
          rows.map(({ id }) => id),
          isForgotten,
        ),
      );
    }
    return rows.length;
  });
  await inChunks(async () => {
    const old = query
      .selectFrom('outbox')
      .select('id')
      .where('finished_at', '<', now - OUTBOX_DAYS * DAY)
      // These still wait for the owner's word.
      .where('state', '!=', 'held')
      .limit(CHUNK);
    const { numDeletedRows } = await query.deleteFrom('outbox').where('id', 'in', old).executeTakeFirst();
    return Number(numDeletedRows);
  });
  return deleted;
}

type Condition = (row: ExpressionBuilder<Tables, 'subscription'>) => ReturnType<typeof row.and>;

/** Pending, not asked for since `asked`, and not sent a mail since `mailed`. */
function forgottenSince(asked: number, mailed: number): Condition {
  return (row) => {
    const receipts = row
      .selectFrom('consent_receipt as receipt')
      .select('receipt.id')
      .whereRef('receipt.subscription_id', '=', 'subscription.id')
      .where('receipt.at', '>=', asked);
    const mails = row
      .selectFrom('outbox')
      .select('outbox.id')
      .whereRef('outbox.subject', '=', 'subscription.id')
      .where('outbox.kind', '=', 'confirm')
      // A reminder prolongs nothing.
      .where('outbox.payload', 'is', null)
      .where((mail) =>
        mail.or([mail('outbox.created_at', '>=', mailed), mail('outbox.started_at', '>=', mailed), IS_OPEN]),
      );
    return row.and([
      IS_PENDING,
      row('subscription.created_at', '<', asked),
      row.not(row.exists(receipts)),
      row.not(row.exists(mails)),
    ]);
  };
}

/**
 * Deletes everybody who last sent a form before `before`, with all that hangs on them. Of who had left a keyed hash stays:
 * no old list brings them back. Gives the number of addresses deleted.
 */
export async function deletePeople(query: Kysely<Tables>, before: number, now: number): Promise<number> {
  const isOver = lastSeenBefore(before);
  const newest = await query
    .selectFrom('subscription')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  let deleted = 0;
  // By their ids: there is no index on times, which every sign-up would have to pay for.
  for (let from = 0; from < Number(newest.id); from += CHUNK) {
    const rows = await query
      .selectFrom('subscription')
      .select('id')
      .where('id', '>', from)
      .where('id', '<=', from + CHUNK)
      .where(isOver)
      .execute();
    if (rows.length === 0) continue;
    const ids = rows.map(({ id }) => id);
    deleted += await query.transaction().execute(async (trx) => {
      const over = await lockStill(trx, ids, isOver);
      for (const { key, state, left_at } of over)
        if (left_at !== null && state !== 'confirmed') await keepHash(trx, key, now);
      return remove(
        trx,
        over.map(({ id }) => id),
      );
    });
  }
  return deleted;
}

/** How many `deletePeople` would delete. */
export async function countPeople(query: Kysely<Tables>, before: number): Promise<number> {
  const { n } = await query
    .selectFrom('subscription')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(lastSeenBefore(before))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** No form sent since, by what the person has agreed to; of who was imported as confirmed, not imported since. */
function lastSeenBefore(time: number): Condition {
  return (row) => {
    const given = row
      .selectFrom('consent_receipt as receipt')
      .select('receipt.id')
      .whereRef('receipt.subscription_id', '=', 'subscription.id')
      .where('receipt.event', '=', 'given')
      .where('receipt.at', '>=', time);
    const isImported = row.and([
      row('subscription.consent', 'is not distinct from', IMPORTED),
      row('subscription.confirmed_at', 'is not', null),
      row('subscription.confirmed_at', '>=', time),
    ]);
    return row.and([
      row('subscription.created_at', '<', time),
      row.not(isImported),
      row.not(row.exists(given)),
    ]);
  };
}

/** Word for word as in the partial index: SQLite uses it only then. */
const IS_PENDING = sql<boolean>`subscription.state = 'pending'`;

async function forget(trx: Transaction<Tables>, ids: number[], isForgotten: Condition): Promise<number> {
  const unknown: number[] = [];
  for (const { id, left_at } of await lockStill(trx, ids, isForgotten)) {
    if (left_at === null) unknown.push(id);
    else
      await trx
        .updateTable('subscription')
        .set({ state: 'unsubscribed', left_at })
        .where('id', '=', id)
        .execute();
  }
  return remove(trx, unknown);
}

/** Those of `ids` of whom it is still so. `left_at`: when they last left. */
async function lockStill(trx: Transaction<Tables>, ids: number[], isSo: Condition) {
  // Changes nothing, but whoever posts one of these addresses waits from here on; who has done so is seen below.
  await trx
    .updateTable('subscription')
    .set((row) => ({ state: row.ref('state') }))
    .where('id', 'in', ids)
    .execute();
  return trx
    .selectFrom('subscription')
    .select((row) => [
      'id',
      'key',
      'state',
      row
        .selectFrom('consent_receipt as receipt')
        .select((receipt) => receipt.fn.max('receipt.at').as('at'))
        .whereRef('receipt.subscription_id', '=', 'subscription.id')
        .where('receipt.event', '=', 'withdrawn')
        .as('left_at'),
    ])
    .where('id', 'in', ids)
    .where(isSo)
    .execute();
}

async function remove(trx: Transaction<Tables>, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  await trx
    .deleteFrom('outbox')
    .where('kind', 'in', ['confirm', 'book', 'forward'])
    .where('subject', 'in', ids)
    .execute();
  await trx.deleteFrom('subscription').where('id', 'in', ids).execute();
  return ids.length;
}

/** Until a chunk was not full. */
async function inChunks(work: () => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const done = await work();
    total += done;
    if (done < CHUNK) return total;
  }
}
