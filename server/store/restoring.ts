import type pg from 'pg';
import { RefusedError } from './refusal.ts';

/**
 * The tables in which `restoring` keeps what a backup does not know, the oldest first: names of their own, because a dump
 * may bring one back that was forgotten.
 */
export async function restoringTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_name ~ '^restoring_[0-9]+$' ORDER BY table_name`,
  );
  return rows.map(({ name }) => name);
}

/** A backup was put back, and who was erased or has left since may be in it. @throws RefusedError */
export async function assertRestored(client: pg.ClientBase): Promise<void> {
  const [name] = await restoringTables(client);
  if (name === undefined) return;
  throw new RefusedError(
    'unfinished',
    `A backup is being put back: the table ${name} says who was erased or has left since. Run "npm run -s embreve -- restored"; drop the table if you gave up before pg_restore.`,
  );
}
