import type { Synchronous } from './open.ts';
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

/** Why a new base is needed. */
export type BrokenWhy = 'not-begun' | 'reconnected' | 'written-by-another' | 'too-much' | 'full' | 'disk';

/** A recording is an unbroken row of parts, named by its first base. `number`: of the last part, from 1; 0: there is none. */
export type Place = { recording: string; number: number };

/** `parts`: files of the changes since the last answer, in order. */
export type Recorded = ({ is: 'whole'; parts: string[] } & Place) | { is: 'broken'; why: BrokenWhy };

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
