import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token: with so many random bits a plain hash cannot be reversed. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Milliseconds by which the clocks of two servers may differ. */
export const MOST_AHEAD = 60_000;

/**
 * Whether `since` was less than `ms` ago. A future date was written before the clock was set back, and would
 * stay valid for as long as the clock was wrong.
 */
export function isWithin(since: number, ms: number, now: number): boolean {
  return now - since < ms && since - now < MOST_AHEAD;
}
