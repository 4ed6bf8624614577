import { existsSync, statfsSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Config, FixedConfig } from '#server/base/config.ts';
import { COPIES_LATE_MS } from '#contract/owner/server-settings.ts';
import { readCopyStatus } from '#server/copies/status.ts';
import { ENV_FILE } from '#server/base/env-file.ts';
import { type Blocks, isShort, SHORT_BELOW, spaceOf } from '#server/store/disk/free-space.ts';
import { existingPart } from '#server/store/durable-file.ts';
import { databaseFile } from '#server/store/open.ts';
import { keysOf, mayHaveKeys, secretsFile } from '#server/store/secrets/key-file.ts';
import { messageOf } from '#server/store/refusal.ts';
import { type Finding, found, ok, problemFinding, warning } from '#server/base/finding.ts';

/** A log, a copy and a rendering take some hundred. */
const FEW_FILES = 1_000;

export function checkDisk(dataDir: string, statfs: (path: string) => Blocks = statfsSync): Finding {
  try {
    const blocks = statfs(existingPart(dataDir));
    const space = spaceOf(blocks);
    if (space === null) return ok(`unknown for ${dataDir}`);
    // Some file systems have no such limit, and say 0 of 0.
    const { ffree = 0, files = 0 } = blocks;
    if (files > 0 && ffree < FEW_FILES) return problemFinding('disk-inodes', { n: ffree, folder: dataDir });
    const left = { left: (space.free / 1e9).toFixed(1), folder: dataDir };
    if (space.free < SHORT_BELOW.low.bytes) return problemFinding('disk-full', left);
    if (isShort(space, 'doctor')) return warning('disk-short', left);
    return ok(`${left.left} GB left for ${dataDir}`);
  } catch (error) {
    return problemFinding('disk-unread', { folder: dataDir, text: messageOf(error) });
  }
}

/** How off-site copies go, with all that is wrong; with the store in PostgreSQL there are none. */
export function checkCopies(
  { dataDir, databaseUrl, copyTo }: Pick<Config, 'dataDir' | 'databaseUrl' | 'copyTo'>,
  now: number,
): Finding | Finding[] {
  if (copyTo === null || databaseUrl !== null) return ok('none');
  const status = readCopyStatus(dataDir);
  const time = (at: number | null) => (at === null ? '–' : new Date(at).toISOString());
  if (status === null) return ok('start when the server next starts');
  const { failing, until, checked, warnings } = status;
  const isLate = until === null || Math.abs(now - until) > COPIES_LATE_MS;
  const isNear = isAbsolute(copyTo) && deviceOf(copyTo) === deviceOf(existingPart(dataDir));
  const wrong: Finding[] = [];
  if (failing !== null)
    wrong.push(problemFinding('copies-failing', { since: time(failing.since), text: failing.said }));
  else if (isLate) wrong.push(warning('copies-late', { until: time(until) }));
  if (checked?.isGood === false) wrong.push(warning('copies-bad', { at: time(checked.at) }));
  wrong.push(...warnings.map(({ code, said }) => warning(`copies-${code}`, { text: said })));
  if (isNear) wrong.push(warning('copies-near', { folder: copyTo }));
  return wrong.length > 0 ? wrong : ok(`everything until ${time(until)}`);
}

function deviceOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.dev;
}

/** Whether the signing keys exist, are valid and private; creates none. */
export function checkSecrets({ dataDir, secretKeys }: FixedConfig): Finding {
  if (secretKeys) return ok(`${secretKeys.length} in SECRET_KEYS`);
  const file = secretsFile(dataDir);
  if (!mayHaveKeys(dataDir)) {
    return existsSync(databaseFile(dataDir))
      ? problemFinding('keys-missing', { file })
      : ok('created at the first start');
  }
  return found(() => {
    keysOf(dataDir);
    return ok(`${file} can be used`);
  });
}

/**
 * Files with addresses, passwords or keys must be closed to other users of the machine. The settings may be
 * open to the group of the server's user (docs/embreve.service). Windows has no such modes.
 */
export function checkModes(dataDir: string, envFile: string = ENV_FILE): Finding[] {
  if (process.platform === 'win32') return [];
  const closed = [
    [dataDir, 0o077, 'go='],
    [databaseFile(dataDir), 0o077, 'go='],
    [envFile, 0o007, 'o='],
  ] as const;
  return closed
    .filter(([file, others]) => existsSync(file) && (statSync(file).mode & others) !== 0)
    .map(([file, , mode]) => warning('file-open', { file, mode }));
}
