import { MINUTE } from '#contract/time.ts';
import type { Mailer } from '#server/deliver/mailer.ts';
import type { Log } from '#server/base/log.ts';
import type { MailAccount } from '#server/mail-account/account.ts';
import type { MailLimits } from '#server/base/mail-hosts.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import { renewing } from '#server/outbox/renewal.ts';
import type { Database } from '#server/store/database.ts';
import { markDone, pause } from './announcement.ts';
import type { Announcement } from './rows.ts';
import { readAllowance } from './allowance.ts';
import { announcementMail, type AnnouncementMailDeps } from './announcement-mail.ts';
import { commitBatch, findWaiting, isAnybodyLeft, readWave, setPace } from './ledger.ts';
import type { Due, Ended } from './rows.ts';
import { createBucket, FIRST_PACE, halfOf, roomFor, type Standing } from './warm-up.ts';
import type { Providers } from './providers.ts';
import { checkHealth, classifyDelivery, type HealthSign } from './health.ts';
import { applyKey, type Relay, renewStarted, withKey } from './uncertain.ts';

export type RunDeps = AnnouncementMailDeps & {
  database: Database;
  mailer: Pick<Mailer, 'send'>;
  account: Pick<MailAccount, 'state' | 'takeTry'>;
  /** The id of this process in leases. */
  sender: string;
  /** Mails under way, across all announcements. */
  underWay: Set<Promise<void>>;
  /** What announcements may use of the account. */
  limits: MailLimits;
  providers: Providers;
  relay: Relay | null;
  /** Called when a mail has ended. */
  wake: () => void;
  log: Log;
  steadyNow: () => number;
  random: () => number;
};

type Waiting = Due & { provider: string };

/** One announcement that this process sends. */
export type Run = {
  deps: RunDeps;
  /** As last read. */
  announcement: Announcement;
  bucket: ReturnType<typeof createBucket>;
  /** Outcomes not stored yet. */
  ended: Ended[];
  /** Due but not started, in order; mails for a slow provider wait here. */
  ahead: Waiting[];
  /** Chosen when the store became unavailable: may be marked as started, but none was handed over. */
  neverLeft: number[];
  /** When to read again after nobody was due. */
  readAgainAt: number;
  /** How many may still start; counted at `at`. */
  left: { n: number; at: number };
  /** The mail account refused when last checked. */
  wasRefused: boolean;
  /** When the pace was last halved. */
  slowedAt: number;
  /** When the last mail of the first wave began, once known. */
  waveEnded: number | null;
  /** Delivery events ask for a check. */
  asked: { judge: boolean; slow: boolean };
};

const IDLE_MS = 500;
/** How often mails are started at a high pace. */
const SOON_MS = 20;
/** Recipients are read ahead in parts, up to as many as fit into a few megabytes. */
const AHEAD = { part: 200, most: 5_000 };
const COUNT_EACH_MS = 30_000;

export function createRun(announcement: Announcement, deps: RunDeps): Run {
  return {
    deps,
    announcement,
    bucket: createBucket(deps.steadyNow),
    ended: [],
    ahead: [],
    neverLeft: [],
    readAgainAt: 0,
    left: { n: 0, at: -Infinity },
    wasRefused: false,
    slowedAt: -Infinity,
    waveEnded: null,
    asked: { judge: false, slow: false },
  };
}

/** Stores outcomes and starts the next mails. Returns the milliseconds until there may be more to do. */
export async function step(run: Run, stopping: boolean): Promise<number> {
  const { announcement, deps } = run;
  const open = !stopping && (announcement.state === 'sending' || announcement.state === 'done');
  // They may change before it resumes.
  if (!open) run.ahead = [];
  if (open && run.ahead.length === 0) await readAhead(run);
  const next = open && run.ahead.length > 0 ? await choose(run, await room(run)) : [];
  await commitNext(run, next);
  if (run.asked.judge) await judge(run);
  if (!open) return IDLE_MS;
  if (run.ahead.length === 0 && deps.underWay.size === 0) await finish(run);
  return run.ahead.length > 0 && deps.underWay.size < deps.limits.mailConnections ? SOON_MS : IDLE_MS;
}

