import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { RefusedError } from '#server/store/refusal.ts';
import { keysOf, mayHaveKeys, secretsFile } from './key-file.ts';

/**
 * Signs and encrypts. The newest key signs and encrypts, all keys verify and decrypt: links survive a key
 * rotation.
 */
export type Secrets = {
  /**
   * Returns the HMAC-SHA256 of `data` as 43 characters of base64url. A signature is valid for one purpose
   * only; `purpose` is a constant of the program, never input.
   */
  sign(purpose: string, data: string | Uint8Array): string;
  /** False for any invalid signature, however long or odd. Timing reveals nothing about the key. */
  verify(purpose: string, data: string | Uint8Array, signature: string): boolean;
  /** Encrypts `text` with `data` as associated data, as base64url; deterministic. */
  seal(purpose: string, data: Uint8Array, text: string): string;
  /** Null for anything that was not sealed for this purpose with `data`. */
  open(purpose: string, data: Uint8Array, sealed: string): string | null;
};

/**
 * Uses `keys`, newest first, each of at least 32 random characters; if null, those in `dataDir/secrets.json`,
 * which is created if missing. @throws RefusedError
 */
export function openSecrets(keys: readonly string[] | null, dataDir: string): Secrets {
  return createSecrets(keys ?? keysOf(dataDir));
}

/** The same, but never creates a key. @throws RefusedError */
export function secretsOf({
  secretKeys,
  dataDir,
}: {
  secretKeys: readonly string[] | null;
  dataDir: string;
}): Secrets {
  if (secretKeys === null && !mayHaveKeys(dataDir))
    throw new RefusedError('missing', `${secretsFile(dataDir)} does not exist. Start the server once.`);
  return openSecrets(secretKeys, dataDir);
}

/** @param keys newest first, at least one. */
export function createSecrets(keys: readonly string[]): Secrets {
  const derived = new Map<string, Buffer[]>();
  function keysFor(purpose: string): Buffer[] {
    const known = derived.get(purpose);
    if (known !== undefined) return known;
    const made = keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', `embreve ${purpose}`, 32)));
    derived.set(purpose, made);
    return made;
  }
  function newestFor(purpose: string): Buffer {
    const [newest] = keysFor(purpose);
    if (newest === undefined) throw new Error('There is no key to sign with.');
    return newest;
  }
  return {
    sign: (purpose, data) => signatureOf(newestFor(purpose), data),
    verify(purpose, data, signature) {
      // Compares the text, not the bytes: base64url can encode the same bytes in several ways.
      const given = Buffer.from(signature.length === SIGNATURE_LENGTH ? signature : '', 'latin1');
      return keysFor(purpose).some((key) => {
        const right = Buffer.from(signatureOf(key, data), 'latin1');
        return given.length === right.length && timingSafeEqual(given, right);
      });
    },
    seal(purpose, data, text) {
      // Not random: a resent mail is identical. Never the same for two texts, which would reveal both.
      const nonce = nonceOf(newestFor(`nonce ${purpose}`), data, text);
      const cipher = createCipheriv(CIPHER, newestFor(`seal ${purpose}`), nonce).setAAD(data);
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, hidden, cipher.getAuthTag()]).toString('base64url');
    },
    open(purpose, data, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      // Compares the text, as above.
      if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return null;
      for (const key of keysFor(`seal ${purpose}`)) {
        const text = openedWith(key, data, bytes);
        if (text !== null) return text;
      }
      return null;
    },
  };
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function nonceOf(key: Buffer, data: Uint8Array, text: string): Buffer {
  const all = createHmac('sha256', key).update(`${data.length} `).update(data).update(text).digest();
  return all.subarray(0, NONCE_BYTES);
}

function openedWith(key: Buffer, data: Uint8Array, bytes: Buffer): string | null {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(data).setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** 32 bytes as base64url. */
export const SIGNATURE_LENGTH = 43;

function signatureOf(key: Buffer, data: string | Uint8Array): string {
  return createHmac('sha256', key).update(data).digest('base64url');
}
