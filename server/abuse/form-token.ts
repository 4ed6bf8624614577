import { randomBytes } from 'node:crypto';
import { SIGNATURE_LENGTH, type Secrets } from '#server/store/secrets/secrets.ts';
import { count, createMemory, type Memory } from './memory.ts';

/** The verdict on a form token. `reused`: posted more often than one person submits one form. */
export type FormTokenVerdict = 'valid' | 'missing' | 'forged' | 'expired' | 'too-early' | 'reused';

/** Nobody reads the page and types an address faster. */
const FORM_TOKEN_MIN_AGE_MS = 2_000;
const FORM_TOKEN_MAX_AGE_MS = 24 * 60 * 60 * 1000;
const FORM_TOKEN_MAX_USES = 3;
/**
 * A token from the future was signed before a restart with the clock set back, or by another machine.
 * Accepting it gives a bot nothing: tokens are free, and this one is used up too.
 */
const MAX_AHEAD_MS = 7 * 24 * 60 * 60 * 1000;
const REMEMBERED_TOKENS = 50_000;

const TIME_BYTES = 6;
const NONCE_BYTES = 9;
/** 15 bytes in base64url, without spare bits. */
const CLAIM_LENGTH = 20;
const TOKEN = new RegExp(`^[\\w-]{${CLAIM_LENGTH + SIGNATURE_LENGTH}}$`);
const PURPOSE = 'form';

type FormTokens = { secrets: Secrets; uses: Memory<number> };

/** Counts uses in this process only: with n processes a token passes up to n times as often. */
export function createFormTokens(secrets: Secrets): FormTokens {
  return { secrets, uses: createMemory(REMEMBERED_TOKENS) };
}

/** 63 URL-safe characters. `now`: a steady clock; if it jumped, open pages would expire. */
export function issueFormToken(secrets: Secrets, now: number): string {
  const claim = Buffer.alloc(TIME_BYTES + NONCE_BYTES);
  claim.writeUIntBE(now, 0, TIME_BYTES);
  randomBytes(NONCE_BYTES).copy(claim, TIME_BYTES);
  return claim.toString('base64url') + secrets.sign(PURPOSE, claim);
}

/** Each call that returns `valid` or `reused` counts as a use: call it once per submission. Never throws. */
export function judgeFormToken(tokens: FormTokens, text: string | undefined, now: number): FormTokenVerdict {
  if (text === undefined || text === '') return 'missing';
  if (!TOKEN.test(text)) return 'forged';
  const claim = Buffer.from(text.slice(0, CLAIM_LENGTH), 'base64url');
  if (!tokens.secrets.verify(PURPOSE, claim, text.slice(CLAIM_LENGTH))) return 'forged';
  const age = now - claim.readUIntBE(0, TIME_BYTES);
  if (age > FORM_TOKEN_MAX_AGE_MS || age < -MAX_AHEAD_MS) return 'expired';
  if (age >= 0 && age < FORM_TOKEN_MIN_AGE_MS) return 'too-early';
  const nonce = claim.toString('latin1', TIME_BYTES);
  return count(tokens.uses, nonce) > FORM_TOKEN_MAX_USES ? 'reused' : 'valid';
}