/** Returns the recipients it added. */
async function readAhead(run: Run): Promise<Waiting[]> {
  const { database, providers, now, steadyNow } = run.deps;
  if (steadyNow() < run.readAgainAt || run.ahead.length >= AHEAD.most) return [];
  const { id } = run.announcement;
  const people = await findWaiting(database.write, id, now(), AHEAD.part, run.ahead.at(-1));
  if (people.length === 0) run.readAgainAt = steadyNow() + IDLE_MS;
  const more = await Promise.all(
    people.map(async (one) => ({ ...one, provider: await providers.of(one.address) })),
  );
  run.ahead.push(...more);
  return more;
}

/** Returns how many mails may start now, and how many a minute. */
async function room(run: Run): Promise<{ most: number; aMinute: number }> {
  const { deps, bucket, left } = run;
  const { database, account, limits, underWay, now, steadyNow } = deps;
  const free = limits.mailConnections - underWay.size;
  if (free <= 0) return { most: 0, aMinute: 0 };
  if ((await account.state()).refusal !== null) {
    run.wasRefused = true;
    return (await account.takeTry('launch')) ? { most: 1, aMinute: 1 } : { most: 0, aMinute: 0 };
  }
  if (run.wasRefused) await goOnSlowly(run);
  if (steadyNow() - left.at > COUNT_EACH_MS) {
    const { ofHour, ofDay } = await readAllowance(database.write, limits, now());
    left.n = Math.min(ofHour, ofDay);
    left.at = steadyNow();
    // Another process may have received delivery events.
    run.asked.judge = true;
  }
  const { standing, ofWave } = await readStanding(run);
  const { aMinute } = roomFor(standing);
  if (aMinute === 0) return { most: 0, aMinute };
  const most = bucket.take(aMinute, Math.min(free, ofWave, left.n));
  return { most, aMinute };
}

/** The account takes mails again: not all at once. */
async function goOnSlowly(run: Run): Promise<void> {
  const { id } = run.announcement;
  const { database, now } = run.deps;
  run.wasRefused = false;
  await setPace(database.write, id, FIRST_PACE, now());
  run.announcement = { ...run.announcement, pace: FIRST_PACE, pace_at: now() };
}

/** `ofWave`: mails left of the first wave. */
async function readStanding(run: Run): Promise<{ standing: Standing; ofWave: number }> {
  const { id, wave, max_per_minute: asked, pace, pace_at: paceFrom } = run.announcement;
  const { database, limits, now } = run.deps;
  const maxPerMinute = Math.min(asked, limits.mailsAMinute);
  const sent = wave === 0 || run.waveEnded !== null ? null : await readWave(database.write, id, wave);
  // Remembered: a later retry within the wave would move it.
  run.waveEnded ??= sent?.ended ?? null;
  const { waveEnded } = run;
  return {
    standing: { wave, maxPerMinute, waveEnded, pace, paceFrom, now: now() },
    ofWave: sent && waveEnded === null ? wave - sent.startedSoFar : Infinity,
  };
}

/** Returns the next `most` whose providers take more. If too few do, it looks further down the queue. */
async function choose(run: Run, { most, aMinute }: { most: number; aMinute: number }): Promise<Waiting[]> {
  const chosen: Waiting[] = [];
  const chooseOf = (people: readonly Waiting[]) => {
    for (const one of people) {
      if (chosen.length >= most) return;
      if (run.deps.providers.mayTake(one.provider, aMinute)) chosen.push(one);
    }
  };
  chooseOf(run.ahead);
  if (chosen.length < most) chooseOf(await readAhead(run));
  return chosen;
}

