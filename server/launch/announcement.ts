import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from '#kysely';
import type { AnnouncementWords } from '#contract/announcement.ts';
import { noteOpening } from '#server/stage/opening.ts';
import { readStage, STAGE, writeStage } from '#server/stage/stage.ts';
import type { AnnouncementState, Tables } from '#server/store/schema.ts';
import { readSetting, removeSetting, writeSetting } from '#server/store/stored-setting.ts';
import { type Approval, type OpenProblem, whyNotOpen } from './approval.ts';
import { IS_NOT_TOLD } from './ledger.ts';
import { PURPOSES } from './purposes.ts';
import { type Move, MOVES, type PauseReason, type Purpose } from './states.ts';

export type Announcement = Omit<Selectable<Tables['announcement']>, 'words' | 'reason'> & {
  words: AnnouncementWords;
  /** `at`: since when, milliseconds since 1970. */
  reason: (PauseReason & { at: number | null }) | null;
};

/** What was asked for is not possible in this state; null: there is no such announcement. `why`: the state would let it. */
export type Refused = { ok: false; state: AnnouncementState | null; why?: OpenProblem };
export type Done = { ok: true; announcement: Announcement };

/** How it is to be told. */
export type Order = {
  /** Who pressed, e.g. `command line`. */
  by: string;
  /** Milliseconds in which it can be taken back before the first mail leaves. */
  undoMs: number;
  /** So many are told first, and what comes back is looked at; 0: all at once. */
  wave: number;
  maxPerMinute: number;
  /** Of the store it is in now (see `storeIdOf`). */
  storeId: string;
  now: number;
};

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

/** All that are set, under way or ended: those to which something may have to happen. */
export async function readSet(query: Kysely<Tables>): Promise<Announcement[]> {
  const rows = await query.selectFrom('announcement').selectAll().where('state', '!=', 'draft').execute();
  return rows.map(parsed);
}

export function parsed(row: Selectable<Tables['announcement']>): Announcement {
  return {
    ...row,
    words: JSON.parse(row.words) as AnnouncementWords,
    reason: row.reason === null ? null : { at: null, ...(JSON.parse(row.reason) as PauseReason) },
  };
}

/** At `opensAt` the site opens by itself. `wallTime` and `zone`: as the owner said it. */
export async function schedule(
  query: Kysely<Tables>,
  purpose: Purpose,
  { opensAt, wallTime, zone }: { opensAt: number; wallTime: string; zone: string },
  order: Order,
  approval: Approval,
): Promise<Done | Refused> {
  return query.transaction().execute(async (trx) => {
    const refusal = await refuseUnseen(trx, purpose, approval, { opensAt, now: order.now });
    const hour = { opens_at: opensAt, wall_time: wallTime, zone };
    return refusal ?? move(trx, purpose, 'schedule', { ...hour, ...chosen(order) });
  });
}

/**
 * The one switch: the site is open and the announcement is set, in one transaction. Nobody is written to before the time
 * for taking it back is over.
 */
export async function open(
  query: Kysely<Tables>,
  purpose: Purpose,
  order: Order,
  approval: Approval,
): Promise<Done | Refused> {
  return query.transaction().execute(async (trx) => {
    const { now } = order;
    const refusal = await refuseUnseen(trx, purpose, approval, { opensAt: null, now });
    return refusal ?? arm(trx, purpose, now, chosen(order));
  });
}

/** Null: it may be opened, or its state says that it may not. */
async function refuseUnseen(
  trx: Transaction<Tables>,
  purpose: Purpose,
  approval: Approval,
  when: { opensAt: number | null; now: number },
): Promise<Refused | null> {
  const found = await lockAnnouncement(trx, purpose);
  if (found === null || !MOVES.open.from.some((state) => state === found.state)) return null;
  const why = await whyNotOpen(trx, found, approval, when);
  return why && { ok: false, state: found.state, why };
}

