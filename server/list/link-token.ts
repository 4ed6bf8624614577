import type { BookLink } from '#contract/books.ts';
import type { Language } from '#contract/language.ts';
import { isTokenState, type TokenState } from '#contract/pages.ts';
import { DAY } from '#contract/time.ts';
import { SIGNATURE_LENGTH, type Secrets } from '#server/store/secrets/secrets.ts';

/** What a link can be for. */
export type LinkPurpose = TokenState | BookLink;

const BOOK_LIFETIME_MS = 7 * DAY;
const LIFETIME_MS = {
  confirm: 7 * DAY,
  // For as long as anybody might find an old mail and want no more.
  unsubscribe: 2 * 365 * DAY,
  me: 30 * DAY,
  news: 2 * 365 * DAY,
} as const satisfies Record<TokenState, number>;

/** Lifetime of a link in milliseconds, from the sending of its mail. */
export function lifetimeOf(purpose: LinkPurpose): number {
  return isTokenState(purpose) ? LIFETIME_MS[purpose] : BOOK_LIFETIME_MS;
}

/** A link's purpose, its person, and its expiry (milliseconds since 1970). */
export type Link = {
  purpose: LinkPurpose;
  subscription: number;
  /** The subscription's key, e.g. `jo@example.com`. Encrypted: the link does not reveal it. */
  key: string;
  expiresAt: number;
};

/** `key`: of the link's person, even if the number is gone or, after a restore, is another person's now. */
type ReadLink = { ok: true; subscription: number; key: string } | { ok: false; code: 'invalid' | 'expired' };

/** 6 bytes each; together 16 characters of base64url without a spare bit. */
const NUMBER_BYTES = 6;
const CLAIM_LENGTH = 16;
const OWNER_AT = CLAIM_LENGTH + SIGNATURE_LENGTH;
/** More than any token has: an address has at most 254 characters. */
const MOST = 1_000;
const TOKEN = new RegExp(`^[\\w-]{${OWNER_AT},${MOST}}$`);

/** Returns some 130 characters that need no escaping in a URL. Throws if a number or date is out of range. */
export function createLinkToken(secrets: Secrets, { purpose, subscription, key, expiresAt }: Link): string {
  const claim = Buffer.alloc(2 * NUMBER_BYTES);
  claim.writeUIntBE(subscription, 0, NUMBER_BYTES);
  claim.writeUIntBE(expiresAt, NUMBER_BYTES, NUMBER_BYTES);
  const name = signingPurpose(purpose);
  // A forged link is refused without the store, and does not reveal which numbers exist.
  return claim.toString('base64url') + secrets.sign(name, claim) + secrets.seal(name, claim, key);
}

/** Returns the whole link for a mail of `now`, or to hand over manually. */
export function createLink(
  secrets: Secrets,
  siteUrl: string,
  { now, language, ...link }: Omit<Link, 'expiresAt'> & { now: number; language: Language },
): string {
  const expiresAt = now + lifetimeOf(link.purpose);
  return `${siteUrl}/soon?${link.purpose}=${createLinkToken(secrets, { ...link, expiresAt })}&lang=${language}`;
}

/**
 * Returns the subscription of a link; accept the link only if that subscription has this key. Only a token
 * signed for this purpose can be `expired`; anything else is `invalid`. There is no earliest time: a clock
 * set back invalidates no link.
 */
export function readLinkToken(secrets: Secrets, purpose: LinkPurpose, text: string, now: number): ReadLink {
  if (!TOKEN.test(text)) return { ok: false, code: 'invalid' };
  const claim = Buffer.from(text.slice(0, CLAIM_LENGTH), 'base64url');
  const name = signingPurpose(purpose);
  if (!secrets.verify(name, claim, text.slice(CLAIM_LENGTH, OWNER_AT))) return { ok: false, code: 'invalid' };
  const key = secrets.open(name, claim, text.slice(OWNER_AT));
  if (key === null) return { ok: false, code: 'invalid' };
  if (now >= claim.readUIntBE(NUMBER_BYTES, NUMBER_BYTES)) return { ok: false, code: 'expired' };
  return { ok: true, subscription: claim.readUIntBE(0, NUMBER_BYTES), key };
}

function signingPurpose(purpose: LinkPurpose): string {
  return `link ${purpose}`;
}
