import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the store keeps of a token: with so many random bits a plain hash cannot be turned back. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** So many milliseconds the clocks of two servers may differ. */
export const MOST_AHEAD = 60_000;

/**
 * Whether `since` was less than `ms` ago. What is dated ahead was written before the clock was set back, and would let in
 * for as long as the clock was wrong.
 */
export function isWithin(since: number, ms: number, now: number): boolean {
  return now - since < ms && since - now < MOST_AHEAD;
}
