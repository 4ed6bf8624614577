import { randomBytes } from 'node:crypto';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/base/config.ts';
import { type Target, TargetError, type TargetSettings } from './target.ts';
import type { Again } from './try-again.ts';

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
