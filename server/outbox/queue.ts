import { randomUUID } from 'node:crypto';
import { sql } from '#kysely';
import type { Database } from '#server/store/database.ts';
import type { OutboxState } from '#server/store/schema.ts';
import { LONGEST_WAIT_MS, nextAttempt } from './backoff.ts';
import { CRASHED, type Delivery } from './delivery.ts';
import { IS_LEASED, IS_OPEN, IS_RETRY, KIND } from './conditions.ts';
import type { KindRules } from './kind.ts';
import { createEvenTime, leaseFor, readLeaseTime } from './lease-time.ts';
import { FIRST, PUT_OFF_AT_MOST_MS } from './send-rate.ts';
import { createLeaseWatch } from './renewal.ts';

/** One row a worker has claimed. */
export type Job = {
  id: number;
  kind: string;
  subjectId: number | null;
  payload: string | null;
  /** 1 for the first. */
  attempt: number;
  /** Attempts before whose end nobody knows. */
  unknownAttempts: number;
  createdAt: number;
  lease: string;
};

/** How a job ended; `skipped`: what it was about is gone, `held`: it waits for the owner's word. */
export type Outcome = Delivery | { outcome: 'skipped' | 'held'; reply: string };

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
 * Milliseconds. `claimed`: only the time to read what is to be sent; what a killed process had claimed waits as long.
 * `started`, from the last renewal on: longer than any delivery lasts (SMTP_LIMITS in deliver/smtp.ts). Until then nothing is
 * sent again, even where its process is known to be gone.
 */
const LEASE_MS = { claimed: 20_000, started: 20 * 60_000 } as const;

/**
 * What is due for longer stands behind what has just become so: after a long pause thousands of mails to an imported list
 * may be overdue, and nobody who signs up meanwhile is to wait for them.
 */
const RECENT_MS = 60 * 60_000;

export type Queue = {
  /** Those of the kinds of which something is due: where nothing is, one look is all that it costs. */
  due(kinds: readonly string[]): Promise<string[]>;
  /** At most `limit` due jobs of a kind, for nobody else now; `others` only while there are fewer. */
  claim(kind: string, limit: number, others?: number): Promise<Job[]>;
  /**
   * Committed before anything leaves: from here on a crash makes the job's end unknown. False when the job is no
   * longer ours: then nothing may leave.
   */
  start(job: Job): Promise<boolean>;
  /** Says that what was started is still under way. */
  renew(job: Job): Promise<void>;
  finish(job: Job, outcome: Outcome): Promise<void>;
  /** Gives back a job that was not started. */
  release(job: Job): Promise<void>;
  /** Jobs of these kinds whose worker is gone: unstarted ones are due again, of started ones nobody knows the end. */
  recover(kinds: readonly string[]): Promise<void>;
};

type Store = Pick<Database, 'kind' | 'write'>;

/** The outbox as a queue; any number of workers in any number of processes may share it. */
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
        // A mail takes seconds: its process died soon after its start.
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
    // Of a job that was taken for lost, its end may be known by now.
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

/** `endOf`: what becomes of a started job, `left` milliseconds before it has surely ended. */
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
    // A lease from before the machine was started anew, or PostgreSQL's clock put back. Its job may be under way.
    if (until > latest) await updateOf(write, job).set({ lease_until: latest }).execute();
    else if (state === 'started' && (until <= even || lost.has(job)))
      await giveUp(write, job, endOf(job, Math.max(0, until - even)));
    else if (until <= even) await release(write, job);
  }
}

/** Its lease stays in the row: should its process live after all, the end that it writes down counts. */
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
    // An array is asked for once: as `IN` PostgreSQL may run it again for each row, and claims as often as many.
    .where(
      database === 'postgres'
        ? sql<boolean>`id = ANY(ARRAY${due.forUpdate().skipLocked()})`
        : (row) => row('id', 'in', due),
    )
    .returning(JOB)
    .execute();
  return rows.map((row) => ({ ...row, lease }));
}

/** The row of a job, unless another worker has it now. */
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

/** What was queued while the clock was years ahead, or tried in vain while it was days ahead, is due now. */
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

type Change = { state: OutboxState; due_at?: number; held_at?: number; finished_at?: number };
type End = Change & { unknown_attempts: number; reply: string };

/** `isFinal`: an unknown end is not tried again. */
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
  if (outcome.outcome === 'retry') return again(outcome.afterMs);
  if (outcome.outcome === 'unknown' && !isFinal) return again();
  return { state: outcome.outcome, finished_at: now };
}
