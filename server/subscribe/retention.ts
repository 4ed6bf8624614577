import { type ExpressionBuilder, type Kysely, sql, type Transaction } from '#kysely';
import type { Tables } from '#server/db/schema.ts';
import { IS_OPEN } from '#server/outbox/queue.ts';

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

/** Word for word as in the partial index: SQLite uses it only then. */
const IS_PENDING = sql<boolean>`subscription.state = 'pending'`;

async function forget(trx: Transaction<Tables>, ids: number[], isForgotten: Condition): Promise<number> {
  // Changes nothing, but whoever posts one of these addresses waits from here on; who has done so is seen below.
  await trx
    .updateTable('subscription')
    .set((row) => ({ state: row.ref('state') }))
    .where('id', 'in', ids)
    .execute();
  const rows = await trx
    .selectFrom('subscription')
    .select((row) => [
      'id',
      row
        .selectFrom('consent_receipt as receipt')
        .select((receipt) => receipt.fn.max('receipt.at').as('at'))
        .whereRef('receipt.subscription_id', '=', 'subscription.id')
        .where('receipt.event', '=', 'withdrawn')
        .as('left_at'),
    ])
    .where('id', 'in', ids)
    .where(isForgotten)
    .execute();
  const unknown: number[] = [];
  for (const { id, left_at } of rows) {
    if (left_at === null) unknown.push(id);
    else
      await trx
        .updateTable('subscription')
        .set({ state: 'unsubscribed', left_at })
        .where('id', '=', id)
        .execute();
  }
  if (unknown.length === 0) return 0;
  await trx
    .deleteFrom('outbox')
    .where('kind', 'in', ['confirm', 'book', 'forward'])
    .where('subject', 'in', unknown)
    .execute();
  await trx.deleteFrom('subscription').where('id', 'in', unknown).execute();
  return unknown.length;
}

/** Until a chunk was not full. */
async function inChunks(work: () => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const done = await work();
    total += done;
    if (done < CHUNK) return total;
  }
}
