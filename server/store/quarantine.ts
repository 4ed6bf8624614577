import type { DatabaseSync } from 'node:sqlite';
import { sql } from '#kysely';
import type { Database } from './database.ts';

// Accepted rows that could not be stored in their tables; only a bug in this program can cause that.

/** Null if there are none, as it should be. `fault`: the database's error for one of them. */
export function rowsInQuarantine(db: DatabaseSync): { rows: number; fault: string } | null {
  const found = db
    .prepare('SELECT sum(size) AS n, min(fault) AS fault FROM write_buffer WHERE fault IS NOT NULL')
    .get();
  return found?.n ? { rows: Number(found.n), fault: String(found.fault) } : null;
}

/** Returns quarantined rows to the buffer: this program may be newer than the one that failed. */
export function retryQuarantined(db: DatabaseSync): void {
  db.exec('UPDATE write_buffer SET fault = NULL WHERE fault IS NOT NULL');
}

/** Deletes a person's quarantined rows (`key`: as in the store): the next start would bring them back. */
export async function deleteQuarantined(
  { kind, write }: Pick<Database, 'kind' | 'write'>,
  key: string,
): Promise<boolean> {
  if (kind === 'postgres') return false;
  const { numAffectedRows } = await sql`DELETE FROM write_buffer WHERE fault IS NOT NULL
    AND EXISTS (SELECT 1 FROM json_each(write_buffer.rows) WHERE value ->> 'key' = ${key})`.execute(write);
  return (numAffectedRows ?? 0n) > 0n;
}
