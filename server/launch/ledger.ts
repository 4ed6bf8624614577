import { type Kysely, sql, type Transaction } from '#kysely';
import { isLetter, IS_WAITING, NOT_TOLD, NOT_WANTED } from '#server/list/announced.ts';
import { NEWS } from '#contract/newsletter.ts';
import { getsNews } from '#server/list/news.ts';
import { markUndeliverable } from '#server/list/undeliverable.ts';
import { HAS_BOOK } from '#server/outbox/conditions.ts';
import { leaseFor } from '#server/outbox/lease-time.ts';
import { refusesAddress } from '#server/outbox/replies.ts';
import type { Database } from '#server/store/database.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Due, Ended } from './rows.ts';
import { mayStart, startedOf, STARTED_LEASE_MS } from './uncertain.ts';

type Store = Pick<Database, 'kind' | 'write'>;

/** Lease of the sending process: after a crash another one takes over this much later. */
const SENDER_LEASE_MS = 15_000;

/** Finds recipients whose mails are due, in order; only those after `after`. */
export async function findWaiting(
  query: Kysely<Tables>,
  announcement: number,
  now: number,
  limit: number,
  after?: Pick<Due, 'id' | 'due'>,
): Promise<Due[]> {
  const rows = await query
    .selectFrom('announcement_recipient as r')
    .leftJoin('subscription as s', 's.id', 'r.subscription_id')
    .select(['r.subscription_id as id', 'r.attempt', 's.key', 's.address', 's.language', 'r.due_at as due'])
    .select('r.unknown_since as unknownSince')
    .select(getsNews('s').as('gets_news'))
    .select(sql<number | null>`coalesce(${TOPIC_ASKED_AT}, s.created_at)`.as('asked_at'))
    .where('r.announcement_id', '=', announcement)
    .where(IS_WAITING_ROW)
    .where('r.due_at', '<=', now)
    .$if(after !== undefined, (all) =>
      all.where(sql<boolean>`(r.due_at, r.subscription_id) > (${after?.due}, ${after?.id})`),
    )
    .orderBy('r.due_at')
    .orderBy('r.subscription_id')
    .limit(limit)
    .execute();
  return rows.map(({ id, due, attempt, key, address, language, asked_at, gets_news, unknownSince }) => ({
    id,
    due,
    unknownSince,
    attempt,
    key: key ?? '',
    address: address ?? '',
    language: language ?? 'en',
    askedAt: Number(asked_at ?? 0),
    getsNews: Boolean(gets_news),
  }));
}

const TOPIC_ASKED_AT = sql`(SELECT i.at FROM announcement a
  JOIN interest i ON i.subscription_id = r.subscription_id
    AND (a.purpose = 'book:' || i.product OR (i.product = ${NEWS} AND ${isLetter('a')}))
  WHERE a.id = r.announcement_id)`;

const IS_WAITING_ROW = sql<boolean>`r.state IN ('queued', 'retry')`;

/** A suspected bot counts as gone too. */
const HAS_LEFT = sql<boolean>`NOT EXISTS (SELECT 1 FROM subscription AS s
  WHERE s.id = announcement_recipient.subscription_id AND s.state = 'confirmed' AND s.suspect IS NULL)`;

/** Who asks on the site for a book that is being announced gets it at once. */
const HAS_IT_ALREADY = sql<boolean>`EXISTS (SELECT 1 FROM outbox AS o
  JOIN announcement AS a ON a.id = announcement_recipient.announcement_id AND a.purpose = 'book:' || o.payload
  WHERE o.subject_id = announcement_recipient.subscription_id AND o.kind = 'book' AND ${HAS_BOOK})`;

const HAS_STOPPED = sql<boolean>`EXISTS (SELECT 1 FROM announcement AS a
  WHERE a.id = announcement_recipient.announcement_id AND a.purpose <> 'launch' AND NOT EXISTS (
    SELECT 1 FROM interest AS i WHERE i.subscription_id = announcement_recipient.subscription_id
      AND (a.purpose = 'book:' || i.product OR (i.product = ${NEWS} AND ${isLetter('a')}))))`;

