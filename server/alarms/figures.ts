import type { PauseReason, Purpose } from '#contract/owner/launch.ts';
import { DAY, HOUR, MINUTE } from '#contract/time.ts';
import type { Kysely, SelectQueryBuilder } from '#kysely';
import { countRows } from '#server/store/count-rows.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Space } from '#server/store/disk/free-space.ts';
import { HAS_ISSUE, IS_RETRY, KIND } from '#server/outbox/conditions.ts';
import type { KindRules } from '#server/outbox/kind.ts';
import { isAboutRecipient } from '#server/outbox/replies.ts';
import { readAnyRefusal } from '#server/mail-account/refusal.ts';
import { isPurpose } from '#server/launch/purposes.ts';
import { IMPORTED } from '#server/list/receipts.ts';

/** The figures that alerts are decided from. */
export type AlarmFigures = Awaited<ReturnType<typeof readAlarmFigures>>;

/** `reply`: the last reply of the other side; null if there was none. */
export type Failures = { count: number; reply: string | null };
const NONE: Failures = { count: 0, reply: null };

export const RECENT_MS = 10 * MINUTE;
/**
 * Rows read to estimate the usual rate, and to find genuine sign-ups among suspects and imports. Every such
 * query blocks other writers, so each is limited. After a larger import the rate is unknown for a while.
 */
const SAMPLE = 10_000;
const GAPS = 50;
/** The age of a mail that was queued for its turn means nothing (outbox/backoff.ts). */
const HALF_AN_HOURS_TRIES = 4;
const MOST_COUNTED = 10_000;

/** `space`: null if the system does not report it. @throws what the store throws. */
export async function readAlarmFigures(
  query: Kysely<Tables>,
  kinds: readonly KindRules[],
  now: number,
  space: Space | null,
) {
  const tellingBy = (alarm: KindRules['alarm']) =>
    kinds.filter((kind) => kind.alarm === alarm).map(({ name }) => name);
  const mails = tellingBy('alarm-mail');
  return {
    newest: await readNewest(query, now),
    signUps: await readSignUps(query, now),
    messages: await countMessages(query, now),
    /** Submissions rejected by the form service in the last hour. */
    rejected: sum(await readReplies(query, failed(query, tellingBy('alarm-forward'), now))),
    /** Mails that failed in the last hour, or are retried for longer, if the mail server accepted none. */
    undelivered: (await hasTaken(query, mails, now))
      ? NONE
      : sum(
          (await readReplies(query, failed(query, mails, now).unionAll(retried(query, mails, now)))).filter(
            // A dead or full mailbox says nothing about the mail server.
            ({ reply }) => !isAboutRecipient(reply ?? ''),
          ),
        ),
    paused: await readPaused(query),
    /** What the mail account refuses for; null: it takes mails. */
    refused: await readAnyRefusal(query),
    space,
  };
}

/** Announcements that paused by themselves. `at`: milliseconds since 1970. */
async function readPaused(query: Kysely<Tables>): Promise<{ purpose: Purpose; why: string; at: number }[]> {
  const rows = await query
    .selectFrom('announcement')
    .select(['purpose', 'reason'])
    .where('state', '=', 'paused')
    .execute();
  return rows
    .filter(({ purpose }) => isPurpose(purpose))
    .map(({ purpose, reason }) => ({
      purpose,
      ...(JSON.parse(reason ?? '{}') as PauseReason & { at: number }),
    }))
    .filter(({ why }) => why !== 'owner');
}

/** The sample of subscriptions. */
function latest(query: Kysely<Tables>) {
  return query
    .selectFrom('subscription')
    .select(['id', 'created_at as at', 'suspect', 'consent'])
    .orderBy('id', 'desc')
    .limit(SAMPLE)
    .as('latest');
}

