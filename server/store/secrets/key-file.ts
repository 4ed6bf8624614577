import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { putInPlace, syncFolderOf, writeDraft } from '#server/store/durable-file.ts';

/** `message` is for the operator: what is wrong with the file and what to do. It never holds a key. */
export type SecretsRefusal = { code: 'damaged' | 'too-open' | 'missing' | 'io'; message: string };

export type Keys = { ok: true; keys: readonly string[] } | { ok: false; refusal: SecretsRefusal };

export function secretsFile(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}

/** False only where there is surely none: in a folder that this user may not look into there may be one. */
export function mayHaveKeys(dataDir: string): boolean {
  try {
    return statSync(secretsFile(dataDir), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** The keys of `dataDir`, newest first; makes the first one when there is no file. */
export function keysOf(dataDir: string): Keys {
  return withFile(dataDir, (file) => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (statSync(file, { throwIfNoEntry: false }) === undefined) createKeyFile(file);
    return read(file);
  });
}

/**
 * Puts a new key in front and keeps the one before, so that what it signed stays valid until the next rotation.
 * A running server signs with the new key once it is started again.
 */
export function rotateSecrets(dataDir: string): { ok: true } | { ok: false; refusal: SecretsRefusal } {
  return withFile(dataDir, (file) => {
    const found = read(file);
    if (!found.ok) return found;
    putInPlace(writeDraft(file, asText([newKey(), ...found.keys.slice(0, KEPT - 1)])), file);
    return { ok: true, keys: [] };
  });
}

const KEPT = 2;
/** As many as someone may have put in by hand; more is no file of ours. */
const MOST_KEYS = 10;
const MOST_BYTES = 4096;
const KEY = /^[\w-]{32,256}$/;

function newKey(): string {
  return randomBytes(32).toString('base64url');
}

/** The file appears complete or not at all. One that another process made in the meantime stays as it is. */
export function createKeyFile(file: string): void {
  const draft = writeDraft(file, asText([newKey()]));
  try {
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolderOf(file);
}

function asText(keys: readonly string[]): string {
  return `${JSON.stringify({ keys })}\n`;
}

function read(file: string): Keys {
  const { mode, size } = statSync(file);
  // Windows knows no such modes and always reports open ones.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    return refused('too-open', `${file} can be read by other users. Make it yours alone: chmod 600 ${file}`);
  }
  const keys = size <= MOST_BYTES ? parse(readFileSync(file, 'utf8')) : null;
  if (keys !== null) return { ok: true, keys };
  return refused(
    'damaged',
    `${file} is damaged, or a key in it is too short. Put back a backup of it: without it no link in a mail ` +
      `already sent works. Only if there is none, move it away and start again with a new key.`,
  );
}

function parse(text: string): string[] | null {
  try {
    const { keys } = JSON.parse(text) as { keys: unknown };
    const usable =
      Array.isArray(keys) &&
      keys.length > 0 &&
      keys.length <= MOST_KEYS &&
      keys.every((key) => typeof key === 'string' && KEY.test(key));
    return usable ? keys : null;
  } catch {
    return null;
  }
}

function withFile(dataDir: string, work: (file: string) => Keys): Keys {
  const file = secretsFile(dataDir);
  try {
    return work(file);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT')
      return refused('missing', `There is no ${file}. Start the server once to make it.`);
    return refused(
      'io',
      `${file} cannot be used (${code}). Check the rights of this user, the disk and DATA_DIR.`,
    );
  }
}

function refused(code: SecretsRefusal['code'], message: string): Keys & { ok: false } {
  return { ok: false, refusal: { code, message } };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