/** These recipients are skipped. */
export const IS_NOT_TOLD = sql<boolean>`(${HAS_LEFT} OR ${HAS_IT_ALREADY} OR ${HAS_STOPPED})`;
const WHY_NOT = sql<string>`CASE WHEN ${HAS_LEFT} THEN 'The person has left.' WHEN ${HAS_STOPPED} THEN ${NOT_WANTED}
  ELSE 'The person has the book already.' END`;

/**
 * One transaction of the sender: stores outcomes and refused addresses, and marks the next mails as started.
 * Returns the ids it started: no other mail may leave. Starts none once the announcement is paused or another
 * process has the lease. `started` is committed before the mail server gets any of the mail. From there a row
 * returns to `retry` only if the server surely has not accepted it, or drops duplicates: then it has
 * `unknown_since` (see uncertain.ts). `unknown` never changes by itself. `skipped`: left, erased, or
 * unreachable.
 */
export async function commitBatch(
  { kind, write }: Store,
  {
    announcement,
    sender,
    ended,
    neverLeft,
    next,
    relay,
    now,
  }: {
    announcement: number;
    sender: string;
    ended: readonly Ended[];
    /** Perhaps marked as started, surely not handed over. */
    neverLeft: readonly number[];
    next: readonly number[];
    /** The mail server that gets an idempotency key with them. */
    relay: string | null;
    now: number;
  },
): Promise<number[]> {
  return write.transaction().execute(async (trx) => {
    if (ended.length > 0) await writeEnds(trx, announcement, sender, ended, now);
    if (neverLeft.length > 0) await giveBack(trx, announcement, sender, neverLeft);
    const refused = ended.filter(isRefusedAddress).map(({ id }) => id);
    await markUndeliverable(trx, refused, now);
    if (next.length === 0) return [];
    const waiting = trx
      .updateTable('announcement_recipient')
      .where('announcement_id', '=', announcement)
      .where('subscription_id', 'in', next)
      .where(IS_WAITING);
    const started = await waiting
      .set({ state: 'started', attempt: sql`attempt + 1`, started_at: now })
      .set({ lease: sender, lease_until: leaseFor(kind, STARTED_LEASE_MS), key_relay: relay })
      .where(mayStart(relay, now))
      .where(sql<boolean>`NOT ${IS_NOT_TOLD}`)
      .where(
        sql<boolean>`EXISTS (SELECT 1 FROM announcement AS a WHERE a.id = ${announcement}
          AND a.state IN ('sending', 'done') AND a.sender = ${sender})`,
      )
      .returning('subscription_id')
      .execute();
    if (started.length < next.length)
      await waiting.set({ state: NOT_TOLD, finished_at: now, reply: WHY_NOT }).where(IS_NOT_TOLD).execute();
    return started.map(({ subscription_id }) => subscription_id);
  });
}

async function giveBack(
  trx: Transaction<Tables>,
  announcement: number,
  sender: string,
  ids: readonly number[],
): Promise<void> {
  await trx
    .updateTable('announcement_recipient')
    .set({ state: 'queued', attempt: sql`attempt - 1`, lease: null, lease_until: null })
    .where('announcement_id', '=', announcement)
    .where('subscription_id', 'in', ids)
    .where('state', '=', 'started')
    .where('lease', '=', sender)
    .execute();
}

/** All in one statement, to save round trips. */
async function writeEnds(
  trx: Transaction<Tables>,
  announcement: number,
  sender: string,
  ended: readonly Ended[],
  now: number,
): Promise<void> {
  const rows = ended.map((end) => {
    const { state, due, attempt } =
      end.outcome === 'retry'
        ? { state: 'retry', due: end.due, attempt: end.attempt - (end.afresh ? 1 : 0) }
        : { state: end.outcome, due: null, attempt: null };
    const uncertain = end.outcome === 'retry' && end.isUncertain ? 1 : 0;
    return sql`(CAST(${end.id} AS BIGINT), ${state}, ${end.reply}, CAST(${due} AS BIGINT), CAST(${attempt} AS BIGINT),
      CAST(${uncertain} AS BIGINT))`;
  });
  await sql`WITH ended (id, state, reply, due, attempt, uncertain) AS (VALUES ${sql.join(rows)})
    UPDATE announcement_recipient AS r
    SET state = e.state, reply = e.reply, lease_until = NULL, due_at = coalesce(e.due, r.due_at),
      attempt = coalesce(e.attempt, r.attempt),
      unknown_since = CASE WHEN e.uncertain = 1 THEN coalesce(r.unknown_since, r.started_at) ELSE r.unknown_since END,
      finished_at = CASE WHEN e.state = 'retry' THEN r.finished_at ELSE CAST(${now} AS BIGINT) END
    FROM ended AS e
    WHERE r.announcement_id = ${announcement} AND r.subscription_id = e.id AND r.lease = ${sender}
      -- Taken for lost while it was still under way: its end is known after all.
      AND (r.state IN ('started', 'unknown') OR (r.state = 'retry' AND r.unknown_since IS NOT NULL))`.execute(
    trx,
  );
}

