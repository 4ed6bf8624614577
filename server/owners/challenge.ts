import { randomBytes } from 'node:crypto';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { hashOfToken, isWithin } from './token.ts';

/** Enough to touch a key, or to fetch the phone. */
const CHALLENGE_MS = 5 * 60_000;
const PURPOSE = 'passkey challenge';

/** What a passkey signs. It is signed by us instead of stored; used ones are stored against replay. */
export type Challenge = { hash: string; expiresAt: number };

/** `use`: its purpose, e.g. signing in; it is valid for no other. */
export function newChallenge(secrets: Secrets, use: string, now: number): Uint8Array<ArrayBuffer> {
  const text = `${now + CHALLENGE_MS}.${randomBytes(16).toString('base64url')}`;
  return new Uint8Array(Buffer.from(`${text}.${secrets.sign(PURPOSE, `${use} ${text}`)}`));
}

/** `given`: from the browser, in base64url. Returns null if it is not ours, for another use, or expired. */
export function readChallenge(secrets: Secrets, use: string, given: string, now: number): Challenge | null {
  const whole = Buffer.from(given, 'base64url').toString('latin1');
  const [, text = '', expires = '', signature = ''] =
    /^((\d{13,15})\.[\w-]{22})\.([\w-]+)$/.exec(whole) ?? [];
  if (!secrets.verify(PURPOSE, `${use} ${text}`, signature)) return null;
  if (!isWithin(Number(expires) - CHALLENGE_MS, CHALLENGE_MS, now)) return null;
  return { hash: hashOfToken(text), expiresAt: Number(expires) };
}
