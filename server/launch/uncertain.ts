import { HOUR } from '#contract/time.ts';
import { type Kysely, sql } from '#kysely';
import type { MailRoute } from '#server/base/config.ts';
import { IS_WAITING } from '#server/list/announced.ts';
import { nextAttempt } from '#server/outbox/backoff.ts';
import { createEvenTime, leaseFor, readLeaseTime } from '#server/outbox/lease-time.ts';
import { createLeaseWatch } from '#server/outbox/renewal.ts';
import type { Mail } from '#server/deliver/message.ts';
import type { Database } from '#server/store/database.ts';
import type { RecipientState, Tables } from '#server/store/schema.ts';
import type { Due, Ended } from './rows.ts';

// A mail with an unknown outcome is not resent automatically: it might arrive twice. Only if the mail server
// dedupes by an idempotency key is it retried a few times, while the server surely remembers the key.

/** A mail server that dedupes by the key in `header`. `name` identifies both in the store. */
export type Relay = { header: string; name: string };

/**
 * From the first mail with an unknown outcome: half of the 24 hours or more for which keys live at Resend
 * (resend.com/docs/dashboard/emails/idempotency-keys), Lettermint
 * (docs.lettermint.co/platform/emails/idempotency), EmailEngine (lib/email-client/base-client.js). Clocks
 * differ.
 */
const KEY_LIFE_MS = 12 * HOUR;
const MOST_ATTEMPTS = 5;

export function relayOf(header: string | null, route: MailRoute): Relay | null {
  return header === null || route.is !== 'server'
    ? null
    : { header, name: `${header} ${new URL(route.url).host}` };
}

/** Keeps the key the same across attempts and resends. Test mails get none: each should arrive. */
export function withKey(mail: Mail, { header }: Relay): Mail {
  return { ...mail, headers: { ...mail.headers, [header]: mail.messageId.slice(1, -1) } };
}

/** Decides what an outcome leads to if mails have keys. */
export function applyKey(
  ended: Ended,
  { unknownSince, startedAt }: Pick<Due, 'unknownSince'> & { startedAt: number },
  { relay, now, random }: { relay: Relay | null; now: number; random: () => number },
): Ended {
  // A refusal of this attempt says nothing about the previous one.
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

/** False if an earlier attempt may have been accepted, unless its key is still remembered. */
export function mayStart(relay: string | null, now: number) {
  return sql<boolean>`(unknown_since IS NULL OR ${isRemembered(relay, now)})`;
}

/** Counted from the last renewal; longer than any delivery lasts (SMTP_LIMITS in deliver/smtp.ts). */
export const STARTED_LEASE_MS = 20 * 60_000;

/** The reply stored for a mail whose process died: it says nothing about the mail server. */
export const SENDER_ENDED = 'The sender ended in the middle.';

/** Renews the lease of a mail under way. */
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
 * Recovers mails left started by a dead process: they become unknown, or are retried if `relay` remembers
 * their key. Retries that waited too long or have another `relay` become unknown. Null: no `relay` applies.
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
      // Found first, by the index on started mails: otherwise it would scan all recipients.
      .where('subscription_id', 'in', startedOf(store.write, announcement))
      .where(IS_STARTED)
      .where('lease', '!=', sender);
    // A lease from before a reboot, or from before PostgreSQL's clock was set back.
    await underWay.set({ lease_until: latest }).where('lease_until', '>', latest).execute();
    const at = now();
    await underWay
      .set(afterCrash(relay, at, at))
      .where('lease_until', '<', evenTime)
      .execute();
    for (const { person, lease, until } of gone(await readStarted(store.write, announcement, sender)))
      await underWay
        // A retry waits until the earlier attempt has surely ended.
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

/** Mails under way in other processes. */
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
    // A mail takes seconds: its process died soon after starting it.
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

/** Verbatim as in the partial index. */
const IS_STARTED = sql<boolean>`state = 'started'`;

function uncertainOf(query: Kysely<Tables>, announcement: number) {
  return (
    query
      .selectFrom('announcement_recipient')
      .select('subscription_id')
      .where('announcement_id', '=', announcement)
      // Uses its index: SQLite does not for a bare `IS NOT NULL`.
      .where('unknown_since', '>', 0)
  );
}
