import type { Kysely } from '#kysely';
import { nextAttempt } from '#server/outbox/backoff.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Ended, Recipient } from './ledger.ts';
import type { PauseReason } from './states.ts';
import { SENDER_ENDED } from './uncertain.ts';

/** So many of the last ends are looked at; fewer than the least tell nothing. */
const ENDS = { least: 20, most: 200 };
/** One that is cut off says nothing yet. */
const LEAST_BAD = 3;
const SHARE = { failed: 0.05, unknown: 0.02 };

/** Whether it should stand still, by how the last mails ended since `from`; null: all is well. */
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
    // A stop of ours says nothing about those who take our mails.
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
 * What a mail's end says beside itself. `ours`: this provider refuses us, not the person. `locked-out`: the mail server lets
 * us send nothing. `slow-provider`, `slow-all`: mails are to come more slowly. `away`: the mail server cannot be reached.
 * `cut`: it was there, and broke off.
 */
export type Sign = 'none' | 'ours' | 'locked-out' | 'slow-provider' | 'slow-all' | 'away' | 'cut';

/** RFC 3463: 5.7.x is about security or policy, thus about who sends. */
const OUR_FAULT = /\b5\.7\.\d{1,3}\b/;
export const SLOW_DOWN = /^(?:421|45\d)\b/;
const OUR_FAULT_AGAIN_MS = 15 * 60_000;
/** Before anything about a person was said: wrong password, this sender or this machine may not send. */
const LOCKED_OUT = /^(?:5\d\d\b|the mail server refuses user or password)/;
const SAID_NOTHING = /^(?!\d{3}\b)/;

/**
 * What to write down of a delivery to this person. Refusals of us do not count against them, and nor does a mail server
 * that takes nothing from anybody. Whatever is about this one mail ends after some attempts, within days.
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
  if (outcome === 'failed' && OUR_FAULT.test(reply))
    return { ended: later(`not the person's fault: ${reply}`, OUR_FAULT_AGAIN_MS), sign: 'ours' };
  if (outcome !== 'retry') return { ended: { id, attempt, outcome, reply }, sign: 'none' };
  if (LOCKED_OUT.test(reply)) return { ended: afresh, sign: 'locked-out' };
  if (SAID_NOTHING.test(reply))
    return delivery.reached ? { ended: later(reply), sign: 'cut' } : { ended: afresh, sign: 'away' };
  const ended = later(reply, delivery.afterMs);
  if (reply.startsWith('454')) return { ended, sign: 'slow-all' };
  return { ended, sign: SLOW_DOWN.test(reply) ? 'slow-provider' : 'none' };
}
