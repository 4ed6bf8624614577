import { isBookId, type BookId } from './books.ts';
import { NEWS } from './newsletter.ts';
import { FALLBACK_LANGUAGE, isLanguage, type Language } from './language.ts';

// Browsers and Node both have these; declared here, so that the contract needs the types of neither.
declare const URL: new (address: string) => {
  protocol: string;
  origin: string;
  hostname: string;
  pathname: string;
};
declare const URLSearchParams: new (query: string) => { get(name: string): string | null };

/** Why an address was refused. `several`: more than one. `non-ascii`: a local part that mail cannot carry. */
export type AddressCode = 'required' | 'invalid' | 'several' | 'too-long' | 'non-ascii';

/** `address` is where mail goes: as typed, with an ASCII domain. `key` is the same for the same person. */
type AddressResult = { ok: true; address: string; key: string } | { ok: false; code: AddressCode };

// The pattern of <input type=email> in the HTML standard, plus at least one dot in the domain, which must not
// be an IP address as browsers read it: https://url.spec.whatwg.org/#ends-in-a-number-checker
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const ADDRESS = new RegExp(
  `^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?!.*\\.(\\d+|0x[\\da-f]*)$)${LABEL}(?:\\.${LABEL})+$`,
  'i',
);
const INVISIBLE = '[\\s\\p{Cf}]';
const ENDS = new RegExp(`^${INVISIBLE}+|${INVISIBLE}+$`, 'gu');
// Longer than any address with its wrapping; also bounds the work of every pattern here.
const LONGEST_INPUT = 512;

/**
 * Parses an address as people type and paste it: spaces around, `mailto:`, `Name <a@b.c>`, a full-width @,
 * one trailing comma, semicolon or dot. At most 254 characters, 64 before the @ (RFC 5321, section 4.5.3.1).
 * Never throws. Browser and server agree.
 */
export function parseAddress(raw: string): AddressResult {
  // As in <input type=email>: line breaks are removed anywhere.
  const text = trim(
    raw
      .slice(0, LONGEST_INPUT + 1)
      .normalize('NFC')
      .replace(/[\r\n]/g, ''),
  );
  if (text === '') return refusedAddress(raw.length > LONGEST_INPUT ? 'too-long' : 'required');
  if (raw.length > LONGEST_INPUT) return refusedAddress('too-long');
  const bare = unwrap(text.replace(/[\uff20\ufe6b]/g, '@'));
  const parts = bare.split('@');
  const [local = '', domain = ''] = parts;
  if (parts.length > 2 && /[\s,;<>]/.test(bare)) return refusedAddress('several');
  // eslint-disable-next-line no-control-regex
  if (parts.length !== 2 || /[\x00-\x20\x7f-\xa0]/.test(bare)) return refusedAddress('invalid');
  if (/[^\x21-\x7e]/.test(local)) return refusedAddress('non-ascii');
  const address = `${local}@${/[^\x21-\x7e]/.test(domain) ? asciiDomain(domain) : domain}`;
  if (address.length > 254 || local.length > 64) return refusedAddress('too-long');
  return ADDRESS.test(address)
    ? { ok: true, address, key: address.toLowerCase() }
    : refusedAddress('invalid');
}

function refusedAddress(code: AddressCode): AddressResult {
  return { ok: false, code };
}

function trim(text: string): string {
  return text.replace(ENDS, '');
}

function unwrap(text: string): string {
  const one = trim(text.replace(/[,;.]$/, ''));
  const named = /^([^<>]*)<([^<>]+)>$/.exec(one);
  const [, name = '', inner = one] = named ?? [];
  // `a@b.c <d@e.f>` could mean either of the two.
  if (name.includes('@') && !name.includes(inner)) return one;
  const link = /^mailto:([^?%]+)(?:\?.*)?$/i.exec(trim(inner));
  return trim(link?.[1] ?? inner);
}

// What IDNA2008 registers: letters, digits, and a dot between two l (`col·lecció.cat`); 。 separates, too.
const INTERNATIONAL = /^(?:[\p{L}\p{M}\p{Nd}.\-。]|(?<=l)·(?=l))+$/iu;

