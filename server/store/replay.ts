import { constants, DatabaseSync } from 'node:sqlite';
import { putKeys } from './backup.ts';
import type { PartHead } from './recording.ts';

/**
 * Applies recorded parts to the base that they follow. The triggers are gone meanwhile, as parts hold what they did; the
 * file is not durable yet.
 */
export function openReplay(file: string) {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF');
  const triggers = db.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${quoted(String(name))}`);

  /** @returns false if the part does not follow what is there. */
  function apply(changeset: Uint8Array, sequences: PartHead['sequences']): boolean {
    const abort = () => constants.SQLITE_CHANGESET_ABORT;
    if (!db.applyChangeset(changeset, { onConflict: abort })) return false;
    for (const [name, seq] of Object.entries(sequences)) {
      const { changes } = db.prepare('UPDATE sqlite_sequence SET seq = ? WHERE name = ?').run(seq, name);
      if (changes === 0) db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, seq);
    }
    return true;
  }

  /** `keys`: those of the base, as a backup holds them. */
  function finish(keys: string | null): void {
    if (keys !== null) putKeys(db, keys);
    for (const { sql } of triggers) db.exec(String(sql));
  }

  return { apply, finish, [Symbol.dispose]: () => db.close() };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
