import { type Kysely, sql } from '#kysely';
import { IS_WAITING } from '#server/list/announced.ts';
import { nextAttempt } from '#server/outbox/backoff.ts';
import { createEvenTime, leaseFor, readLeaseTime } from '#server/outbox/lease-time.ts';
import { createLeaseWatch } from '#server/outbox/renewal.ts';
import type { Mail } from '#server/deliver/message.ts';
import type { Database } from '#server/store/database.ts';
import type { RecipientState, Tables } from '#server/store/schema.ts';
import type { Due, Ended } from './ledger.ts';

// A mail of which nobody knows whether it was taken is not sent again by itself: it might come twice. Unless the mail server
// remembers a key of each mail and drops a second one: then it is tried again, a few times, for as long as it surely remembers.

/** A mail server that does. `header`: where it reads the key. `name`: of both, kept with each attempt, as another one knows no key of it. */
export type Relay = { header: string; name: string };

const HOUR = 60 * 60_000;
/**
 * From the start of the first mail whose end nobody knows. Half of the 24 hours for which keys are remembered at least, as
 * Resend (resend.com/docs/dashboard/emails/idempotency-keys), Lettermint (docs.lettermint.co/platform/emails/idempotency)
 * and EmailEngine (lib/email-client/base-client.js) say: clocks differ, and a mail takes its time.
 */
const KEY_LIFE_MS = 12 * HOUR;
const MOST_ATTEMPTS = 5;

export function relayOf(header: string | null, smtpUrl: string | null): Relay | null {
  return header === null || smtpUrl === null ? null : { header, name: `${header} ${new URL(smtpUrl).host}` };
}

/** The key is equal for each attempt, and when the owner sends again. Receivers of a test mail get none: each is to come. */
export function withKey(mail: Mail, { header }: Relay): Mail {
  return { ...mail, headers: { ...mail.headers, [header]: mail.messageId.slice(1, -1) } };
}

/** What follows from an end where mails have keys. */
export function applyKey(
  ended: Ended,
  { unknownSince, startedAt }: Pick<Due, 'unknownSince'> & { startedAt: number },
  { relay, now, random }: { relay: Relay | null; now: number; random: () => number },
): Ended {
  // A refusal of this attempt says nothing about the one before.
  if (ended.outcome === 'failed' && unknownSince !== null) return { ...ended, outcome: 'unknown' };
  if (ended.outcome !== 'unknown' || relay === null || ended.attempt >= MOST_ATTEMPTS) return ended;
  const due = nextAttempt(ended.attempt, now, random);
  if (due === null || due >= (unknownSince ?? startedAt) + KEY_LIFE_MS) return ended;
  return { ...ended, outcome: 'retry', due, afresh: false, isUncertain: true };
}

function isRemembered(relay: string | null, now: number) {
  return sql<boolean>`(coalesce(key_relay = ${relay}, FALSE)
    AND coalesce(unknown_since, started_at) > CAST(${now - KEY_LIFE_MS} AS BIGINT))`;
}

/** Not where an attempt before may have been taken, unless its key is still remembered. */
export function mayStart(relay: string | null, now: number) {
  return sql<boolean>`(unknown_since IS NULL OR ${isRemembered(relay, now)})`;
}

/** From the last renewal on: longer than any delivery lasts (SMTP_LIMITS in deliver/smtp.ts). */
export const STARTED_LEASE_MS = 20 * 60_000;

/** Said of a mail whose process is gone: it is about us, not about the mail server. */
export const SENDER_ENDED = 'The sender ended in the middle.';

/** Says that the mail to this person is still under way. */
export async function renewStarted(
  { kind, write }: Pick<Database, 'kind' | 'write'>,
  { announcement, person, sender }: { announcement: number; person: number; sender: string },
): Promise<void> {
  await write
    .updateTable('announcement_recipient')
    .set({ lease_until: leaseFor(kind, STARTED_LEASE_MS) })
    .where('announcement_id', '=', announcement)
    .where('subscription_id', '=', person)
    .where(IS_STARTED)
    .where('lease', '=', sender)
    .execute();
}

