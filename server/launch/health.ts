import type { Kysely } from '#kysely';
import { nextAttempt } from '#server/outbox/backoff.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import { meaningOf } from '#server/outbox/replies.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Ended, Recipient } from './ledger.ts';
import type { PauseReason } from './states.ts';
import { SENDER_ENDED } from './uncertain.ts';

/** How many of the last outcomes count; fewer than `least` tell nothing. */
const ENDS = { least: 20, most: 200 };
/** One dropped connection says nothing yet. */
const LEAST_BAD = 3;
const SHARE = { failed: 0.05, unknown: 0.02 };

/** Returns why to pause, judging by the outcomes since `from`; null: all is well. */
export async function checkHealth(
  query: Kysely<Tables>,
  announcement: number,
  from: number,
): Promise<PauseReason | null> {
  const rows = await query
    .selectFrom('announcement_recipient')
    .select('state')
    .where('announcement_id', '=', announcement)
    .where('finished_at', '>', from)
    .where('state', 'in', ['sent', 'failed', 'unknown'])
    // Our own crash says nothing about the receivers.
    .where('reply', 'is distinct from', SENDER_ENDED)
    .orderBy('finished_at', 'desc')
    .limit(ENDS.most)
    .execute();
  if (rows.length < ENDS.least) return null;
  for (const why of ['failed', 'unknown'] as const) {
    const n = rows.filter(({ state }) => state === why).length;
    if (n >= LEAST_BAD && n > SHARE[why] * rows.length) return { why, n, of: rows.length };
  }
  return null;
}

/**
 * What an outcome says beyond its mail. `ours`: this provider refuses us, not the person. `locked-out`: the
 * mail server lets us send nothing. `slow-provider`, `slow-all`: slow down. `away`: the mail server cannot be
 * reached. `cut`: the connection was dropped midway.
 */
export type Sign = 'none' | 'ours' | 'locked-out' | 'slow-provider' | 'slow-all' | 'away' | 'cut';

export const SLOW_DOWN = /^(?:421|45\d)\b/;
const OUR_FAULT_AGAIN_MS = 15 * 60_000;
/** Said before any recipient: the password is wrong, or this sender or machine may not send. */
const LOCKED_OUT = /^(?:5\d\d\b|the mail server refuses user or password)/;
const SAID_NOTHING = /^(?!\d{3}\b)/;

/**
 * Returns the outcome to store for this recipient. Refusals of us do not count against the person, nor does a
 * mail server that takes nothing from anybody. Problems with one mail end after some attempts, within days.
 */
export function classifyDelivery(
  { id, attempt: before }: Pick<Recipient, 'id' | 'attempt'>,
  delivery: Delivery,
  now: number,
  random: () => number,
): { ended: Ended; sign: Sign } {
  const { outcome, reply } = delivery;
  const attempt = before + 1;
  const afresh: Ended = { id, attempt, outcome: 'retry', reply, due: now, afresh: true };
  const later = (last: string, afterMs?: number): Ended => {
    const due = nextAttempt(attempt, now, random, afterMs);
    if (due === null) return { id, attempt, outcome: 'failed', reply: last };
    return { id, attempt, outcome: 'retry', reply, due, afresh: false };
  };
  if (outcome === 'failed' && meaningOf(reply) === 'blocked')
    return { ended: later(`not the person's fault: ${reply}`, OUR_FAULT_AGAIN_MS), sign: 'ours' };
  if (outcome !== 'retry') return { ended: { id, attempt, outcome, reply }, sign: 'none' };
  if (LOCKED_OUT.test(reply)) return { ended: afresh, sign: 'locked-out' };
  if (SAID_NOTHING.test(reply))
    return delivery.reached ? { ended: later(reply), sign: 'cut' } : { ended: afresh, sign: 'away' };
  const ended = later(reply, delivery.afterMs);
  if (reply.startsWith('454') || meaningOf(reply) === 'limit') return { ended, sign: 'slow-all' };
  return { ended, sign: SLOW_DOWN.test(reply) ? 'slow-provider' : 'none' };
}
