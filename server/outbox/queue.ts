import { randomUUID } from 'node:crypto';
import { sql } from '#kysely';
import type { Database } from '#server/store/database.ts';
import type { OutboxState } from '#server/store/schema.ts';
import { LONGEST_WAIT_MS, nextAttempt } from './backoff.ts';
import { CRASHED } from './delivery.ts';
import { IS_LEASED, IS_OPEN, IS_RETRY, KIND } from './conditions.ts';
import type { Job, KindRules, Outcome } from './kind.ts';
import { createEvenTime, leaseFor, readLeaseTime } from './lease-time.ts';
import { FIRST, PUT_OFF_AT_MOST_MS } from './send-rate.ts';
import { createLeaseWatch } from './renewal.ts';

const JOB = [
  'id',
  'kind',
  'subject_id as subjectId',
  'payload',
  'attempt',
  'unknown_attempts as unknownAttempts',
  'created_at as createdAt',
] as const;

/**
 * Milliseconds. `claimed`: the time to read what is to be sent; also how long a dead process blocks its
 * claims. `started`, since the last renewal: longer than any delivery lasts (SMTP_LIMITS in deliver/smtp.ts).
 * Nothing is resent before, even if its process is known to be dead.
 */
const LEASE_MS = { claimed: 20_000, started: 20 * 60_000 } as const;

/**
 * Jobs overdue for longer go behind recent ones: after an outage thousands of mails to an imported list may
 * be overdue, and new sign-ups must not wait for them.
 */
const RECENT_MS = 60 * 60_000;

export type Queue = {
  /** Returns the kinds with due jobs: a single query if there are none. */
  due(kinds: readonly string[]): Promise<string[]>;
  /** Claims at most `limit` due jobs of a kind; `others` (not `FIRST`) only while there are fewer. */
  claim(kind: string, limit: number, others?: number): Promise<Job[]>;
  /**
   * Commits the start before anything is sent: a crash from here on makes the outcome unknown. Returns false
   * if the lease was lost: then nothing may be sent.
   */
  start(job: Job): Promise<boolean>;
  /** Renews the lease of a started job. */
  renew(job: Job): Promise<void>;
  finish(job: Job, outcome: Outcome): Promise<void>;
  /** Releases a job that was not started. */
  release(job: Job): Promise<void>;
  /** Recovers jobs of dead workers: unstarted ones become due again, started ones unknown. */
  recover(kinds: readonly string[]): Promise<void>;
};

type Store = Pick<Database, 'kind' | 'write'>;

/** The outbox as a queue; safe for any number of workers and processes. */
export function createQueue(
  store: Store,
  rules: readonly KindRules[],
  now: () => number,
  random: () => number,
  steadyNow: () => number = () => performance.now(),
): Queue {
  const { write } = store;
  const unknownTries = new Map(rules.map(({ name, unknownTries: tries }) => [name, tries]));
  const watch: Watch = { evenly: createEvenTime(LEASE_MS.started), gone: createLeaseWatch(steadyNow) };

  function endOf(job: Job, outcome: Outcome): End {
    const isFinal = job.unknownAttempts >= (unknownTries.get(job.kind) ?? 0);
    const unknown_attempts = job.unknownAttempts + (outcome.outcome === 'unknown' ? 1 : 0);
    return { ...changeAfter(job, outcome, isFinal, now(), random), unknown_attempts, reply: outcome.reply };
  }

  return {
    due: (kinds) => kindsDue(write, kinds, now()),
    claim: (kind, limit, others = limit) => claim(store, kind, { limit, others }, now()),
    start: (job) => start(store, job, now()),
    renew: (job) => renew(store, job),
    finish: (job, outcome) => finish(write, job, endOf(job, outcome)),
    release: (job) => release(write, job),
    recover: async (kinds) => {
      const time = now();
      await recover(store, kinds, watch, (job, left) => {
        const end = endOf(job, { outcome: 'unknown', reply: CRASHED });
        // A mail takes seconds: its process died soon after starting it.
        return end.due_at === undefined
          ? { ...end, finished_at: job.startedAt }
          : { ...end, due_at: Math.max(end.due_at, time + left) };
      });
      await hurry(write, kinds, time);
    },
  };
}

async function claim(
  store: Store,
  kind: string,
  { limit, others }: { limit: number; others: number },
  time: number,
): Promise<Job[]> {
  const jobs = await claimDue(store, kind, limit, { from: FIRST, until: FIRST });
  for (const due of [
    { from: time - RECENT_MS, until: time },
    { from: FIRST + 1, until: time - RECENT_MS },
  ])
    jobs.push(...(await claimDue(store, kind, Math.min(limit, others) - jobs.length, due)));
  return jobs;
}

