import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TargetCode } from '#contract/owner/server-settings.ts';
import type { Config } from '#server/config.ts';
import { withDeadline } from '#server/deadline.ts';
import { Failed } from '#server/failed.ts';

/** Where copies are kept. Everything throws a TargetError if the target is the reason. */
export type Target = {
  /** Whole or not at all, as far as the target can. `file`: on this machine. */
  put(name: string, file: string): Promise<void>;
  get(name: string): Promise<ReadableStream<Uint8Array>>;
  /** All objects in its folder whose names begin so, in any order. */
  list(start?: string): AsyncIterable<{ name: string; bytes: number }>;
  remove(name: string): Promise<void>;
};

/** `message`: for the operator; holds no secret. */
export class TargetError extends Failed {
  readonly code: TargetCode;
  constructor(code: TargetCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** `to`: `s3://bucket/folder`, or a folder of this machine. */
export type TargetSettings = {
  to: string;
  region: string;
  endpoint: string | null;
  keyId: string | null;
  secret: string | null;
};

/** Loads the client of S3 only for one. */
export async function openTarget(settings: TargetSettings): Promise<Target> {
  if (!settings.to.startsWith('s3://'))
    return import('./folder-target.ts').then(({ folderTarget }) => folderTarget(settings.to));
  const { s3Target } = await import('./s3-target.ts');
  return s3Target(settings);
}

/** Of the settings of a server. */
export function targetSettings(
  to: string,
  {
    s3Region,
    s3Endpoint,
    s3KeyId,
    s3Secret,
  }: Pick<Config, 's3Region' | 's3Endpoint' | 's3KeyId' | 's3Secret'>,
): TargetSettings {
  return { to, region: s3Region, endpoint: s3Endpoint, keyId: s3KeyId, secret: s3Secret };
}

const PROBE = 'probe';
/** Milliseconds. An owner waits. */
const PROBE_PATIENCE = 10_000;

/** Lists, writes and deletes. @returns what is wrong with a target; null if nothing. */
export async function tryTarget(settings: TargetSettings, folder: string): Promise<TargetError | null> {
  using own = mkdtempDisposableSync(join(folder, 'probe-'));
  const file = join(own.path, PROBE);
  async function use(): Promise<null> {
    const target = await openTarget(settings);
    for await (const _ of target.list()) break;
    writeFileSync(file, PROBE);
    await target.put(PROBE, file);
    await target.remove(PROBE);
    return null;
  }
  const late = new TargetError(
    'no-answer',
    `${settings.to} did not answer within ${PROBE_PATIENCE / 1000} seconds.`,
  );
  try {
    return await withDeadline<TargetError | null>(use(), PROBE_PATIENCE, late);
  } catch (error) {
    if (error instanceof TargetError) return error;
    throw error;
  }
}
