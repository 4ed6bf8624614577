import type { Synchronous } from './open.ts';
import type { Recorded } from './recording.ts';
import type { Refusal } from './refusal.ts';

// Orders to the store's threads, one at a time until `close`, and their replies.

/** The writer thread's start options. */
export type WriterData = { dataDir: string; synchronous: Synchronous };

/** Subscriptions stored together; `rows` as JSON, which copies fastest and is the format of the buffer. */
export type Batch = { rows: string; size: number };

export type SqlValue = string | number | null | Uint8Array;
export type Statement = { sql: string; values: SqlValue[] };

/** `base`: the id of a new base (recording.ts); `take`: the parts since the last answer. */
export type RecordingOrder = { base: string } | 'take' | 'stop';

/** `drain`: moves a part of the buffer into its tables. */
export type WriterOrder = Batch | Statement | 'drain' | { recording: RecordingOrder };

/** The result of a statement. */
export type Ran = { rows: Record<string, unknown>[]; changes: number };

/** `gone`: the file is no longer the opened one. */
export type FailureCode = 'no-space' | 'not-writable' | 'busy' | 'io' | 'gone';

export type ReaderReply = { type: 'ran'; ran: Ran } | { type: 'failed'; code: FailureCode; message: string };

/** `failed`: the indexes of a batch's rows that were not stored. */
export type WriterReply =
  | { type: 'opened' }
  | { type: 'refused'; refusal: Refusal }
  | { type: 'committed'; failed: number[] }
  | { type: 'drained'; moved: number; left: number }
  | { type: 'recorded'; recorded: Recorded }
  | ReaderReply;
