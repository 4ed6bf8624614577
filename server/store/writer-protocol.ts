import type { Synchronous } from './open.ts';
import type { Refusal } from './refusal.ts';

// What the store's threads are asked, one order after the other until `close`, and what they answer.

/** What the writer's thread is started with. */
export type WriterData = { dataDir: string; synchronous: Synchronous };

/** Subscriptions that are stored together; `rows`: as JSON, which copies fastest and is how they wait in the buffer. */
export type Batch = { rows: string; size: number };

export type SqlValue = string | number | null;
export type Statement = { sql: string; values: SqlValue[] };

/** `drain`: moves a part of what waits into its tables. */
export type WriterOrder = Batch | Statement | 'drain';

/** What one statement gave. */
export type Ran = { rows: Record<string, unknown>[]; changes: number };

/** `gone`: the file is no longer the one that was opened. */
export type FailureCode = 'no-space' | 'not-writable' | 'busy' | 'io' | 'gone';

export type ReaderReply = { type: 'ran'; ran: Ran } | { type: 'failed'; code: FailureCode; message: string };

/** Of a batch `failed` holds the places in it that were not stored. */
export type WriterReply =
  | { type: 'opened' }
  | { type: 'refused'; refusal: Refusal }
  | { type: 'committed'; failed: number[] }
  | { type: 'drained'; moved: number; left: number }
  | ReaderReply;