async function start({ kind, write }: Store, job: Job, time: number): Promise<boolean> {
  const { numUpdatedRows } = await updateOf(write, job)
    .where('state', '=', 'claimed')
    .set({ state: 'started', started_at: time, lease_until: leaseFor(kind, LEASE_MS.started) })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function renew({ kind, write }: Store, job: Job): Promise<void> {
  await updateOf(write, job)
    .where('state', '=', 'started')
    .set({ lease_until: leaseFor(kind, LEASE_MS.started) })
    .execute();
}

async function finish(write: Store['write'], job: Job, end: End): Promise<void> {
  await updateOf(write, job)
    // The outcome of a job given up as lost may be known by now.
    .where('state', 'not in', ['sent', 'failed', 'skipped'])
    .set({ ...end, lease: null, lease_until: null })
    .execute();
}

async function release(write: Store['write'], job: Job): Promise<void> {
  await updateOf(write, job)
    .where('state', '=', 'claimed')
    .set({ state: 'queued', attempt: sql`attempt - 1`, lease: null, lease_until: null })
    .execute();
}

type Watch = { evenly: (time: number) => number; gone: ReturnType<typeof createLeaseWatch> };

/** `endOf`: the new state of a started job, `left` milliseconds before its lease surely ends. */
async function recover(
  store: Store,
  kinds: readonly string[],
  { evenly, gone }: Watch,
  endOf: (job: Leased, left: number) => End,
): Promise<void> {
  const { write } = store;
  const time = await readLeaseTime(store);
  const even = evenly(time);
  const leased = await readLeased(write, kinds);
  const lost = new Set(gone(leased));
  for (const job of leased) {
    const { state, until } = job;
    const latest = time + LEASE_MS[state];
    // A lease from before a reboot, or before PostgreSQL's clock was set back. Its job may be running.
    if (until > latest) await updateOf(write, job).set({ lease_until: latest }).execute();
    else if (state === 'started' && (until <= even || lost.has(job)))
      await giveUp(write, job, endOf(job, Math.max(0, until - even)));
    else if (until <= even) await release(write, job);
  }
}

/** The lease stays in the row: if its process lives after all, the outcome it stores counts. */
async function giveUp(write: Store['write'], job: Leased, end: End): Promise<void> {
  await updateOf(write, job)
    .where('state', '=', 'started')
    .where('lease_until', '=', job.until)
    .set({ ...end, lease_until: null })
    .execute();
}

async function kindsDue(write: Store['write'], kinds: readonly string[], time: number): Promise<string[]> {
  const asked = sql.join(kinds.map((kind) => sql`(${kind})`));
  const { rows } = await sql<{ kind: string }>`WITH asked (kind) AS (VALUES ${asked})
    SELECT kind FROM asked WHERE EXISTS (SELECT 1 FROM outbox WHERE outbox.kind = asked.kind AND ${IS_OPEN}
      AND state IN ('queued', 'retry') AND due_at <= ${time})`.execute(write);
  return rows.map(({ kind }) => kind);
}

async function claimDue(
  { kind: database, write }: Store,
  kind: string,
  limit: number,
  { from, until }: { from: number; until: number },
): Promise<Job[]> {
  if (limit <= 0) return [];
  const lease = randomUUID();
  const due = write
    .selectFrom('outbox')
    .select('id')
    .where(IS_OPEN)
    .where('state', 'in', ['queued', 'retry'])
    .where('due_at', '>=', from)
    .where('due_at', '<=', until)
    .where('kind', '=', kind)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit);
  const rows = await write
    .updateTable('outbox')
    .set({
      state: 'claimed',
      lease,
      lease_until: leaseFor(database, LEASE_MS.claimed),
      attempt: sql`attempt + 1`,
    })
    // As an array the subquery runs once: with `IN` PostgreSQL may run it for each row, and claim more.
    .where(
      database === 'postgres'
        ? sql<boolean>`id = ANY(ARRAY${due.forUpdate().skipLocked()})`
        : (row) => row('id', 'in', due),
    )
    .returning(JOB)
    .execute();
  return rows.map((row) => ({ ...row, lease }));
}

/** Updates a job's row, unless another worker has it now. */
function updateOf(write: Store['write'], job: Job) {
  return write.updateTable('outbox').where('id', '=', job.id).where('lease', '=', job.lease);
}

type Leased = Job & { state: keyof typeof LEASE_MS; startedAt: number; holder: string; until: number };

async function readLeased(write: Store['write'], kinds: readonly string[]): Promise<Leased[]> {
  const rows = await write
    .selectFrom('outbox')
    .select([...JOB, 'state', 'started_at as startedAt', 'lease', 'lease_until as until'])
    .where(IS_LEASED)
    .where(KIND, 'in', kinds)
    .limit(1000)
    .$narrowType<{ state: keyof typeof LEASE_MS; lease: string; startedAt: number; until: number }>()
    .execute();
  return rows.map((row) => ({ ...row, holder: `${row.id} ${row.lease}` }));
}

/** Makes due what was queued while the clock was years ahead, or retried while it was days ahead. */
async function hurry(write: Store['write'], kinds: readonly string[], time: number): Promise<void> {
  const dueNow = write.updateTable('outbox').set({ due_at: time });
  await dueNow
    .where(IS_OPEN)
    .where('state', 'in', ['queued', 'retry'])
    .where('kind', 'in', kinds)
    .where('due_at', '>', time + PUT_OFF_AT_MOST_MS)
    .execute();
  await dueNow
    .where(IS_RETRY)
    .where('kind', 'in', kinds)
    .where('due_at', '>', time + LONGEST_WAIT_MS)
    .execute();
}

type Change = {
  state: OutboxState;
  attempt?: number;
  due_at?: number;
  held_at?: number;
  finished_at?: number;
};
type End = Change & { unknown_attempts: number; reply: string };

/** `isFinal`: an unknown outcome is not retried. */
function changeAfter(
  job: Job,
  outcome: Outcome,
  isFinal: boolean,
  now: number,
  random: () => number,
): Change {
  const again = (afterMs = 0): Change => {
    const due = nextAttempt(job.attempt, now, random, afterMs);
    return due === null ? { state: 'failed', finished_at: now } : { state: 'retry', due_at: due };
  };
  if (outcome.outcome === 'held') return { state: 'queued', held_at: now };
  if (outcome.outcome === 'withheld') {
    const attempt = job.attempt - 1;
    return { state: attempt === 0 ? 'queued' : 'retry', attempt, due_at: now + outcome.afterMs };
  }
  if (outcome.outcome === 'retry') return again(outcome.afterMs);
  if (outcome.outcome === 'unknown' && !isFinal) return again();
  return { state: outcome.outcome, finished_at: now };
}
