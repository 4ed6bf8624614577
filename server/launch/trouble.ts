import type { Kysely } from '#kysely';
import { nextAttempt } from '#server/outbox/backoff.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Ended, Recipient } from './ledger.ts';
import type { PauseReason } from './states.ts';

/** So many of the last ends are looked at; fewer than the least tell nothing. */
const ENDS = { least: 20, most: 200 };
const SHARE = { failed: 0.05, unknown: 0.02 };

/** Whether it should stand still, by how the last mails ended since `from`; null: all is well. */
export async function findTrouble(
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
    .orderBy('finished_at', 'desc')
    .limit(ENDS.most)
    .execute();
  if (rows.length < ENDS.least) return null;
  for (const why of ['failed', 'unknown'] as const) {
    const n = rows.filter(({ state }) => state === why).length;
    if (n > SHARE[why] * rows.length) return { why, n, of: rows.length };
  }
  return null;
}

/**
 * What a mail's end says beside itself. `ours`: we are refused, not the person. `slow-provider`, `slow-all`: mails are to
 * come more slowly. `away`: the mail server cannot be reached.
 */
export type Sign = 'none' | 'ours' | 'slow-provider' | 'slow-all' | 'away';

/** RFC 3463: 5.7.x is about security or policy, thus about who sends. */
const OUR_FAULT = /\b5\.7\.\d{1,3}\b/;
export const SLOW_DOWN = /^(?:421|45\d)\b/;
const OUR_FAULT_AGAIN_MS = 15 * 60_000;

/** Replies that say it of the whole connection: sign in first, wrong password. */
const NOT_SIGNED_IN = /^(?:503|530|534|535|538)\b/;

/**
 * What to write down of a delivery to this person. Refusals of us do not count against them, nor does a mail server that
 * takes nothing from anybody.
 */
export function judgeDelivery(
  { id, attempt: before }: Pick<Recipient, 'id' | 'attempt'>,
  delivery: Delivery,
  now: number,
  random: () => number,
): { ended: Ended; sign: Sign } {
  const { outcome, reply } = delivery;
  const attempt = before + 1;
  const again = (due: number, afresh: boolean): Ended => ({
    id,
    attempt,
    outcome: 'retry',
    reply,
    due,
    afresh,
  });
  if (outcome === 'failed' && OUR_FAULT.test(reply))
    return { ended: again(now + OUR_FAULT_AGAIN_MS, true), sign: 'ours' };
  if (outcome !== 'retry') return { ended: { id, attempt, outcome, reply }, sign: 'none' };
  if (!/^\d{3}\b/.test(reply) || NOT_SIGNED_IN.test(reply)) return { ended: again(now, true), sign: 'away' };
  const due = nextAttempt(attempt, now, random, delivery.afterMs);
  const ended: Ended = due === null ? { id, attempt, outcome: 'failed', reply } : again(due, false);
  if (reply.startsWith('454')) return { ended, sign: 'slow-all' };
  return { ended, sign: SLOW_DOWN.test(reply) ? 'slow-provider' : 'none' };
}
