import { HOUR } from '#contract/time.ts';
import type { Kysely } from '#kysely';
import { amount } from '#server/base/amount.ts';
import type { Config } from '#server/base/config.ts';
import { newestSignUp } from '#server/list/find.ts';
import { readSet } from '#server/launch/announcement.ts';
import { foreignPurposes } from '#server/launch/purposes.ts';
import { readerWarnings } from '#server/owners/owner-reader.ts';
import { findUnread } from '#server/publish/unpublished.ts';
import { countInbox } from '#server/messages/find.ts';
import type { Tables } from '#server/store/schema.ts';
import { countOverdue, countIssues } from '#server/outbox/delivery-issues.ts';
import { readHeld } from '#server/mail-account/held.ts';
import { countWaiting, findForeign } from '#server/outbox/waiting.ts';
import { forecast } from '#server/retention/retention.ts';
import { type Examined, type Finding, ok, problemFinding, warning } from '#server/base/finding.ts';

/** Clocks of several machines may differ by this much. */
const CLOCK_SLACK = 5 * 60_000;
/** More names would not help. */
const MOST_NAMED = 5;
const OLDEST_NOW = Date.UTC(2025, 0);

export async function checkContents(
  query: Kysely<Tables>,
  config: Pick<Config, 'mailRoute' | 'mailFrom' | 'ownerEmail' | 'ownerLanguage'>,
  now: number,
  retentionMonths: number,
) {
  return {
    outbox: await checkOutbox(query, config, now),
    draft: await checkDraft(query),
    messages: [...(await checkMessages(query, config)), await checkRetention(query, retentionMonths, now)],
    launch: await checkAnnouncements(query),
    clock: checkClock(now, await newestSignUp(query)),
  } satisfies Examined;
}

/** Mails and forwards that wait for the operator, or are overdue for want of a worker. */
async function checkOutbox(
  query: Kysely<Tables>,
  config: Pick<Config, 'mailRoute' | 'mailFrom'>,
  now: number,
): Promise<Finding[]> {
  const waiting = (await countWaiting(query, config.mailRoute, now))?.n;
  const refused = await readHeld(query, config, now);
  // What waits for a mail server is late for no other reason.
  const late = waiting === undefined && refused === null ? await countOverdue(query, now - HOUR) : 0;
  const counted = { ...(await countIssues(query)), waiting: waiting ?? 0, late };
  const found = (['waiting', 'held', 'failed', 'unknown', 'late'] as const)
    .filter((name) => counted[name] > 0)
    .map((name) => warning(name, { n: counted[name] }));
  const foreign = await findForeign(query);
  if (foreign !== null) found.push(warning('mails-foreign', foreign));
  if (refused !== null)
    found.unshift(problemFinding('account-refuses', { by: refused.by, words: refused.words }));
  return found.length > 0 ? found : [ok('nothing on hold, failed or delayed')];
}

/** Unpublished changes that only another version shows. */
async function checkDraft(query: Kysely<Tables>): Promise<Finding> {
  const unread = await findUnread(query);
  if (unread.length === 0) return ok('can be published');
  return warning('draft-foreign', { n: unread.length, fields: unread.slice(0, MOST_NAMED).join(', ') });
}

/** Suspected spam is deleted unread, and nobody is mailed: a genuine message among it would be lost. */
async function checkMessages(
  query: Kysely<Tables>,
  config: Parameters<typeof readerWarnings>[1],
): Promise<Finding[]> {
  const { held } = await countInbox(query);
  const found = await readerWarnings(query, config);
  if (held > 0) found.push(warning('messages-held', { n: held }));
  return found.length > 0 ? found : [ok('no suspected spam')];
}

/** How many addresses and messages are deleted next, and when. */
async function checkRetention(query: Kysely<Tables>, months: number, now: number): Promise<Finding> {
  const next = await forecast(query, months, now);
  if (next === null) return ok('nothing is due: the site is not live yet');
  const { end, before, people, messages } = next;
  const when = now < end ? `will be deleted on ${dayOf(end)}` : 'will be deleted within the hour';
  return ok(
    `${amount(people, 'address', 'addresses')} and ${amount(messages, 'message')} from before ${dayOf(before)} ${when}`,
  );
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Announcements that are scheduled but paused, or that no process sends. */
async function checkAnnouncements(query: Kysely<Tables>): Promise<Finding[]> {
  const found = (await readSet(query)).flatMap(({ purpose, state, reason, sender }) => {
    if (state === 'paused' && reason?.why !== 'owner') return [problemFinding('paused-itself', { purpose })];
    if (state === 'paused') return [warning('paused', { purpose })];
    if (state === 'sending' && sender === null) return [problemFinding('nobody-sends', { purpose })];
    return [];
  });
  const foreign = await foreignPurposes(query);
  if (foreign.length > 0)
    found.push(warning('mails-foreign', { n: foreign.length, kinds: foreign.join(', ') }));
  return found.length > 0 ? found : [ok('nothing is paused or stalled')];
}

/** Asks no other clock: reports only impossible times. A wrong clock shifts the expiry of links. */
export function checkClock(now: number, newest: number | null): Finding {
  const time = new Date(now).toISOString();
  if (now < OLDEST_NOW) return problemFinding('clock-past', { time });
  if (newest === null || newest <= now + CLOCK_SLACK) return ok(time);
  return problemFinding('clock-behind', { time, newest: new Date(newest).toISOString() });
}
