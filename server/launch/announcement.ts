import type { AnnouncementState, PauseReason, Purpose } from '#contract/owner/launch.ts';
import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from '#kysely';
import { letterOf, wordsIn } from '#contract/announcement.ts';
import type { MailRoute } from '#server/base/config.ts';
import { isLetter } from '#server/list/announced.ts';
import { noteOpening } from '#server/stage/opening.ts';
import { readStage, STAGE, writeStage } from '#server/stage/stage.ts';
import type { Tables } from '#server/store/schema.ts';
import { readSetting, removeSetting, writeSetting } from '#server/store/stored-setting.ts';
import { type Approval, letterUnderWay, lockLetters, type OpenProblem, whyNotOpen } from './approval.ts';
import { IS_NOT_TOLD } from './ledger.ts';
import { slugFor } from './letter-page.ts';
import { isPurpose, rulesOf } from './purposes.ts';
import type { Announcement } from './rows.ts';
import { type Move, MOVES } from './states.ts';

/** Not allowed in this state; null: no such announcement. `why`: what else forbids it. */
export type Refused = { ok: false; state: AnnouncementState | null; why?: OpenProblem };
export type Done = { ok: true; announcement: Announcement };

/** How the announcement is to be sent. */
export type SendingOptions = {
  /** Who opened it, e.g. `command line`. */
  by: string;
  /** Milliseconds in which it can be undone before the first mail leaves. */
  undoMs: number;
  /** Size of the first wave, whose delivery events are checked before the rest; 0: no wave. */
  wave: number;
  maxPerMinute: number;
  /** The id of the current store, see `storeIdOf`. */
  storeId: string;
  /** How mails leave now: without a route nothing is opened, resumed or sent again. */
  mailRoute: MailRoute;
  /** Whether visitors see the site, to which a newsletter leads. */
  isLive: boolean;
  now: number;
};

/** What sending needs to know of its server. */
export type SendingServer = Pick<SendingOptions, 'storeId' | 'mailRoute' | 'isLive' | 'now'>;

export async function readAnnouncement(
  query: Kysely<Tables>,
  purpose: Purpose,
): Promise<Announcement | null> {
  const row = await query
    .selectFrom('announcement')
    .selectAll()
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return row === undefined ? null : parsed(row);
}

/**
 * Reads all announcements that may still move: scheduled, being sent, or ended. Nobody comes late to a newsletter that
 * was sent. Another version may have others.
 */
export async function readSet(query: Kysely<Tables>): Promise<Announcement[]> {
  const rows = await query
    .selectFrom('announcement as a')
    .selectAll()
    .where('state', '!=', 'draft')
    .where((row) => row.or([row('state', '!=', 'done'), row.not(isLetter('a'))]))
    .execute();
  return rows.filter(({ purpose }) => isPurpose(purpose)).map(parsed);
}

export function parsed(row: Selectable<Tables['announcement']>): Announcement {
  return {
    ...row,
    words: wordsIn(row.words),
    reason: row.reason === null ? null : { at: null, ...(JSON.parse(row.reason) as PauseReason) },
  };
}

/** Schedules the site to open by itself at the time that was chosen and seen. */
export async function schedule(
  query: Kysely<Tables>,
  purpose: Purpose,
  order: SendingOptions,
  approval: Approval & { opensAt: number },
): Promise<Done | Refused> {
  return query.transaction().execute(async (trx) => {
    const { opensAt } = approval;
    const refusal = await refuseUnseen(trx, purpose, approval, { ...order, opensAt });
    return refusal ?? move(trx, purpose, 'schedule', chosen(order));
  });
}

/**
 * The switch: opens the site and starts the announcement in one transaction. No mail is sent before the undo
 * period is over.
 */
export async function open(
  query: Kysely<Tables>,
  purpose: Purpose,
  order: SendingOptions,
  approval: Approval,
): Promise<Done | Refused> {
  return query.transaction().execute(async (trx) => {
    const { now } = order;
    const refusal = await refuseUnseen(trx, purpose, approval, { ...order, opensAt: null });
    return refusal ?? arm(trx, purpose, now, chosen(order));
  });
}

/** Returns null if it may be opened, or if its state already refuses. */
async function refuseUnseen(
  trx: Transaction<Tables>,
  purpose: Purpose,
  approval: Approval,
  when: { opensAt: number | null } & Pick<SendingOptions, 'mailRoute' | 'isLive' | 'now'>,
): Promise<Refused | null> {
  if (letterOf(purpose) !== null) await lockLetters(trx);
  const found = await lockAnnouncement(trx, purpose);
  if (found === null || !MOVES.open.from.some((state) => state === found.state)) return null;
  const why = await whyNotOpen(trx, found, approval, when);
  return why && { ok: false, state: found.state, why };
}

