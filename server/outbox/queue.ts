import { randomUUID } from 'node:crypto';
import { sql } from '#kysely';
import type { Database } from '#server/store/database.ts';
import type { OutboxState } from '#server/store/schema.ts';
import { LONGEST_WAIT_MS, nextAttempt } from './backoff.ts';
import { CRASHED, type Delivery } from './delivery.ts';
import { IS_LEASED, IS_OPEN, IS_RETRY, KIND } from './conditions.ts';
import type { KindRules } from './kind.ts';
import { createEvenTime, leaseFor, readLeaseTime } from './lease-time.ts';
import { FIRST, PUT_OFF_AT_MOST_MS } from './pace.ts';

/** One row a worker has claimed. */
export type Job = {
  id: number;
  kind: string;
  subject: number | null;
  payload: string | null;
  /** 1 for the first. */
  attempt: number;
  /** Attempts before whose end nobody knows. */
  unknowns: number;
  createdAt: number;
  lease: string;
};

/** How a job ended; `skipped`: what it was about is gone, `held`: it waits for the owner's word. */
export type Outcome = Delivery | { outcome: 'skipped' | 'held'; reply: string };

const JOB = ['id', 'kind', 'subject', 'payload', 'attempt', 'unknowns', 'created_at as createdAt'] as const;

/**
 * Milliseconds. `claimed`: only the time to read what is to be sent; what a killed process had claimed waits as long.
 * `started`: longer than any delivery lasts (SMTP_LIMITS in deliver/smtp.ts).
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
): Queue {
  const { kind: database, write } = store;
  const evenly = createEvenTime(LEASE_MS.started);
  const unknownTries = new Map(rules.map(({ name, unknownTries: tries }) => [name, tries]));

  async function claim(kind: string, limit: number, others = limit): Promise<Job[]> {
    const time = now();
    const jobs = await claimDue(store, kind, limit, { from: FIRST, until: FIRST });
    for (const due of [
      { from: time - RECENT_MS, until: time },
      { from: FIRST + 1, until: time - RECENT_MS },
    ])
      jobs.push(...(await claimDue(store, kind, Math.min(limit, others) - jobs.length, due)));
    return jobs;
  }

  async function start(job: Job): Promise<boolean> {
    const { numUpdatedRows } = await updateOf(write, job)
      .where('state', '=', 'claimed')
      .set({ state: 'started', started_at: now(), lease_until: leaseFor(database, LEASE_MS.started) })
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async function finish(job: Job, outcome: Outcome): Promise<void> {
    const isFinal = job.unknowns >= (unknownTries.get(job.kind) ?? 0);
    const change = changeAfter(job, outcome, isFinal, now(), random);
    const unknowns = job.unknowns + (outcome.outcome === 'unknown' ? 1 : 0);
    await updateOf(write, job)
      .set({ ...change, unknowns, lease: null, lease_until: null, reply: outcome.reply })
      .execute();
  }

  async function release(job: Job): Promise<void> {
    await updateOf(write, job)
      .where('state', '=', 'claimed')
      .set({ state: 'queued', attempt: sql`attempt - 1`, lease: null, lease_until: null })
      .execute();
  }

  async function recover(kinds: readonly string[]): Promise<void> {
    const time = await readLeaseTime(store);
    const even = evenly(time);
    for (const job of await readLeased(write, kinds)) {
      const { state, lease_until: until } = job;
      const latest = time + LEASE_MS[state];
      // A lease from before the machine was started anew, or PostgreSQL's clock put back. Its job may be under way.
      if (until > latest) await updateOf(write, job).set({ lease_until: latest }).execute();
      else if (until > even) continue;
      else if (state === 'claimed') await release(job);
      else await finish(job, { outcome: 'unknown', reply: CRASHED });
    }
    await hurry(write, kinds, now());
  }

  return { due: (kinds) => kindsDue(write, kinds, now()), claim, start, finish, release, recover };
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

function readLeased(write: Store['write'], kinds: readonly string[]) {
  return write
    .selectFrom('outbox')
    .select([...JOB, 'state', 'lease', 'lease_until'])
    .where(IS_LEASED)
    .where(KIND, 'in', kinds)
    .limit(1000)
    .$narrowType<{ state: keyof typeof LEASE_MS; lease: string; lease_until: number }>()
    .execute();
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
