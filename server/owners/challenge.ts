import { randomBytes } from 'node:crypto';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { hashOf, isWithin } from './token.ts';

/** As long as a person needs for a touch, or to fetch the phone. */
const CHALLENGE_MS = 5 * 60_000;
const PURPOSE = 'passkey challenge';

/** What a passkey signs. It is signed by us, so that a stranger who asks for many stores none; those used are kept, so that none counts twice. */
export type Challenge = { hash: string; expiresAt: number };

/** `use`: what it is good for, e.g. signing in; nothing else takes it. */
export function newChallenge(secrets: Secrets, use: string, now: number): Uint8Array<ArrayBuffer> {
  const text = `${now + CHALLENGE_MS}.${randomBytes(16).toString('base64url')}`;
  return new Uint8Array(Buffer.from(`${text}.${secrets.sign(PURPOSE, `${use} ${text}`)}`));
}

/** `given`: as the browser gives it back, in base64url. Null where it is none of ours, of another use, or too old. */
export function readChallenge(secrets: Secrets, use: string, given: string, now: number): Challenge | null {
  const whole = Buffer.from(given, 'base64url').toString('latin1');
  const [, text = '', expires = '', signature = ''] =
    /^((\d{13,15})\.[\w-]{22})\.([\w-]+)$/.exec(whole) ?? [];
  if (!secrets.verify(PURPOSE, `${use} ${text}`, signature)) return null;
  if (!isWithin(Number(expires) - CHALLENGE_MS, CHALLENGE_MS, now)) return null;
  return { hash: hashOf(text), expiresAt: Number(expires) };
}