/** The newest genuine sign-ups, at most 51; none from the future, none imported. */
function readNewest(query: Kysely<Tables>, now: number): Promise<{ id: number; at: number }[]> {
  return query
    .selectFrom(latest(query))
    .select(['id', 'at'])
    .where('suspect', 'is', null)
    .where('consent', 'is distinct from', IMPORTED)
    .where('at', '<=', now)
    .orderBy('at', 'desc')
    .limit(GAPS + 1)
    .execute();
}

/**
 * Counts sign-ups including suspects, without imports, at most `SAMPLE`. `recent`: in the last ten minutes.
 * `before`: earlier, up to a week back: the count, and the milliseconds it spans.
 */
async function readSignUps(query: Kysely<Tables>, now: number) {
  const week = now - 7 * DAY;
  const row = await query
    .selectFrom(latest(query))
    .select(({ fn }) => {
      const came = fn.countAll<number>().filterWhere('consent', 'is distinct from', IMPORTED);
      return [
        fn.countAll<number>().as('rows'),
        came.as('all'),
        came.filterWhere('at', '>', now - RECENT_MS).as('recent'),
        fn.min('at').as('oldest'),
      ];
    })
    .where('at', '<=', now)
    .where('at', '>', week)
    .executeTakeFirstOrThrow();
  const all = Number(row.all);
  const count = Number(row.recent);
  // A full sample may span less than a week.
  const from = Number(row.rows) < SAMPLE ? week : Number(row.oldest);
  const overMs = Math.max(now - RECENT_MS - from, 0);
  return { recent: count, before: { count: all - count, overMs } };
}

/** Contact messages of the last ten minutes, including suspects, at most `SAMPLE`. */
async function countMessages(query: Kysely<Tables>, now: number): Promise<number> {
  const rows = query.selectFrom('message').select('created_at as at').orderBy('id', 'desc').limit(SAMPLE);
  return countRows(
    query
      .selectFrom(rows.as('latest'))
      .where('at', '>', now - RECENT_MS)
      .where('at', '<=', now),
  );
}

function failed(query: Kysely<Tables>, kinds: readonly string[], now: number) {
  return query
    .selectFrom('outbox')
    .select((row) => ['reply', row.ref('finished_at').$notNull().as('at')])
    .where('kind', 'in', kinds)
    .where(HAS_ISSUE)
    .where('state', 'in', ['failed', 'unknown'])
    .where('finished_at', '>', now - HOUR)
    .where('finished_at', '<=', now);
}

function retried(query: Kysely<Tables>, kinds: readonly string[], now: number) {
  return query
    .selectFrom('outbox')
    .select(['reply', 'created_at as at'])
    .where('kind', 'in', kinds)
    .where(IS_RETRY)
    .where('attempt', '>=', HALF_AN_HOURS_TRIES)
    .where('created_at', '<', now - HOUR);
}

type Rows = SelectQueryBuilder<Tables, 'outbox', { reply: string | null; at: number }>;

/** Whether a mail was accepted in the last hour. */
async function hasTaken(query: Kysely<Tables>, kinds: readonly string[], now: number): Promise<boolean> {
  const taken = await query
    .selectFrom('outbox')
    .select('id')
    .where('finished_at', '>', now - HOUR)
    .where('finished_at', '<=', now)
    .where('state', '=', 'sent')
    .where(KIND, 'in', kinds)
    .limit(1)
    .executeTakeFirst();
  return taken !== undefined;
}

type Reply = { reply: string | null; n: number; last: number };

/** The replies of the other side, with their number and last time. */
async function readReplies(query: Kysely<Tables>, rows: Rows): Promise<Reply[]> {
  const replies = await query
    .selectFrom(rows.limit(MOST_COUNTED).as('some'))
    .select(({ fn }) => ['reply', fn.countAll<number>().as('n'), fn.max('at').as('last')])
    .groupBy('reply')
    .execute();
  return replies.map(({ reply, n, last }) => ({ reply, n: Number(n), last: Number(last) }));
}

function sum(replies: readonly Reply[]): Failures {
  const [newest] = replies.toSorted((one, other) => other.last - one.last);
  return { count: replies.reduce((all, { n }) => all + n, 0), reply: newest?.reply ?? null };
}
