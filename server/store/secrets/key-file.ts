import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { putIfAbsent, putFileInPlace, writeDraft } from '#server/store/durable-file.ts';
import { RefusedError, refusalOf } from '#server/store/refusal.ts';

export function secretsFile(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}

/** False only if there is surely none: a folder that this user may not read may contain one. */
export function mayHaveKeys(dataDir: string): boolean {
  try {
    return statSync(secretsFile(dataDir), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** New keys beside people: every link that they were sent would be dead, and what is sealed lost. */
export function keysGone(dataDir: string): RefusedError {
  return new RefusedError(
    'missing',
    `${secretsFile(dataDir)} is missing, but the list has people: without its keys no link in emails already sent works, ` +
      `and saved passwords cannot be opened. Restore it from a backup, readable by this user only. Only if there is none: ` +
      `npm run embreve -- secrets rotate --new`,
  );
}

/** The keys of `dataDir`, newest first; creates the first one if there is no file. @throws RefusedError */
export function keysOf(dataDir: string): string[] {
  const file = secretsFile(dataDir);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (statSync(file, { throwIfNoEntry: false }) === undefined) createKeyFile(file);
    return read(file);
  } catch (error) {
    throw refusalOf(error, file);
  }
}

/**
 * Adds a new key in front and keeps the previous one, so that its signatures stay valid until the next
 * rotation. A running server uses the new key after a restart. `again`: also if there is none to keep.
 * @throws RefusedError
 */
export function rotateSecrets(dataDir: string, { anew = false }: { anew?: boolean } = {}): void {
  const file = secretsFile(dataDir);
  if (!anew && !mayHaveKeys(dataDir))
    throw new RefusedError('missing', `There is no ${file}. Start the server once to create it.`);
  const before = keysOf(dataDir);
  try {
    putFileInPlace(writeDraft(file, asText([newKey(), ...before.slice(0, KEPT - 1)])), file);
  } catch (error) {
    throw refusalOf(error, file);
  }
}

const KEPT = 2;
/** A larger file is not ours. */
const MOST_BYTES = 4096;
const KEY = /^[\w-]{32,256}$/;

function newKey(): string {
  return randomBytes(32).toString('base64url');
}

/** A file created by another process meanwhile stays. */
export function createKeyFile(file: string): void {
  putIfAbsent(writeDraft(file, asText([newKey()])), file);
}

function asText(keys: readonly string[]): string {
  return `${JSON.stringify({ keys })}\n`;
}

function read(file: string): string[] {
  const { mode, size } = statSync(file);
  // Windows has no such modes and always reports open ones.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    const message = `${file} can be read by other users. Make it yours alone: chmod 600 ${file}`;
    throw new RefusedError('too-open', message);
  }
  const keys = size <= MOST_BYTES ? parse(readFileSync(file, 'utf8')) : null;
  if (keys !== null) return keys;
  throw new RefusedError(
    'corrupt',
    `${file} is damaged, or a key in it is too short. Restore a backup of it: without it no link in a mail ` +
      `already sent works. Only if there is none, move it away and start again with a new key.`,
  );
}

function parse(text: string): string[] | null {
  try {
    const { keys } = JSON.parse(text) as { keys: unknown };
    const usable =
      Array.isArray(keys) && keys.length > 0 && keys.every((key) => typeof key === 'string' && KEY.test(key));
    return usable ? keys : null;
  } catch {
    return null;
  }
}
