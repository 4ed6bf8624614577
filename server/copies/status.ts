import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COPIES_LATE_MS, type CopyStatus } from '#contract/owner/server-settings.ts';

function statusFile(dataDir: string): string {
  return join(dataDir, 'copies.json');
}

/**
 * Since when copies have failed, if for ten minutes; null: they have not. `startedAt`: of the server, before which nobody
 * copied; without it only what is known to fail counts.
 */
export function lateSince({ until, failing }: CopyStatus, now: number, startedAt = now): number | null {
  // A time to come is of a clock that was ahead.
  const known = until === null || until > now + COPIES_LATE_MS ? 0 : until;
  const since = failing?.since ?? Math.max(known, startedAt);
  return now - since < COPIES_LATE_MS ? null : since;
}

/** Since when an owner should check them; null: nothing is wrong. */
export function troubledSince(status: CopyStatus, now: number): number | null {
  const all = [lateSince(status, now), ...status.warnings.map(({ since }) => since)];
  return all.reduce((first, since) => (since !== null && since < (first ?? Infinity) ? since : first));
}

/** Kept beside the store: commands and other processes read it. Null: nothing is copied from here. */
export function readCopyStatus(dataDir: string): CopyStatus | null {
  const file = statusFile(dataDir);
  if (!existsSync(file)) return null;
  try {
    // A version before 0.2.0 wrote no warnings.
    const read = JSON.parse(readFileSync(file, 'utf8')) as Omit<CopyStatus, 'warnings'> & Partial<CopyStatus>;
    return { ...read, warnings: read.warnings ?? [] };
  } catch {
    // Cut by a power failure.
    return null;
  }
}

/** Nothing is copied any more. */
export function forgetCopyStatus(dataDir: string): void {
  rmSync(statusFile(dataDir), { force: true });
}

/** On a full disk the one before stays: copying goes on. */
export function writeCopyStatus(dataDir: string, status: CopyStatus): void {
  const file = statusFile(dataDir);
  try {
    writeFileSync(`${file}.part`, JSON.stringify(status), { mode: 0o600 });
    renameSync(`${file}.part`, file);
  } catch {
    rmSync(`${file}.part`, { force: true });
  }
}
