import type { TokenState } from '#contract/pages.ts';
import { SIGNATURE_LENGTH, type Secrets } from '#server/secrets/secrets.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Milliseconds from the sending of a mail to the end of its link. */
export const LINK_LIFETIME_MS = {
  confirm: 7 * DAY_MS,
  // As long as anyone could still find a mail of ours and want no more of them.
  unsubscribe: 2 * 365 * DAY_MS,
  me: 30 * DAY_MS,
} as const satisfies Record<TokenState, number>;

/** What a link is for, for whom, and until when (milliseconds since 1970). */
export type Link = { purpose: TokenState; subscription: number; expiresAt: number };

export type ReadLink = { ok: true; subscription: number } | { ok: false; code: 'invalid' | 'expired' };

/** 6 bytes each; together 16 characters of base64url without a spare bit. */
const NUMBER_BYTES = 6;
const CLAIM_LENGTH = 16;
const TOKEN = new RegExp(`^[\\w-]{${CLAIM_LENGTH + SIGNATURE_LENGTH}}$`);

/** 59 characters that need no escape in a URL. Throws on numbers no subscription and no date has. */
export function createLinkToken(secrets: Secrets, { purpose, subscription, expiresAt }: Link): string {
  const claim = Buffer.alloc(2 * NUMBER_BYTES);
  claim.writeUIntBE(subscription, 0, NUMBER_BYTES);
  claim.writeUIntBE(expiresAt, NUMBER_BYTES, NUMBER_BYTES);
  return claim.toString('base64url') + secrets.sign(signingPurpose(purpose), claim);
}

/**
 * Whose link this is. Only what was signed for this purpose can be `expired`; everything else is `invalid`, whatever
 * it is. There is no earliest time: a clock set back invalidates no link.
 */
export function readLinkToken(secrets: Secrets, purpose: TokenState, text: string, now: number): ReadLink {
  if (!TOKEN.test(text)) return { ok: false, code: 'invalid' };
  const claim = Buffer.from(text.slice(0, CLAIM_LENGTH), 'base64url');
  if (!secrets.verify(signingPurpose(purpose), claim, text.slice(CLAIM_LENGTH))) {
    return { ok: false, code: 'invalid' };
  }
  if (now >= claim.readUIntBE(NUMBER_BYTES, NUMBER_BYTES)) return { ok: false, code: 'expired' };
  return { ok: true, subscription: claim.readUIntBE(0, NUMBER_BYTES) };
}

function signingPurpose(purpose: TokenState): string {
  return `link ${purpose}`;
}
