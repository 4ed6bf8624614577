import type { DatabaseSync } from 'node:sqlite';
import { BUSY_MS } from './open.ts';

/** To the writer: a statement of its own, because it must not wait as long as others do. */
export const EMPTY_LOG = 'PRAGMA wal_checkpoint(TRUNCATE)';
/** Milliseconds for whoever reads to end: nobody can write meanwhile. */
const PATIENCE_MS = 100;

/**
 * Copies the log into the store and empties it. What was deleted is overwritten in the store (secure_delete), but stays
 * readable in the log until then. False while somebody else reads, such as an export: try again later.
 */
export function emptyLog(db: DatabaseSync): boolean {
  db.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
  try {
    return Number(db.prepare(EMPTY_LOG).get()?.busy) === 0;
  } finally {
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  }
}