/**
 * Returns the ASCII domain (`bücher.de`: `xn--bcher-kva.de`); empty if it is invalid. URL parsing would turn the
 * signs beside Enter into letters: `sapo.ptª` into `sapo.pta`. Full-width letters are meant as letters.
 */
function asciiDomain(domain: string): string {
  const narrow = domain.replace(/[\uff01-\uff5e]/g, (wide) => wide.normalize('NFKC'));
  const isLetter = (one: string) => one < '\x7f' || !/[a-z\d]/i.test(one.normalize('NFKC'));
  if (!INTERNATIONAL.test(narrow) || ![...narrow].every(isLetter)) return '';
  try {
    return new URL(`http://${narrow}`).hostname;
  } catch {
    return '';
  }
}

type SubscribeProblem = { field: 'email'; code: AddressCode };

/** A subscription as received: cleaned, not yet stored. Unknown is null; texts have up to 200 characters. */
export type Subscribe = {
  address: string;
  key: string;
  language: Language;
  /** Version of the consent text that was shown. */
  consent: string | null;
  /** The book it is about, or the newsletter; absent for the launch. */
  interest?: BookId | typeof NEWS;
  source: {
    utmSource: string | null;
    utmMedium: string | null;
    utmCampaign: string | null;
    utmTerm: string | null;
    utmContent: string | null;
    /** Origin and path of the referring page. */
    referrer: string | null;
    /** The first requested path, without its query. */
    path: string | null;
  };
};

type SubscribeResult = { ok: true; value: Subscribe } | { ok: false; problems: SubscribeProblem[] };

/**
 * Parses `email`, `language`, `consent`, `interest`, `asks` (`news`: for the newsletter), `path` (with its query, e.g.
 * `/services?utm_source=ig`) and `referrer`; ignores other fields. Only the address can be refused: it matters more
 * than the rest.
 */
export function parseSubscribe(body: unknown): SubscribeResult {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const address: AddressResult =
    typeof fields.email === 'string'
      ? parseAddress(fields.email)
      : refusedAddress(fields.email == null ? 'required' : 'invalid');
  if (!address.ok) return { ok: false, problems: [{ field: 'email', code: address.code }] };
  const { consent } = fields;
  return {
    ok: true,
    value: {
      address: address.address,
      key: address.key,
      language: isLanguage(fields.language) ? fields.language : FALLBACK_LANGUAGE,
      consent: typeof consent === 'string' && /^[a-z0-9]{8,32}$/.test(consent) ? consent : null,
      ...(isBookId(fields.interest) && { interest: fields.interest }),
      ...(fields.asks === NEWS && { interest: NEWS }),
      source: readSource(fields.path, fields.referrer),
    },
  };
}

function readSource(path: unknown, referrer: unknown): Subscribe['source'] {
  const asked = typeof path === 'string' ? /^(\/[^?#]*)(?:\?([^#]*))?/.exec(path) : null;
  const campaign = asked?.[2] ? new URLSearchParams(asked[2]) : null;
  return {
    utmSource: clean(campaign?.get('utm_source')),
    utmMedium: clean(campaign?.get('utm_medium')),
    utmCampaign: clean(campaign?.get('utm_campaign')),
    utmTerm: clean(campaign?.get('utm_term')),
    utmContent: clean(campaign?.get('utm_content')),
    referrer: typeof referrer === 'string' ? cleanReferrer(referrer) : null,
    path: clean(asked?.[1]),
  };
}

/** Removes invisible characters: control characters and bidi controls. */
function clean(text: string | null | undefined): string | null {
  if (!text) return null;
  // eslint-disable-next-line no-control-regex
  const printable = text.replace(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '');
  const cleaned = printable.trim().slice(0, 200).toWellFormed();
  return cleaned === '' ? null : cleaned;
}

// Far more than is stored. Parsing an internationalised host takes quadratic time.
const LONGEST_REFERRER = 1_000;

function cleanReferrer(referrer: string): string | null {
  try {
    const { protocol, origin, pathname } = new URL(referrer.slice(0, LONGEST_REFERRER));
    return /^https?:$/.test(protocol) ? clean(origin + pathname) : null;
  } catch {
    return null;
  }
}
