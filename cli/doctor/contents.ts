import type { Kysely } from '#kysely';
import { IS_OPEN } from '#server/outbox/queue.ts';
import type { Tables } from '#server/store/schema.ts';
import { countTrouble } from '../mails/trouble.ts';
import { about, type Finding } from './finding.ts';

const HOUR = 3_600_000;
/** Clocks of several machines differ by so much without harm. */
const CLOCK_SLACK = 5 * 60_000;
const OLDEST_NOW = Date.UTC(2025, 0);

/** Mails and forwards that wait for the operator, or for a worker that does not come. */
export async function checkOutbox(query: Kysely<Tables>, now: number): Promise<Finding[]> {
  const { ok, warning } = about('outbox');
  const { held, failed, unknown } = await countTrouble(query);
  const found: Finding[] = [];
  if (held > 0) {
    found.push(
      warning(`${held} held. Look at "mails list" and "subscribers list", then send them: "mails release".`),
    );
  }
  if (failed > 0)
    found.push(
      warning(`${failed} failed. "mails list" says why; when it is mended, "mails retry" tries again.`),
    );
  if (unknown > 0) {
    found.push(
      warning(
        `${unknown} may have arrived or not. "mails retry" sends again, perhaps twice: see "mails list".`,
      ),
    );
  }
  const overdue = await countOverdue(query, now - HOUR);
  if (overdue > 0)
    found.push(
      warning(
        `${overdue} wait for more than an hour. Does the server run? Its log says what it meets. Or more came than may go in an hour.`,
      ),
    );
  return found.length > 0 ? found : [ok('nothing is held, failed or late')];
}

async function countOverdue(query: Kysely<Tables>, due: number): Promise<number> {
  const { n } = await query
    .selectFrom('outbox')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where(IS_OPEN)
    .where('state', 'in', ['queued', 'retry'])
    .where('due_at', '<', due)
    .where('created_at', '<', due)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Without asking anybody: only what cannot be. A wrong clock makes links expire too early or too late. */
export function checkClock(now: number, newest: number | null): Finding {
  const { ok, problem } = about('clock');
  const time = new Date(now).toISOString();
  if (now < OLDEST_NOW) return problem(`It says ${time}, which is in the past. Set it.`);
  if (newest !== null && newest > now + CLOCK_SLACK) {
    return problem(
      `It says ${time}, but the newest address came at ${new Date(newest).toISOString()}. Set it.`,
    );
  }
  return ok(time);
}

export async function newestRow(query: Kysely<Tables>): Promise<number | null> {
  const row = await query
    .selectFrom('subscription')
    .select('created_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}
