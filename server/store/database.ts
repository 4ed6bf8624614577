import type { BookId } from '#contract/books.ts';
import type { Kysely } from '#kysely';
import type { Recorded } from './writer-protocol.ts';
import type { SubscriptionTable, Tables } from './schema.ts';

/**
 * An accepted subscription as stored: the columns of a new row, and what decides which rows follow from it.
 * It is passed to the disk as JSON.
 */
export type SubscriptionRow = Omit<
  SubscriptionTable,
  'id' | 'left_at' | 'reminded_at' | 'undeliverable_at'
> & {
  // Null: does not happen; else when it is due. All null for a suspected bot.
  receipt_at: number | null;
  confirm_at: number | null;
  forward_at: number | null;
  page: string;
  /** What it asks for: a book, or the newsletter (`NEWS`). */
  interest: BookId | null;
  /** Requested by a person, and available. */
  book: BookId | null;
  /** When its mail is due, if a new address counts at once. */
  book_at: number | null;
};

/** Not known to be stored, so never acknowledged. `why`: a code for the log, with any `error` thrown. */
export type NotStored = { why: string; error?: unknown };
export type CommitOutcome = 'stored' | NotStored;

/** The store cannot continue in this process: its file or its thread is gone. */
export type Fatal = { code: 'gone' | 'writer-died'; message: string };

/** What changes in a store, for off-site copies (recording.ts). */
export type Recording = {
  /**
   * Resolves when `baseFile` holds the store as it was after the parts of the answer. Rejects if it cannot be written; then
   * parts are missing.
   */
  begin(base: string): Promise<Recorded>;
  /** The files with all changes since the last call. */
  take(): Promise<Recorded>;
  stop(): Promise<void>;
};

/** The store, on either database. */
export type Database = {
  kind: 'sqlite' | 'postgres';
  /**
   * For large or slow queries: with SQLite a separate connection in a thread, which blocks no writer. Sees
   * everything accepted before. Writing fails.
   */
  read: Kysely<Tables>;
  /** Everything but new subscriptions. A transaction blocks writers of this process: keep it short. */
  write: Kysely<Tables>;
  /** Rows that come together share a transaction. `stored` once it is committed and synced. */
  add(row: SubscriptionRow): Promise<CommitOutcome>;
  /**
   * Makes deleted data unreadable in SQLite's files. Returns false while somebody else reads: it is retried
   * hourly. PostgreSQL has its own rules (vacuum, WAL archive).
   */
  emptyLog(): Promise<boolean>;
  /** Null with PostgreSQL, which has its own. */
  recording: Recording | null;
  /** Returns what would become of a row now. */
  readiness(): Promise<CommitOutcome>;
  /** Stores what was accepted, then closes. Later rows are not stored. Safe to call again. */
  close(): Promise<void>;
};
