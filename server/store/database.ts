import type { Interest } from '#contract/subscribe.ts';
import type { Kysely } from '#kysely';
import type { SubscriptionTable, Tables } from './schema.ts';

/**
 * One accepted subscription as it is stored: the columns of a new row, and what decides which rows follow from it. It is
 * JSON on its way to the disk.
 */
export type SubscriptionRow = Omit<
  SubscriptionTable,
  'id' | 'left_at' | 'reminded_at' | 'undeliverable_at'
> & {
  // Not null: when it is due, and that it is to happen at all. A suspected bot has none of them.
  receipt_at: number | null;
  confirm_at: number | null;
  forward_at: number | null;
  page: string;
  interest: Interest | null;
  /** Asked for by a person, and handed out. */
  book: Interest | null;
  /** When its mail is due, where a new address counts at once. */
  book_at: number | null;
};

/** Not known to be stored, so it must not be acknowledged. `why` is a code for the log, with what was thrown if anything was. */
export type NotStored = { why: string; error?: unknown };
export type CommitOutcome = 'stored' | NotStored;

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
