import { DatabaseSync } from 'node:sqlite';
import type { Kysely } from '#kysely';
import { refusalOf } from '#server/db/refusal.ts';
import type { Tables } from '#server/db/schema.ts';
import { queryBuilder } from '#server/db/sqlite.ts';
import { IS_OPEN } from '#server/outbox/queue.ts';
import { ERASURE_KEY, eraseAgain } from '#server/subscribe/erasure.ts';
import { Failed } from '../command.ts';
import { connectionTo, mergeAll } from '../store.ts';

/** What a store knows of the people who were erased: hashes, and the key they are made with. */
export type Erasures = { key: string; rows: { hash: string; at: number }[] };

/** What was done so that a backup neither repeats nor undoes what has happened since. */
export type CaughtUp = { held: number; erased: number };

/** Null when nobody was ever erased. */
export function readErasures(db: DatabaseSync): Erasures | null {
  const key = db.prepare('SELECT value FROM setting WHERE name = ?').get(ERASURE_KEY)?.value;
  if (typeof key !== 'string') return null;
  const rows = db.prepare('SELECT hash, at FROM erasure').all();
  return { key, rows: rows.map(({ hash, at }) => ({ hash: String(hash), at: Number(at) })) };
}

/**
 * Makes a copy of a backup fit to be the store; `erasures`: of the store it replaces. Null when these were made with
 * another key, so that nobody can be found by them. @throws Failed
 */
export async function catchUpFile(
  file: string,
  erasures: Erasures | null,
  now: number,
): Promise<CaughtUp | null> {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file);
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
    mergeAll(db);
    const known = erasures === null || carryOver(db, erasures);
    const done = await catchUp(queryBuilder(connectionTo(db)), now);
    return known ? done : null;
  } catch (error) {
    throw new Failed(refusalOf(error, file).message);
  } finally {
    db?.close();
  }
}

/**
 * In a store put back from a backup, before the server starts: what was still to go may have gone since, and waits for
 * the operator; whoever was erased since is erased again.
 */
export async function catchUp(query: Kysely<Tables>, now: number): Promise<CaughtUp> {
  const erased = await eraseAgain(query);
  const { numUpdatedRows } = await query
    .updateTable('outbox')
    .set({ state: 'held', finished_at: now, lease: null, lease_until: null })
    .set({ reply: 'Open when the backup was made.' })
    .where(IS_OPEN)
    .executeTakeFirst();
  return { held: Number(numUpdatedRows), erased };
}

export function caughtUpInWords({ held, erased }: CaughtUp): string[] {
  return [
    ...(erased > 0 ? [`${erased} erased again who had been erased since the backup was made.`] : []),
    ...(held > 0
      ? [
          `${held} mails and forwards are held that were still to go when the backup was made: most have gone out since.`,
          'Look at "mails list"; "mails release" sends those you want to go out, perhaps a second time.',
        ]
      : []),
  ];
}

/** False when the backup has a key of its own. */
function carryOver(db: DatabaseSync, { key, rows }: Erasures): boolean {
  db.prepare('INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(ERASURE_KEY, key);
  if (readErasures(db)?.key !== key) return false;
  const insert = db.prepare(
    'INSERT INTO erasure (hash, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = max(at, excluded.at)',
  );
  db.exec('BEGIN');
  for (const { hash, at } of rows) insert.run(hash, at);
  db.exec('COMMIT');
  return true;
}
