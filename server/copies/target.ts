import { randomBytes } from 'node:crypto';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TargetCode } from '#contract/owner/server-settings.ts';
import type { Config } from '#server/config.ts';
import { Failed } from '#server/failed.ts';
import type { Again } from './try-again.ts';

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

/** Loads the client of S3 only for one. `again`: what a request to another machine goes through. */
export async function openTarget(settings: TargetSettings, again?: Again): Promise<Target> {
  if (!settings.to.startsWith('s3://'))
    return import('./folder-target.ts').then(({ folderTarget }) => folderTarget(settings.to));
  const { s3Target } = await import('./s3-target.ts');
  return s3Target(settings, { again });
}

/** Of the settings of a server. */
export function targetSettings(
  to: string,
  {
    s3Region,
    s3Endpoint,
    s3KeyId,
    s3Secret,
    given,
  }: Pick<Config, 's3Region' | 's3Endpoint' | 's3KeyId' | 's3Secret' | 'given'>,
): TargetSettings {
  const mayBeNear = Object.hasOwn(given, 'S3_ENDPOINT');
  return { to, region: s3Region, endpoint: s3Endpoint, keyId: s3KeyId, secret: s3Secret, mayBeNear };
}

/** Lists, writes and deletes, for a process that is ended if it takes long. @returns what is wrong; null if nothing. */
export async function tryTarget(settings: TargetSettings, folder: string): Promise<TargetError | null> {
  using own = mkdtempDisposableSync(join(folder, 'probe-'));
  // A name that is nobody else's: it is deleted.
  const name = `probe-${randomBytes(8).toString('hex')}`;
  const file = join(own.path, name);
  try {
    const target = await openTarget(settings);
    for await (const _ of target.list()) break;
    writeFileSync(file, name);
    await target.put(name, file);
    await target.remove([name]).catch(toleratesKept);
    return null;
  } catch (error) {
    if (error instanceof TargetError) return error;
    throw error;
  }
}

/** A key that may add and never delete is the safest; a probe stays then. */
function toleratesKept(error: unknown): void {
  if (!(error instanceof TargetError && error.code === 'not-taken')) throw error;
}
