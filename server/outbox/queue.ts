import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { OutboxKind, OutboxState } from '#server/db/schema.ts';
import { nextAttempt } from './backoff.ts';
import type { Delivery } from './delivery.ts';

/** One row a worker has claimed. */
export type Job = {
  id: number;
  kind: OutboxKind;
  subject: number | null;
  payload: string | null;
  /** 1 for the first. */
  attempt: number;
  createdAt: number;
  lease: string;
};

/** How a job ended; `skipped`: what it was about is gone, `held`: it waits for the owner's word. */
export type Outcome = Delivery | { outcome: 'skipped' | 'held'; reply: string };

/** Rows with something still to be done. Word for word as in the partial index: SQLite uses it only then. */
export const IS_OPEN = sql<boolean>`state IN ('queued', 'retry', 'claimed', 'started')`;

/** From claim to start: only the time to read what is to be sent. */
const CLAIM_MS = 60_000;
/** From start to end: longer than any mail server may take after the last dot (RFC 5321, 4.5.3.2.6). */
const START_MS = 20 * 60_000;

/**
 * How often a job whose end nobody knows is tried again. A second confirmation mail with the same Message-ID harms
 * nobody; a form service recognises the key; an alarm is one of many.
 */
const UNKNOWN_TRIES: Record<OutboxKind, number> = { confirm: 1, message: 1, forward: Infinity, alarm: 0 };

export type Queue = {
  /** At most `limit` due jobs, for nobody else now. */
  claim(kinds: readonly OutboxKind[], limit: number): Promise<Job[]>;
  /**
   * Committed before anything leaves: from here on a crash makes the job's end unknown. False when the job is no
   * longer ours: then nothing may leave.
   */
  start(job: Job): Promise<boolean>;
  finish(job: Job, outcome: Outcome): Promise<void>;
  /** Gives back a job that was not started. */
  release(job: Job): Promise<void>;
  /** Jobs whose worker is gone: unstarted ones are due again, of started ones nobody knows the end. */
  recover(): Promise<void>;
};

/** The outbox as a queue; any number of workers in any number of processes may share it. */
export function createQueue(
  { kind: database, query }: Pick<Database, 'kind' | 'query'>,
  now: () => number,
  random: () => number,
): Queue {
  async function claim(kinds: readonly OutboxKind[], limit: number): Promise<Job[]> {
    if (limit <= 0) return [];
    const lease = randomUUID();
    const due = query
      .selectFrom('outbox')
      .select('id')
      .where(IS_OPEN)
      .where('state', 'in', ['queued', 'retry'])
      .where('due_at', '<=', now())
      .where('kind', 'in', kinds)
      .orderBy('due_at')
      .orderBy('id')
      .limit(limit);
    const rows = await query
      .updateTable('outbox')
      .set({ state: 'claimed', lease, lease_until: now() + CLAIM_MS, attempt: sql`attempt + 1` })
      .where('id', 'in', database === 'postgres' ? due.forUpdate().skipLocked() : due)
      .returning(['id', 'kind', 'subject', 'payload', 'attempt', 'created_at'])
      .execute();
    return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at, lease }));
  }

  async function start(job: Job): Promise<boolean> {
    const { numUpdatedRows } = await query
      .updateTable('outbox')
      .set({ state: 'started', started_at: now(), lease_until: now() + START_MS })
      .where('id', '=', job.id)
      .where('lease', '=', job.lease)
      .where('state', '=', 'claimed')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async function finish(job: Job, outcome: Outcome): Promise<void> {
    const change = changeAfter(job, outcome, now(), random);
    await query
      .updateTable('outbox')
      .set({ ...change, lease: null, lease_until: null, reply: outcome.reply })
      .where('id', '=', job.id)
      .where('lease', '=', job.lease)
      .execute();
  }

  async function release(job: Job): Promise<void> {
    await query
      .updateTable('outbox')
      .set({ state: 'queued', lease: null, lease_until: null, attempt: sql`attempt - 1` })
      .where('id', '=', job.id)
      .where('lease', '=', job.lease)
      .where('state', '=', 'claimed')
      .execute();
  }

  async function recover(): Promise<void> {
    const time = now();
    for (const [state, span] of [
      ['claimed', CLAIM_MS],
      ['started', START_MS],
    ] as const) {
      const lost = await query
        .selectFrom('outbox')
        .select(['id', 'kind', 'subject', 'payload', 'attempt', 'created_at', 'lease'])
        .where(IS_OPEN)
        .where('state', '=', state)
        // A lease further off than any we give is one from before the clock was put back.
        .where((row) => row.or([row('lease_until', '<=', time), row('lease_until', '>', time + span)]))
        .limit(1000)
        .execute();
      for (const { created_at, lease, ...row } of lost) {
        const job = { ...row, createdAt: created_at, lease: lease ?? '' };
        if (state === 'claimed') await release(job);
        else await finish(job, { outcome: 'unknown', reply: 'The sender ended in the middle.' });
      }
    }
  }

  return { claim, start, finish, release, recover };
}

type Change = { state: OutboxState; due_at?: number; finished_at?: number };

function changeAfter(job: Job, outcome: Outcome, now: number, random: () => number): Change {
  const again = (afterMs = 0): Change => {
    const due = nextAttempt(job.attempt, now, random, afterMs);
    return due === null ? { state: 'failed', finished_at: now } : { state: 'retry', due_at: due };
  };
  if (outcome.outcome === 'retry') return again(outcome.afterMs);
  if (outcome.outcome === 'unknown' && job.attempt <= UNKNOWN_TRIES[job.kind]) return again();
  return { state: outcome.outcome, finished_at: now };
}
