import type { PauseReason } from '#contract/owner/launch.ts';
import type { Kysely } from '#kysely';
import { nextAttempt } from '#server/outbox/backoff.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import { meaningOf } from '#server/outbox/replies.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Ended, Recipient } from './rows.ts';
import { SENDER_ENDED } from './uncertain.ts';

/** How many of the last outcomes count; fewer than `least` say nothing of a list. */
const ENDS = { least: 20, most: 200 };
/** One dropped connection says nothing yet. */
const LEAST_BAD = 3;
/** Of a few people some are always gone. */
const FEW = { ends: 100, failed: 0.1 };
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
    if (n >= LEAST_BAD && n >= shareOf(why, rows.length)) return { why, n, of: rows.length };
  }
  return null;
}

/** How many of so many ends are too many. */
function shareOf(why: 'failed' | 'unknown', of: number): number {
  if (why === 'failed' && of < FEW.ends) return FEW.failed * of;
  return Math.floor(SHARE[why] * of) + 1;
}

/** A reply that asks to slow down. */
export const SLOW_DOWN = /^(?:421|45\d)\b/;

/** What an outcome says beyond its mail: to slow down, for this provider or for all. */
export type HealthSign = 'none' | 'slow-provider' | 'slow-all';

/**
 * Returns the outcome to store for this recipient. What is the account's fault does not count against the person;
 * problems with one mail end after some attempts, within days.
 */
export function classifyDelivery(
  { id, attempt: before }: Pick<Recipient, 'id' | 'attempt'>,
  delivery: Delivery,
  now: number,
  random: () => number,
): { ended: Ended; sign: HealthSign } {
  const { outcome, reply } = delivery;
  const attempt = before + 1;
  if (outcome === 'withheld') {
    const due = now + delivery.afterMs;
    const sign = meaningOf(reply) === 'rate' ? 'slow-all' : 'none';
    return { ended: { id, attempt, outcome: 'retry', reply, due, afresh: true }, sign };
  }
  if (outcome !== 'retry') return { ended: { id, attempt, outcome, reply }, sign: 'none' };
  const due = nextAttempt(attempt, now, random, delivery.afterMs);
  const ended: Ended =
    due === null
      ? { id, attempt, outcome: 'failed', reply }
      : { id, attempt, outcome, reply, due, afresh: false };
  return { ended, sign: SLOW_DOWN.test(reply) || meaningOf(reply) === 'blocked' ? 'slow-provider' : 'none' };
}