/** Opens what was scheduled, once its time has come. */
export async function openScheduled(
  query: Kysely<Tables>,
  { purpose, id }: Pick<Announcement, 'purpose' | 'id'>,
  now: number,
): Promise<void> {
  await query.transaction().execute(async (trx) => {
    // A no-op update that locks the row: an undo or reschedule waits, and one that came first is read.
    const due = await trx
      .updateTable('announcement')
      .set((row) => ({ state: row.ref('state') }))
      .where('id', '=', id)
      .where('state', '=', 'scheduled')
      .where('opens_at', '<=', now)
      .returning('undo_ms')
      .executeTakeFirst();
    if (due) await arm(trx, purpose, now, due);
  });
}

function chosen({ by, undoMs, wave, maxPerMinute, storeId }: SendingOptions) {
  return { armed_by: by, undo_ms: undoMs, wave, max_per_minute: maxPerMinute, store_id: storeId };
}

async function arm(
  trx: Transaction<Tables>,
  purpose: Purpose,
  now: number,
  order: Updateable<Tables['announcement']> & { undo_ms: number },
  what: 'open' | 'openLate' = 'open',
): Promise<Done | Refused> {
  const { end } = await trx
    .selectFrom('subscription')
    .select((row) => row.fn.max('id').as('end'))
    .executeTakeFirstOrThrow();
  const letter = letterOf(purpose) === null ? null : await readAnnouncement(trx, purpose);
  const armed = await move(trx, purpose, what, {
    ...order,
    ...(letter && { slug: await slugFor(trx, letter) }),
    armed_at: now,
    undo_until: now + order.undo_ms,
    enqueue_cursor: 0,
    enqueue_end: Number(end ?? 0),
    sending_at: null,
    pace_at: null,
    health_window_start: now,
  });
  if (armed.ok && rulesOf(purpose).opensSite) await openSite(trx, now);
  return armed;
}

/** Undoes the launch, and closes the site if the launch opened it. Refused once mails may have begun. */
export async function undo(query: Kysely<Tables>, purpose: Purpose, now: number): Promise<Done | Refused> {
  return query.transaction().execute(async (trx) => {
    const before = await lockAnnouncement(trx, purpose);
    if (before === null || before.sending_at !== null) return { ok: false, state: before?.state ?? null };
    const undone = await move(trx, purpose, 'undo', {
      opens_at: null,
      wall_time: null,
      zone: null,
      reason: null,
      armed_at: null,
      undo_until: null,
      enqueue_cursor: 0,
      enqueue_end: null,
    });
    if (undone.ok && rulesOf(purpose).opensSite && before.armed_at !== null) await closeSite(trx, now);
    return undone;
  });
}

/** Reads the announcement and locks its row until the transaction ends. */
export async function lockAnnouncement(
  trx: Transaction<Tables>,
  purpose: Purpose,
): Promise<Announcement | null> {
  const row = await trx
    .updateTable('announcement')
    .set((one) => ({ state: one.ref('state') }))
    .where('purpose', '=', purpose)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : parsed(row);
}

/** The undo period is over: the first mail may leave. */
export async function beginSending(query: Kysely<Tables>, id: number, now: number): Promise<void> {
  await query
    .updateTable('announcement')
    .set({ state: MOVES.begin.to, sending_at: now })
    .where('id', '=', id)
    .where('state', 'in', MOVES.begin.from)
    .where('undo_until', '<=', now)
    .execute();
}

export async function pause(
  query: Kysely<Tables>,
  purpose: Purpose,
  reason: PauseReason,
  now: number,
): Promise<Done | Refused> {
  const kept = JSON.stringify({ ...reason, at: now });
  return query.transaction().execute((trx) => move(trx, purpose, 'pause', { reason: kept }));
}

/** After a restore: pauses announcements, as mails may have left since the backup. Returns the purposes. */
export async function pauseSet(query: Kysely<Tables>, now: number): Promise<string[]> {
  const rows = await query
    .updateTable('announcement')
    .set({
      state: MOVES.pause.to,
      reason: JSON.stringify({ why: 'moved', at: now } satisfies PauseReason & { at: number }),
    })
    .where('state', 'in', ['scheduled', 'undo', 'sending'])
    .returning('purpose')
    .execute();
  return rows.map(({ purpose }) => purpose);
}

/**
 * Resumes where it stopped: waits for its time or for the end of the undo period, or sends. Opens now if its
 * time has passed. `storeId`: of the current store.
 */
