import type { Kysely } from '#kysely';
import { newestPeople } from '#server/list/find.ts';
import { readSet } from '#server/launch/announcement.ts';
import { countInbox } from '#server/messages/find.ts';
import type { Tables } from '#server/store/schema.ts';
import { countLate, countTrouble } from '#server/outbox/trouble.ts';
import { type Examined, type Finding, ok, problem, warning } from './finding.ts';

const HOUR = 3_600_000;
/** Clocks of several machines differ by so much without harm. */
const CLOCK_SLACK = 5 * 60_000;
const OLDEST_NOW = Date.UTC(2025, 0);

export async function checkContents(query: Kysely<Tables>, now: number) {
  const [newest] = await newestPeople(query, null, { limit: 1, before: Number.MAX_SAFE_INTEGER });
  return {
    outbox: await checkOutbox(query, now),
    messages: await checkMessages(query),
    launch: await checkAnnouncements(query),
    clock: checkClock(now, newest?.created_at ?? null),
  } satisfies Examined;
}

/** Mails and forwards that wait for the operator, or for a worker that does not come. */
async function checkOutbox(query: Kysely<Tables>, now: number): Promise<Finding[]> {
  const counted = { ...(await countTrouble(query)), late: await countLate(query, now - HOUR) };
  const advice = {
    held: 'held. Look at "mails list" and "subscribers list", then send them: "mails release".',
    failed: 'failed. "mails list" says why; when it is mended, "mails retry" tries again.',
    unknown: 'may have arrived or not. "mails retry" sends again, perhaps twice: see "mails list".',
    late: 'wait for more than an hour. Does the server run? Its log says what it meets. Or more came than may go in an hour.',
  };
  const found = (['held', 'failed', 'unknown', 'late'] as const)
    .filter((name) => counted[name] > 0)
    .map((name) => warning(`${counted[name]} ${advice[name]}`));
  return found.length > 0 ? found : [ok('nothing is held, failed or late')];
}

/** Messages of people among those that are held back would be lost: they are deleted, and nobody is mailed. */
async function checkMessages(query: Kysely<Tables>): Promise<Finding> {
  const { held } = await countInbox(query);
  if (held === 0) return ok('none is held back as a robot’s');
  return warning(
    `${held} held back as a robot's, and deleted after UNCONFIRMED_DAYS. Look at "messages list --suspect"; ` +
      '"messages release ID" mails one to the owner.',
  );
}

/** What is set and stands still, or is sent by nobody. */
async function checkAnnouncements(query: Kysely<Tables>): Promise<Finding[]> {
  const found = (await readSet(query)).flatMap(({ purpose, state, reason, sender }) => {
    const status = purpose === 'launch' ? 'launch status' : `announce status ${purpose}`;
    if (state === 'paused' && reason?.why !== 'owner')
      return [problem(`${purpose} has paused itself. "${status}" says why and what to do.`)];
    if (state === 'paused') return [warning(`${purpose} is paused until you resume it: "${status}".`)];
    if (state === 'sending' && sender === null)
      return [problem(`${purpose} is to be sent, and no server sends. Start it.`)];
    return [];
  });
  return found.length > 0 ? found : [ok('nothing that is set stands still')];
}

/** Asks no other clock, so it names only an impossible time. A wrong clock makes links expire too early or too late. */
export function checkClock(now: number, newest: number | null): Finding {
  const time = new Date(now).toISOString();
  if (now < OLDEST_NOW) return problem(`It says ${time}, which is in the past. Set it.`);
  if (newest === null || newest <= now + CLOCK_SLACK) return ok(time);
  return problem(
    `It says ${time}, but the newest address came at ${new Date(newest).toISOString()}. Set it.`,
  );
}
