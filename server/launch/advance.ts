import type { PauseReason } from '#contract/owner/launch.ts';
import { letterOf } from '#contract/announcement.ts';
import { HOUR, MINUTE } from '#contract/time.ts';
import type { Build } from '#server/base/build.ts';
import type { MailRoute } from '#server/base/config.ts';
import type { Log } from '#server/base/log.ts';
import type { Database } from '#server/store/database.ts';
import { beginSending, openScheduled, pause, readAnnouncement } from './announcement.ts';
import type { Announcement } from './rows.ts';
import { isAnybodyLeft, lastStart } from './ledger.ts';
import { lacksPage } from './letter-page.ts';
import { lacksPicture } from './picture.ts';
import { rulesOf } from './purposes.ts';
import { enqueuePart } from './recipients.ts';

export type AdvanceDeps = {
  database: Pick<Database, 'kind' | 'write'>;
  /** The id of this store, see `storeIdOf`. */
  storeId: string;
  /** What is shown now. */
  site: Pick<Build, 'manifest'>;
  /** Whether visitors see the site. */
  isLive: () => Promise<boolean>;
  /** How mails leave now. */
  mailRoute: MailRoute;
  /** Until when the mail account refused all mails, milliseconds since 1970. */
  refusedUntil: number;
  log: Log;
  now: () => number;
  /** The clock jumped by more than a few minutes. */
  leapt: boolean;
};

/** A launch that is later than this is not caught up on without asking. */
const LATE_MS = 6 * HOUR;
/** In which the page of a newsletter comes. */
const PAGE_MS = 5 * MINUTE;
/** The daily cap may make it wait this long. */
const SILENT_MS = 30 * HOUR;
/** More than an ordinary clock correction. */
const LEAP_MS = 5 * MINUTE;

/**
 * Advances one announcement: opens it at its scheduled time, queues its recipients, lets the first mail go.
 * Returns it if mails may leave, otherwise null. Anything suspicious pauses it until the owner decides.
 */
export async function advance(
  announcement: Announcement,
  { database, storeId, site, isLive, mailRoute, refusedUntil, log, now, leapt }: AdvanceDeps,
): Promise<Announcement | null> {
  const { write: query } = database;
  const { id, state, purpose } = announcement;
  if (state === 'paused' || state === 'stopped') return enqueuePaused(database, announcement);
  // Nobody who confirmed late is still waiting.
  if (state === 'done' && !(await isAnybodyLeft(query, id))) return null;
  const { book } = rulesOf(purpose);
  const isMissing = book !== null && !site.manifest.books.some((one) => one.book === book);
  const isDue = state === 'undo' && now() >= (announcement.undo_until ?? Infinity);
  const waitsForPage = isDue && lacksPage(announcement, site.manifest);
  const isPageLate = waitsForPage && now() >= (announcement.undo_until ?? 0) + PAGE_MS;
  // A mail server may be set until then.
  const isEarly = state === 'scheduled' && now() < (announcement.opens_at ?? Infinity);
  const why: PauseReason | null = isMissing
    ? { why: 'book' }
    : (await lacksPicture(query, announcement.words))
      ? { why: 'picture' }
      : letterOf(purpose) !== null && !(await isLive())
        ? { why: 'closed' }
        : mailRoute.is === 'none' && !isEarly
          ? { why: 'mail-server' }
          : isPageLate
            ? { why: 'page' }
            : await whyNot(announcement, { query, storeId, refusedUntil, time: now(), leapt });
  if (why !== null) {
    log.error('the announcement was paused', { purpose, why: why.why });
    await pause(query, purpose, why, now());
    return null;
  }
  if (state === 'scheduled') {
    if (now() >= (announcement.opens_at ?? Infinity)) await openScheduled(query, announcement, now());
    return null;
  }
  if (await enqueuePart(database, announcement)) return null;
  if (state !== 'undo') return announcement;
  if (!isDue || waitsForPage) return null;
  await beginSending(query, id, now());
  return readAnnouncement(query, purpose);
}

async function enqueuePaused(database: AdvanceDeps['database'], announcement: Announcement): Promise<null> {
  if (announcement.state === 'paused') await enqueuePart(database, announcement);
  return null;
}

async function whyNot(
  { id, state, store_id: armedIn, opens_at, undo_until, sending_at, health_window_start }: Announcement,
  {
    query,
    storeId,
    refusedUntil,
    time,
    leapt,
  }: Pick<AdvanceDeps, 'storeId' | 'refusedUntil' | 'leapt'> & {
    query: AdvanceDeps['database']['write'];
    time: number;
  },
): Promise<PauseReason | null> {
  if (armedIn !== storeId) return { why: 'moved' };
  if (state === 'done') return null;
  if (leapt && state !== 'sending') return { why: 'clock' };
  const due = state === 'scheduled' ? opens_at : state === 'undo' ? undo_until : null;
  if (due !== null) return time - due > LATE_MS ? { why: 'late' } : null;
  const last = Math.max(
    refusedUntil,
    sending_at ?? 0,
    health_window_start ?? 0,
    (await lastStart(query, id)) ?? 0,
  );
  return time - last > SILENT_MS ? { why: 'late' } : null;
}

/** Returns whether the clock jumped since the last call. */
export function createLeapWatch(now: () => number, steadyNow: () => number): () => boolean {
  let last = now() - steadyNow();
  return () => {
    const difference = now() - steadyNow();
    const leapt = Math.abs(difference - last) > LEAP_MS;
    last = difference;
    return leapt;
  };
}
