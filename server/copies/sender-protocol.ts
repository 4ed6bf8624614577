import type { Place } from '#server/store/writer-protocol.ts';
import type { Numbers } from './numbers.ts';
import type { TargetSettings } from './target.ts';

// What the collector and the process that seals and sends say to each other.

/** The first message. */
export type SenderStart = { dataDir: string; target: TargetSettings; key: string; days: number };

/**
 * `baseFile` is the store as it was after a part. `random`: eight hex digits. `keys`: of links, as in their file; null: they
 * are in a setting. `mayDelete`: the clock can be believed.
 */
export type Base = {
  do: 'base';
  numbers: Numbers;
  random: string;
  at: number;
  keys: string | null;
  mayDelete: boolean;
} & Place;
/** `part`: a file of the recorder. `mark`: everything committed before `at` has been given. */
export type Job =
  | Base
  | { do: 'part'; file: string }
  | { do: 'mark'; at: number }
  /** No base could be made. */
  | { do: 'fail'; said: string };

/** `lost`: the target has lost what it had taken; only a new base helps. `shared`: so does only another store's name. */
export type SenderSaid = 'lost' | 'shared';

/** Milliseconds for what is left when the collector ends: the next one begins again. */
export const LAST_MS = 2_000;