/**
 * Nobody knows the end of what a process that is gone had started: it is not sent again, unless `relay` remembers its key.
 * What waited for that too long, or `relay` is another one now, is not either. `relay` null: none does, or nothing is sent.
 */
export function createRecovery(
  store: Pick<Database, 'kind' | 'write'>,
  now: () => number,
  steadyNow: () => number = () => performance.now(),
): (announcement: number, sender: string, relay: string | null) => Promise<void> {
  const even = createEvenTime(STARTED_LEASE_MS);
  const gone = createLeaseWatch(steadyNow);
  return async (announcement, sender, relay) => {
    const time = await readLeaseTime(store);
    const evenTime = even(time);
    const latest = time + STARTED_LEASE_MS;
    const underWay = store.write
      .updateTable('announcement_recipient')
      .where('announcement_id', '=', announcement)
      // Found first, by the index of what is under way: else it would walk through everybody.
      .where('subscription_id', 'in', startedOf(store.write, announcement))
      .where(IS_STARTED)
      .where('lease', '!=', sender);
    // A lease from before the machine was started anew, or PostgreSQL's clock put back.
    await underWay.set({ lease_until: latest }).where('lease_until', '>', latest).execute();
    const at = now();
    await underWay
      .set(afterCrash(relay, at, at))
      .where('lease_until', '<', evenTime)
      .execute();
    for (const { person, lease, until } of gone(await readStarted(store.write, announcement, sender)))
      await underWay
        // What is tried again waits until it has surely ended.
        .set(afterCrash(relay, at, at + Math.max(0, until - evenTime)))
        .where('subscription_id', '=', person)
        .where('lease', '=', lease)
        .where('lease_until', '=', until)
        .execute();
    await store.write
      .updateTable('announcement_recipient')
      .set({ state: 'unknown', finished_at: at })
      .where('announcement_id', '=', announcement)
      .where('subscription_id', 'in', uncertainOf(store.write, announcement))
      .where(IS_WAITING)
      .where(sql<boolean>`NOT ${mayStart(relay, at)}`)
      .execute();
  };
}

/** Under way, by other processes. */
async function readStarted(query: Kysely<Tables>, announcement: number, sender: string) {
  const rows = await query
    .selectFrom('announcement_recipient')
    .select(['subscription_id as person', 'lease', 'lease_until as until'])
    .where('announcement_id', '=', announcement)
    .where('subscription_id', 'in', startedOf(query, announcement))
    .where('lease', '!=', sender)
    .$narrowType<{ lease: string; until: number }>()
    .execute();
  return rows.map((row) => ({ ...row, holder: `${announcement} ${row.person} ${row.lease}` }));
}

function afterCrash(relay: string | null, now: number, due: number) {
  const again = sql`(${isRemembered(relay, now)} AND attempt < ${MOST_ATTEMPTS})`;
  return {
    state: sql<RecipientState>`CASE WHEN ${again} THEN 'retry' ELSE 'unknown' END`,
    due_at: sql<number>`CASE WHEN ${again} THEN CAST(${due} AS BIGINT) ELSE due_at END`,
    // A mail takes seconds: its process died soon after its start.
    finished_at: sql<number | null>`CASE WHEN ${again} THEN finished_at ELSE started_at END`,
    unknown_since: sql<
      number | null
    >`CASE WHEN ${again} THEN coalesce(unknown_since, started_at) ELSE unknown_since END`,
    reply: SENDER_ENDED,
  };
}

export function startedOf(query: Kysely<Tables>, announcement: number) {
  return query
    .selectFrom('announcement_recipient')
    .select('subscription_id')
    .where('announcement_id', '=', announcement)
    .where(IS_STARTED);
}

/** Word for word as in the partial index. */
const IS_STARTED = sql<boolean>`state = 'started'`;

function uncertainOf(query: Kysely<Tables>, announcement: number) {
  return (
    query
      .selectFrom('announcement_recipient')
      .select('subscription_id')
      .where('announcement_id', '=', announcement)
      // By its index, which a bare `IS NOT NULL` does not use in SQLite.
      .where('unknown_since', '>', 0)
  );
}
