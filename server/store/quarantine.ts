import type { DatabaseSync } from 'node:sqlite';
import { sql } from '#kysely';
import type { Database } from './database.ts';

// Rows that were accepted and could not be stored in their tables, which only an error in this program can bring about.

/** Null when there are none, as it should be. `fault`: what the database said of one of them. */
export function rowsInQuarantine(db: DatabaseSync): { rows: number; fault: string } | null {
  const found = db
    .prepare('SELECT sum(size) AS n, min(fault) AS fault FROM write_buffer WHERE fault IS NOT NULL')
    .get();
  return found?.n ? { rows: Number(found.n), fault: String(found.fault) } : null;
}

/** What is quarantined takes part again: this program may be newer than the one that failed. */
export function retryQuarantined(db: DatabaseSync): void {
  db.exec('UPDATE write_buffer SET fault = NULL WHERE fault IS NOT NULL');
}

/** Deletes what is quarantined of one person (`key`: as in the store): it would come back with the next start. */
export async function deleteQuarantined(
  { kind, write }: Pick<Database, 'kind' | 'write'>,
  key: string,
): Promise<boolean> {
  if (kind === 'postgres') return false;
  const { numAffectedRows } = await sql`DELETE FROM write_buffer WHERE fault IS NOT NULL
    AND EXISTS (SELECT 1 FROM json_each(write_buffer.rows) WHERE value ->> 'key' = ${key})`.execute(write);
  return (numAffectedRows ?? 0n) > 0n;
}
