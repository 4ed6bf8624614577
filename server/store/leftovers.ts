import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from './durable-file.ts';

/**
 * Temporary files of `inspect`, new stores and keys, downloads, uploads, `restore` and `copies check`, left by a killed
 * process.
 */
const LEFTOVER =
  /^(?:(?:check|backup|copy|probe)-[A-Za-z0-9]{6}|(?:embreve\.sqlite|secrets\.json|upload)\.(?:new|part)-\d+-[0-9a-f]+(?:-(?:journal|wal|shm))?)$/;
/**
 * Milliseconds without a change after which a leftover is abandoned. Whether its process is alive cannot be
 * checked: it may be in another container.
 */
const ABANDONED = 3_600_000;
/**
 * The last people before a store was lost (rescue.ts), and the backups before a launch. `erase` does not
 * reach them, so they are kept no longer than other backups.
 */
const COPY = /^(?:rescued-[0-9TZ.-]+\.(?:csv|sqlite)|before-launch-[0-9-]{10}\.sqlite)$/;
const COPY_FOR = 30 * 24 * 3_600_000;

/**
 * Deletes copies of the list and of the keys that a killed process has left in `dataDir`: nothing else would
 * erase anybody from them. Returns their number.
 */
export async function deleteLeftovers(dataDir: string, now: number): Promise<number> {
  let deleted = 0;
  for (const name of await namesIn(dataDir)) {
    const path = join(dataDir, name);
    const stays = LEFTOVER.test(name) ? ABANDONED : COPY.test(name) ? COPY_FOR : Infinity;
    // Gone meanwhile: it was in use.
    const found = stays < Infinity ? await stat(path).catch(() => null) : null;
    if (found === null || now - found.mtimeMs < stays) continue;
    await rm(path, { recursive: true, force: true });
    deleted += 1;
  }
  return deleted;
}
