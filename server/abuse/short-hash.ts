import type { Secrets } from '#server/store/secrets/secrets.ts';

/** What is remembered in place of a network or an address: 96 bits are enough to tell all apart, and name nobody. */
export function shortHash(secrets: Pick<Secrets, 'sign'>, purpose: string, text: string): string {
  // A copy: a slice would keep the whole signature in memory.
  return Buffer.from(secrets.sign(purpose, text), 'latin1').toString('latin1', 0, 16);
}
