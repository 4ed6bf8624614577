import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the store keeps of a token: with so many random bits a plain hash cannot be turned back. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