/** What was set for an hour that has come. */
export async function openScheduled(
  query: Kysely<Tables>,
  { purpose, id }: Pick<Announcement, 'purpose' | 'id'>,
  now: number,
): Promise<void> {
  await query.transaction().execute(async (trx) => {
    // Changes nothing, but who takes it back or names another hour waits, and what they did until then is read.
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

function chosen({ by, undoMs, wave, maxPerMinute, storeId }: Order) {
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
  const armed = await move(trx, purpose, what, {
    ...order,
    armed_at: now,
    undo_until: now + order.undo_ms,
    enqueue_cursor: 0,
    enqueue_end: Number(end ?? 0),
    sending_at: null,
    pace_at: null,
    health_window_start: now,
  });
  if (armed.ok && PURPOSES[purpose].opensSite) await openSite(trx, now);
  return armed;
}

/**
 * Takes it back: the site is closed again where this had opened it, not where it was open before, and nobody was told. Not once mails may have begun.
 */
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
    if (undone.ok && PURPOSES[purpose].opensSite && before.armed_at !== null) await closeSite(trx, now);
    return undone;
  });
}

/** As it stands, until the transaction ends. */
async function lockAnnouncement(trx: Transaction<Tables>, purpose: Purpose): Promise<Announcement | null> {
  const row = await trx
    .updateTable('announcement')
    .set((one) => ({ state: one.ref('state') }))
    .where('purpose', '=', purpose)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : parsed(row);
}

/** The time for taking it back is over: the first mail may leave. */
export async function begin(query: Kysely<Tables>, id: number, now: number): Promise<void> {
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

/** After a restore: what is set waits for the owner, because somebody may have been told since. Returns the purposes. */
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
 * Goes on where it was: waits for its hour, or for the end of the time for taking it back, or sends. Where its hour is
 * over it opens now. `storeId`: of the store it is in now.
 */
export async function resume(
  query: Kysely<Tables>,
  purpose: Purpose,
  { storeId, now }: Pick<Order, 'storeId' | 'now'>,
): Promise<Done | Refused> {
  return query.transaction().execute(async (trx) => {
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

/** For good: nobody who has not been told is. The site stays as it is. */
export async function stop(query: Kysely<Tables>, purpose: Purpose, now: number): Promise<Done | Refused> {
  return query.transaction().execute((trx) => move(trx, purpose, 'stop', { reason: null, ended_at: now }));
}

/** All have been told, as far as they can be. */
export async function markDone(query: Kysely<Tables>, purpose: Purpose, now: number): Promise<void> {
  await query.transaction().execute((trx) => move(trx, purpose, 'end', { ended_at: now }));
}

/**
 * Tells people once more, after a refusal or an end that nobody knows: the owner says so, as it may be a second mail. It has
 * the Message-ID of the first. Who has left, or cannot be reached, is not told. Returns the number of the others. `which`: all
 * whose mails ended so, or people by their ids.
 */
export async function sendAgain(
  query: Kysely<Tables>,
  purpose: Purpose,
  which: 'failed' | 'unknown' | readonly number[],
  { storeId, now }: Pick<Order, 'storeId' | 'now'>,
): Promise<(Done & { people: number }) | Refused> {
  return query.transaction().execute(async (trx) => {
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

/** The setting that holds how the site was before: a stage, or nothing where nobody had said so. */
const STAGE_BEFORE = 'stage-before-launch';

async function openSite(trx: Transaction<Tables>, now: number): Promise<void> {
  await writeSetting(trx, STAGE_BEFORE, (await readStage(trx)) ?? '');
  await writeStage(trx, 'live');
  await noteOpening(trx, 'live', now);
}

/** Unless it was open before. Where nobody had said how it is, the setting STAGE counts again. */
async function closeSite(trx: Transaction<Tables>, now: number): Promise<void> {
  const before = await readSetting(trx, STAGE_BEFORE);
  if (before === 'live') return;
  if (before === '') await removeSetting(trx, STAGE);
  else await writeStage(trx, 'soon');
  await noteOpening(trx, 'soon', now);
}

/** So many mails a minute from now on, doubled again after each quarter of an hour without trouble. */
export async function setPace(query: Kysely<Tables>, id: number, pace: number, now: number): Promise<void> {
  await query.updateTable('announcement').set({ pace, pace_at: now }).where('id', '=', id).execute();
}
