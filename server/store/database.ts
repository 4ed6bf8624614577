import type { Kysely } from '#kysely';
import type { CommitOutcome } from './batches.ts';
import type { Tables } from './schema.ts';
import type { SubscriptionRow } from './subscription-row.ts';

/** The store cannot go on in this process: its file or its thread is gone. */
export type Fatal = { code: 'gone' | 'writer-died'; message: string };

/** The store, on either database. */
export type Database = {
  kind: 'sqlite' | 'postgres';
  /**
   * For whatever reads much or takes long: with SQLite a connection and a thread of its own, which keeps no writer waiting.
   * Sees all that was accepted before. Writing fails.
   */
  read: Kysely<Tables>;
  /** Everything but new subscriptions. A transaction keeps other writers of this process waiting: keep it short. */
  write: Kysely<Tables>;
  /** Rows that come together share one transaction. `stored` once it is committed and synced. */
  add(row: SubscriptionRow): Promise<CommitOutcome>;
  /**
   * Makes what was deleted unreadable in SQLite's files. False while somebody else reads: it is tried again each hour.
   * PostgreSQL forgets by its own rules (vacuum, the log's archive).
   */
  emptyLog(): Promise<boolean>;
  /** What would become of a row now. */
  readiness(): Promise<CommitOutcome>;
  /** Stores what was accepted, then closes. Later rows are not stored. May be called again. */
  close(): Promise<void>;
};
