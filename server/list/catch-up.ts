import type { Kysely } from '#kysely';
import type { Stage } from '#contract/pages.ts';
import type { Tables } from '#server/store/schema.ts';
import { keepSetting } from '#server/store/stored-setting.ts';
import { HELD } from '#server/outbox/trouble.ts';
import { IS_OPEN } from '#server/outbox/conditions.ts';
import { recallOpening } from '#server/stage/opening.ts';
import { readStage } from '#server/stage/stage.ts';
import { ERASURE_KEY, eraseAgain } from './erase.ts';
import { leaveAgain } from './leave.ts';
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
