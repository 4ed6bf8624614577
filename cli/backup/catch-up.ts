import { DatabaseSync } from 'node:sqlite';
import type { Kysely } from '#kysely';
import type { Stage } from '#contract/pages.ts';
import { migrate } from '#server/store/migrations.ts';
import { refusalOf } from '#server/store/refusal.ts';
import type { Tables } from '#server/store/schema.ts';
import { queryBuilder } from '#server/store/sqlite.ts';
import { keepSetting } from '#server/store/stored-setting.ts';
import { HELD } from '#server/outbox/held.ts';
import { IS_OPEN } from '#server/outbox/queue.ts';
import { recallOpening } from '#server/stage/opening.ts';
import { readStage } from '#server/stage/stage.ts';
import { ERASURE_KEY, eraseAgain } from '#server/list/erase.ts';
import { leaveAgain } from '#server/list/leave.ts';
import { Failed } from '../command.ts';
import { connectionTo, mergeAll } from '../store.ts';
import type { Since } from './since.ts';

/** What was done so that a backup neither repeats nor undoes what has happened since. */
export type CaughtUp = {
  held: number;
  erased: number;
  left: number;
  /** Whose fate nobody could tell. */
  unknown: 'nobody' | 'erased' | 'all';
  /** As the row of the store says; `before` also null where no store was there. */
  stage: { now: Stage | null; before: Stage | null };
};

/** A few milliseconds of work each: PostgreSQL ends a statement that takes five seconds. */
const CHUNK = 5000;

/** Makes a copy of a backup fit to be the store; `since`: of the store it replaces, null for none. @throws Failed */
export async function catchUpFile(file: string, since: Since | null, now: number): Promise<CaughtUp> {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file);
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
    // One of an earlier version has no place for some of what is noted.
    migrate(db);
    mergeAll(db);
    return await catchUp(queryBuilder(connectionTo(db)), since, now);
  } catch (error) {
    throw new Failed(refusalOf(error, file).message);
  } finally {
    db?.close();
  }
}

/**
 * In a store put back from a backup, before the server starts: what was still to go may have gone since, and waits for
 * the operator; whoever was erased or left since is erased again, or taken off the list.
 */
export async function catchUp(query: Kysely<Tables>, since: Since | null, now: number): Promise<CaughtUp> {
  const known = since?.erasures == null || (await carryOver(query, since.erasures));
  const erased = await eraseAgain(query);
  const left = since === null ? 0 : await leaveAgain(query, since.left);
  if (since?.opened != null) await recallOpening(query, since.opened);
  const held = await holdOpen(query, now);
  const unknown = since === null ? 'all' : known ? 'nobody' : 'erased';
  return {
    held,
    erased,
    left,
    unknown,
    stage: { now: await readStage(query), before: since?.stage ?? null },
  };
}

/** `otherwise`: the stage where the store says none. */
export function caughtUpInWords(
  { held, erased, left, unknown, stage }: CaughtUp,
  otherwise: Stage,
): string[] {
  const now = stage.now ?? otherwise;
  const before = unknown === 'all' ? null : (stage.before ?? otherwise);
  return [
    ...(erased > 0 ? [`${erased} erased again who had been erased since the backup was made.`] : []),
    ...(left > 0 ? [`${left} taken off the list again who had left it since the backup was made.`] : []),
    ...(held > 0
      ? [
          `${held} mails and forwards are held that were still to go when the backup was made: most have gone out since.`,
          'Look at "mails list"; "mails release" sends those you want to go out, perhaps a second time.',
        ]
      : []),
    ...(now === before
      ? []
      : [
          `The stage is ${now}${before ? `, as in the backup; it was ${before}. "stage ${before}" sets it back` : ''}.`,
        ]),
    ...BY_HAND[unknown],
  ];
}

/** Where no store was there to tell who they are, or one whose hashes are made with another key. */
const BY_HAND = {
  nobody: [],
  erased: ['Whoever was erased since the backup was made is in it again: erase them once more.'],
  all: ['Whoever was erased or left since the backup was made is in it again: erase them once more.'],
};

/** False when the backup has a key of its own. */
async function carryOver(
  query: Kysely<Tables>,
  { key, rows }: NonNullable<Since['erasures']>,
): Promise<boolean> {
  if ((await keepSetting(query, ERASURE_KEY, key)) !== key) return false;
  await query.transaction().execute(async (trx) => {
    for (let from = 0; from < rows.length; from += CHUNK) {
      await trx
        .insertInto('erasure')
        .values(rows.slice(from, from + CHUNK))
        .onConflict((conflict) =>
          conflict
            .column('hash')
            .doUpdateSet((row) => ({ at: row.ref('excluded.at') }))
            // Who was erased, came back, and was erased once more: the last time counts.
            .whereRef('erasure.at', '<', 'excluded.at'),
        )
        .execute();
    }
  });
  return true;
}

async function holdOpen(query: Kysely<Tables>, now: number): Promise<number> {
  for (let held = 0; ;) {
    const open = query.selectFrom('outbox').select('id').where(IS_OPEN).orderBy('due_at').limit(CHUNK);
    const { numUpdatedRows } = await query
      .updateTable('outbox')
      .set({ state: 'queued', held_at: now, lease: null, lease_until: null })
      .set({ reply: HELD.restored })
      .where('id', 'in', open)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return held;
    held += Number(numUpdatedRows);
  }
}
