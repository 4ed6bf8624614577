import { existsSync, statfsSync, statSync } from 'node:fs';
import { type Config, ENV_FILE } from '#server/config.ts';
import { type Blocks, isShort, SHORT_BELOW, spaceOf } from '#server/store/disk/free-space.ts';
import { existingPart } from '#server/store/durable-file.ts';
import { databaseFile } from '#server/store/open.ts';
import { keysOf, mayHaveKeys, secretsFile } from '#server/store/secrets/key-file.ts';
import { messageOf } from '#server/store/refusal.ts';
import { type Finding, found, ok, problem, warning } from './finding.ts';

export function checkDisk(dataDir: string, statfs: (path: string) => Blocks = statfsSync): Finding {
  try {
    const space = spaceOf(statfs(existingPart(dataDir)));
    const left = `${(space.free / 1e9).toFixed(1)} GB left for ${dataDir}`;
    if (space.free < SHORT_BELOW.low.bytes)
      return problem(`${left}: soon no address can be stored. Free some space now.`);
    if (isShort(space, 'doctor')) return warning(`${left}. Free some space.`);
    return ok(left);
  } catch (error) {
    return problem(`${dataDir} cannot be looked at: ${messageOf(error)}. Check DATA_DIR.`);
  }
}

/** Whether the keys of links are there, sound, and closed to others; makes none. */
export function checkSecrets({ dataDir, secretKeys }: Config): Finding {
  if (secretKeys) return ok(`${secretKeys.length} in SECRET_KEYS`);
  const file = secretsFile(dataDir);
  if (!mayHaveKeys(dataDir)) {
    return existsSync(databaseFile(dataDir))
      ? warning(`${file} is missing: no link in a mail already sent works. Put back a backup of it.`)
      : ok('made at the first start');
  }
  return found(() => {
    keysOf(dataDir);
    return ok(`${file} can be used`);
  });
}

/**
 * Files that hold addresses, or passwords and keys, must be closed to other users of the machine. The settings may be open to
 * the group of the server's user (docs/embreve.service). Windows knows no such modes.
 */
export function checkModes(dataDir: string, envFile: string = ENV_FILE): Finding[] {
  if (process.platform === 'win32') return [];
  const closed = [
    [dataDir, 0o077, 'go='],
    [databaseFile(dataDir), 0o077, 'go='],
    [envFile, 0o007, 'o='],
  ] as const;
  return closed
    .filter(([path, others]) => existsSync(path) && (statSync(path).mode & others) !== 0)
    .map(([path, , mode]) => warning(`${path} is open to other users. Close it: chmod ${mode} ${path}`));
}
