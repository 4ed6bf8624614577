import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { keysOf, type SecretsRefusal } from './key-file.ts';

/** Signatures of this installation. The newest key signs, all of them verify: links live on when a key is new. */
export type Secrets = {
  /**
   * HMAC-SHA256 of `data` as 43 characters of base64url. A signature for one purpose is none for another;
   * `purpose` is a constant of the program, never input.
   */
  sign(purpose: string, data: string | Uint8Array): string;
  /** False for whatever is no signature of `data`, however long or odd. Its duration tells nothing about the key. */
  verify(purpose: string, data: string | Uint8Array, signature: string): boolean;
};

export type OpenedSecrets = { ok: true; secrets: Secrets } | { ok: false; refusal: SecretsRefusal };

/**
 * From `keys`, newest first, each of at least 32 random characters, or, where they are null, from
 * `dataDir/secrets.json`, which is made when there is none.
 */
export function openSecrets(from: { keys: readonly string[] | null; dataDir: string }): OpenedSecrets {
  const found = from.keys === null ? keysOf(from.dataDir) : { ok: true as const, keys: from.keys };
  return found.ok ? { ok: true, secrets: createSecrets(found.keys) } : found;
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
  return {
    sign(purpose, data) {
      const [newest] = keysFor(purpose);
      if (newest === undefined) throw new Error('There is no key to sign with.');
      return signatureOf(newest, data);
    },
    verify(purpose, data, signature) {
      // The text is compared, not the bytes it stands for: base64url can say the same bytes in several ways.
      const given = Buffer.from(signature.length === SIGNATURE_LENGTH ? signature : '', 'latin1');
      return keysFor(purpose).some((key) => {
        const right = Buffer.from(signatureOf(key, data), 'latin1');
        return given.length === right.length && timingSafeEqual(given, right);
      });
    },
  };
}

/** 32 bytes as base64url. */
export const SIGNATURE_LENGTH = 43;

function signatureOf(key: Buffer, data: string | Uint8Array): string {
  return createHmac('sha256', key).update(data).digest('base64url');
}