/** Takes or renews the lease for sending; returns false if another process has it. It lasts 15 seconds. */
export async function holdSender(
  { kind, write }: Store,
  announcement: number,
  sender: string,
): Promise<boolean> {
  const end = leaseFor(kind, SENDER_LEASE_MS);
  const now = leaseFor(kind, 0);
  const { numUpdatedRows } = await write
    .updateTable('announcement')
    .set({ sender, sender_until: end })
    .where('id', '=', announcement)
    .where((row) =>
      row.or([
        row('sender', 'is', null),
        row('sender', '=', sender),
        row('sender_until', '<', now),
        // From before the machine was restarted.
        row('sender_until', '>', end),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function releaseSender(query: Kysely<Tables>, sender: string): Promise<void> {
  await query
    .updateTable('announcement')
    .set({ sender: null, sender_until: null })
    .where('sender', '=', sender)
    .execute();
}

/** Returns whether any mail is still waiting or under way. */
export async function isAnybodyLeft(query: Kysely<Tables>, announcement: number): Promise<boolean> {
  const waiting = query
    .selectFrom('announcement_recipient')
    .select('subscription_id')
    .where('announcement_id', '=', announcement)
    .where(IS_WAITING)
    // Ordered by its index, and one query after the other: otherwise SQLite would scan all recipients.
    .orderBy('due_at')
    .limit(1);
  const started = startedOf(query, announcement).limit(1);
  return ((await waiting.executeTakeFirst()) ?? (await started.executeTakeFirst())) !== undefined;
}

/** Returns whether the address was refused for good: it gets no more mail. */
function isRefusedAddress({ outcome, reply }: Ended): boolean {
  return outcome === 'failed' && refusesAddress(reply);
}

/** Counts mails of all announcements started since `from` (ms since 1970): receivers limit a domain. */
export async function countStarted(query: Kysely<Tables>, from: number): Promise<number> {
  return countRows(
    query
      .selectFrom('announcement_recipient')
      // Uses the index: otherwise it would scan all recipients.
      .where('announcement_id', 'in', (all) => all.selectFrom('announcement').select('id'))
      .where('started_at', '>', from),
  );
}

/** Returns when the `wave`-th mail began; null: not yet. `startedSoFar`: at most `wave`. */
export async function readWave(
  query: Kysely<Tables>,
  announcement: number,
  wave: number,
): Promise<{ startedSoFar: number; ended: number | null }> {
  const rows = await query
    .selectFrom('announcement_recipient')
    .select('started_at')
    .where('announcement_id', '=', announcement)
    .where('started_at', 'is not', null)
    .orderBy('started_at')
    .limit(wave)
    .execute();
  return { startedSoFar: rows.length, ended: rows.length < wave ? null : (rows.at(-1)?.started_at ?? null) };
}

/** Returns when the last mail was started; null: none yet. */
export async function lastStart(query: Kysely<Tables>, announcement: number): Promise<number | null> {
  const { at } = await query
    .selectFrom('announcement_recipient')
    .select((row) => row.fn.max('started_at').as('at'))
    .where('announcement_id', '=', announcement)
    .where('started_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return at === null ? null : Number(at);
}

/** Sets the mails a minute from now on; doubled again after each quarter of an hour without trouble. */
export async function setPace(query: Kysely<Tables>, id: number, pace: number, now: number): Promise<void> {
  await query.updateTable('announcement').set({ pace, pace_at: now }).where('id', '=', id).execute();
}
