import { statSync } from 'node:fs';
import { sql } from '#kysely';
import type { Database } from '#server/store/database.ts';
import { databaseFile } from '#server/store/open.ts';

/**
 * Identifies a store. A copy or a restored one has another id, so that no two stores send the same. Made of
 * the file and its creation time, not the device, whose number may change when the machine restarts.
 */
export async function storeIdOf(
  { kind, read }: Pick<Database, 'kind' | 'read'>,
  dataDir: string,
): Promise<string> {
  if (kind === 'sqlite') {
    const { ino, birthtimeMs } = statSync(databaseFile(dataDir));
    return `${ino}:${birthtimeMs}`;
  }
  const { rows } = await sql<{ cluster: string; oid: string }>`
    SELECT system_identifier::text AS cluster, (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS oid
    FROM pg_control_system()`.execute(read);
  return `${rows[0]?.cluster}:${rows[0]?.oid}`;
}
