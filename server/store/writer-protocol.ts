import type { Refusal } from './refusal.ts';
import type { Synchronous } from './open.ts';

export type SqlValue = string | number | null;

/** One statement with its values. */
export type Statement = { sql: string; values: SqlValue[] };

/** What the writer's thread is started with. */
export type WriterData = {
  dataDir: string;
  synchronous: Synchronous;
};

/** Subscriptions that are stored together; `rows`: as JSON, which copies fastest and is how they wait in the buffer. */
export type Batch = { rows: string; size: number };

/** To the writer: new subscriptions; one statement of anything else; or the end. */
export type Order = Batch | Statement | 'close';

/** In place of a statement: moves a part of what waits into its tables, and gives how much `waited` and is `waiting`. */
export const DRAIN_PART = 'drain';

/** What one statement gave. */
export type Ran = { rows: Record<string, unknown>[]; changes: number };

/** Why a batch was not stored; `gone` when the file is no longer the one that was opened. */
export type FailureCode = 'no-space' | 'not-writable' | 'busy' | 'io' | 'gone';
export type Failure = { code: FailureCode; message: string };

/** From the reader. */
export type ReaderReply = StatementReply;

/**
 * From the writer. A batch has one answer: `failed` holds the places in it that were not stored. `set-aside` answers
 * nothing: a row that was accepted could not be stored in its tables, and is kept for a program that can.
 */
export type WriterReply =
  | { type: 'opened' }
  | { type: 'refused'; refusal: Refusal }
  | { type: 'committed'; failed: number[] }
  | { type: 'failed'; failure: Failure }
  | StatementReply
  | { type: 'set-aside'; fault: string }
  | { type: 'closed' };

/** `errcode`: as SQLite's (https://sqlite.org/rescode.html), if it is one. */
export type StatementReply =
  | { type: 'ran'; ran: Ran }
  | { type: 'refused-statement'; failure?: Failure; message: string; errcode: number | null };