async function commitNext(run: Run, next: readonly Waiting[]): Promise<void> {
  const { database, sender, relay, now } = run.deps;
  const { neverLeft } = run;
  // More mails may end while these are stored.
  const ended = [...run.ended];
  if (ended.length + next.length + neverLeft.length === 0) return;
  const ids = next.map(({ id }) => id);
  run.neverLeft = [...neverLeft, ...ids];
  const about = { announcement: run.announcement.id, sender, relay: relay?.name ?? null, now: now() };
  const turn = { ...about, ended, neverLeft, next: ids };
  const started = new Set(await commitBatch(database, turn));
  run.neverLeft = [];
  run.ended = run.ended.slice(ended.length);
  // A recipient who was not started has left, or it was paused: in that case they are read again.
  run.ahead = run.ahead.filter((person) => !next.includes(person));
  run.left.n -= started.size;
  for (const person of next) if (started.has(person.id)) deliver(run, person, about.now);
}

function deliver(run: Run, person: Waiting, startedAt: number): void {
  const { database, sender, underWay, wake, relay, now, random } = run.deps;
  const row = { announcement: run.announcement.id, person: person.id, sender };
  const delivery = renewing(
    () => renewStarted(database, row),
    () => attempt(run, person, startedAt),
  )
    .then((result) => {
      const { ended: judged, sign } = classifyDelivery(person, result, now(), random);
      const ended = applyKey(judged, { ...person, startedAt }, { relay, now: now(), random });
      run.ended.push(ended);
      recordOutcome(run, sign, ended, person.provider);
    })
    .finally(() => {
      underWay.delete(delivery);
      wake();
    });
  underWay.add(delivery);
}

async function attempt({ announcement, deps }: Run, person: Waiting, startedAt: number): Promise<Delivery> {
  try {
    // Same date as in the first attempt: a mail server refuses another mail with a key it knows.
    const now = () => person.unknownSince ?? startedAt;
    const mail = announcementMail({ ...deps, now }, announcement, person);
    return await deps.mailer.send(deps.relay === null ? mail : withKey(mail, deps.relay));
  } catch (error) {
    // Nothing was sent: a mail is built before it is handed over, and `send` never rejects.
    deps.log.error('an announcement email could not be generated', { error });
    return { outcome: 'failed', reply: 'The mail could not be made.' };
  }
}

/** Records what an outcome says beyond its mail. */
function recordOutcome({ deps, asked }: Run, sign: HealthSign, { outcome }: Ended, provider: string): void {
  if (outcome === 'sent') return;
  asked.judge = true;
  if (sign === 'slow-provider') deps.providers.slow(provider);
  if (sign === 'slow-all') asked.slow = true;
}

/** Slows down when the server asks for it; pauses by itself when outcomes are bad. */
async function judge(run: Run): Promise<void> {
  const { announcement, deps, asked } = run;
  const { database, log, now } = deps;
  const { write: query } = database;
  const { id, health_window_start: from } = announcement;
  const { slow } = asked;
  run.asked = { judge: false, slow: false };
  // Concurrent mails report the same incident.
  if (slow && deps.steadyNow() - run.slowedAt >= MINUTE) {
    run.slowedAt = deps.steadyNow();
    await setPace(query, id, halfOf((await readStanding(run)).standing), now());
  }
  const why = await checkHealth(query, id, from ?? 0);
  if (why === null) return;
  const { purpose } = announcement;
  const paused = await pause(query, purpose, why, now());
  if (paused.ok) log.error('the announcement was paused', { purpose, why: why.why });
}

async function finish(run: Run): Promise<void> {
  const { database, log, now } = run.deps;
  const { id, state, purpose } = run.announcement;
  if (state !== 'sending' || (await isAnybodyLeft(database.write, id))) return;
  await markDone(database.write, purpose, now());
  run.announcement = { ...run.announcement, state: 'done' };
  log.info('sending finished', { purpose });
}
