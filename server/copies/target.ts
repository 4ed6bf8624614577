import type { TargetCode } from '#contract/owner/server-settings.ts';
import { Failed } from '#server/base/failed.ts';

/** Where copies are kept. Everything throws a TargetError if the target is the reason. */
export type Target = {
  /** Whole or not at all, as far as the target can. `file`: on this machine. */
  put(name: string, file: string): Promise<void>;
  get(name: string): Promise<ReadableStream<Uint8Array>>;
  /** All objects in its folder whose names begin so, in any order. */
  list(start?: string): AsyncIterable<{ name: string; bytes: number }>;
  /** The folders whose names begin so. */
  folders(start: string): AsyncIterable<string>;
  /** Also what is not there. */
  remove(names: readonly string[]): Promise<void>;
};

/** Characters. A target may answer anything. */
const MOST_SAID = 200;

/** `message`: for the operator; holds no secret. */
export class TargetError extends Failed {
  readonly code: TargetCode;
  constructor(code: TargetCode, message: string) {
    super(message.slice(0, MOST_SAID));
    this.code = code;
  }
}

/**
 * `to`: `s3://bucket/folder`, or a folder of this machine. `mayBeNear`: the storage may be on this machine or its network
 * link, because the environment names it.
 */
export type TargetSettings = {
  to: string;
  region: string;
  endpoint: string | null;
  keyId: string | null;
  secret: string | null;
  mayBeNear: boolean;
};
