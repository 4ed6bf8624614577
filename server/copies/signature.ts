import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';

/*
 * Ed25519 (RFC 8032): only the list itself can make its copies. A writer to their place knows the public key for
 * which they are encrypted, and could otherwise plant a list of their own.
 */

/** Both halves as base64url. `d`: the private one. */
export type Signer = { d: string; x: string };
export type PublicHalf = Pick<Signer, 'x'>;

/** How the public half is printed, beside the recovery key: 64 hex digits. */
const PRINTED = /^\s*signed-by-([\da-f]{64})\s*$/im;

export function newSigner(): Signer {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { d, x };
}

export function printed({ x }: PublicHalf): string {
  return `signed-by-${Buffer.from(x, 'base64url').toString('hex')}`;
}

/** The public half in the file of a recovery key, which may have been typed from paper. Null: there is none. */
export function signerIn(text: string): PublicHalf | null {
  const [, hex] = PRINTED.exec(text) ?? [];
  return hex === undefined ? null : { x: Buffer.from(hex, 'hex').toString('base64url') };
}

/** 86 letters, digits, `-` and `_`. */
export function signatureOf(text: string, { d, x }: Signer): string {
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' });
  return sign(null, Buffer.from(text), key).toString('base64url');
}

/** Whether a text has this signature. */
export function verifierOf({ x }: PublicHalf): (text: string, signature: string) => boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return (text, signature) => verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}