export async function resume(
  query: Kysely<Tables>,
  purpose: Purpose,
  order: SendingServer,
): Promise<Done | Refused> {
  return query.transaction().execute(async (trx) => {
    const { storeId, now } = order;
    const unsent = await refuseUnsent(trx, purpose, order);
    if (unsent !== null) return unsent;
    const found = await lockAnnouncement(trx, purpose);
    if (found === null) return { ok: false, state: null };
    const { armed_at, sending_at, opens_at, undo_ms, undo_until } = found;
    const again = { reason: null, store_id: storeId, health_window_start: now };
    if (armed_at === null)
      return (opens_at ?? 0) > now
        ? move(trx, purpose, 'resumeWaiting', again)
        : arm(trx, purpose, now, { ...again, undo_ms }, 'openLate');
    if (sending_at === null)
      return move(trx, purpose, 'resumeUndo', { ...again, undo_until: Math.max(now, undo_until ?? 0) });
    return move(trx, purpose, 'resume', { ...again, pace_at: now });
  });
}

/** Stops it for good: nobody else is emailed. The site stays as it is. */
export async function stop(query: Kysely<Tables>, purpose: Purpose, now: number): Promise<Done | Refused> {
  return query.transaction().execute((trx) => move(trx, purpose, 'stop', { reason: null, ended_at: now }));
}

/** Null if mails can leave. */
async function refuseUnsent(
  query: Kysely<Tables>,
  purpose: Purpose,
  { mailRoute, isLive }: SendingServer,
): Promise<Refused | null> {
  const why =
    mailRoute.is === 'none' ? 'mail-server' : letterOf(purpose) !== null && !isLive ? 'not-live' : null;
  return why && { ...(await refused(query, purpose)), why };
}

/** Everybody who can be reached has been emailed. */
export async function markDone(query: Kysely<Tables>, purpose: Purpose, now: number): Promise<void> {
  await query.transaction().execute((trx) => move(trx, purpose, 'end', { ended_at: now }));
}

/**
 * Emails people again after a failed or unknown delivery. The owner decides, because it may be a second mail;
 * it has the Message-ID of the first. People who have left or cannot be reached are skipped. Returns the
 * number of the others. `which`: all whose mails ended that way, or people by id.
 */
export async function sendAgain(
  query: Kysely<Tables>,
  purpose: Purpose,
  which: 'failed' | 'unknown' | readonly number[],
  order: SendingServer,
): Promise<(Done & { people: number }) | Refused> {
  return query.transaction().execute(async (trx) => {
    const { storeId, now } = order;
    const unsent = await refuseUnsent(trx, purpose, order);
    if (unsent !== null) return unsent;
    if (letterOf(purpose) !== null) {
      await lockLetters(trx);
      const isAnother = (await letterUnderWay(trx, purpose)) !== null;
      if (isAnother) return { ...(await refused(trx, purpose)), why: 'under-way' };
    }
    const again = { reason: null, store_id: storeId, ended_at: null, health_window_start: now };
    const moved = await move(trx, purpose, 'again', again);
    if (!moved.ok) return moved;
    const { numUpdatedRows } = await trx
      .updateTable('announcement_recipient')
      .set({ state: 'queued', attempt: 0, due_at: now, finished_at: null, lease: null, unknown_since: null })
      .where('announcement_id', '=', moved.announcement.id)
      .where('state', 'in', typeof which === 'string' ? [which] : ['failed', 'unknown'])
      .$if(typeof which !== 'string', (all) => all.where('subscription_id', 'in', [...which, 0].map(Number)))
      .where(sql<boolean>`NOT ${IS_NOT_TOLD}`)
      .executeTakeFirst();
    return { ...moved, people: Number(numUpdatedRows) };
  });
}

async function move(
  trx: Transaction<Tables>,
  purpose: Purpose,
  what: Move,
  change: Updateable<Tables['announcement']>,
): Promise<Done | Refused> {
  const row = await trx
    .updateTable('announcement')
    .set({ ...change, state: MOVES[what].to })
    .where('purpose', '=', purpose)
    .where('state', 'in', MOVES[what].from)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? refused(trx, purpose) : { ok: true, announcement: parsed(row) };
}

async function refused(query: Kysely<Tables>, purpose: Purpose): Promise<Refused> {
  const found = await readAnnouncement(query, purpose);
  return { ok: false, state: found?.state ?? null };
}

/** The setting that keeps the stage from before the launch; empty if none had been set. */
const STAGE_BEFORE = 'stage-before-launch';

async function openSite(trx: Transaction<Tables>, now: number): Promise<void> {
  await writeSetting(trx, STAGE_BEFORE, (await readStage(trx)) ?? '');
  await writeStage(trx, 'live');
  await noteOpening(trx, 'live', now);
}

/** Unless it was open before. If no stage had been set, the setting STAGE applies again. */
async function closeSite(trx: Transaction<Tables>, now: number): Promise<void> {
  const before = await readSetting(trx, STAGE_BEFORE);
  if (before === 'live') return;
  if (before === '') await removeSetting(trx, STAGE);
  else await writeStage(trx, 'soon');
  await noteOpening(trx, 'soon', now);
}
