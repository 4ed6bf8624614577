import { FALLBACK_LANGUAGE, isLanguage, type Language } from './language.ts';
import { parseAddress } from './subscribe.ts';

// Browsers and Node both have it; declared here, so that the contract needs the types of neither.
declare const URL: new (address: string) => {
  href: string;
  protocol: string;
  hostname: string;
  username: string;
  password: string;
};

/**
 * The fields of the form, in order. Store, mail, lists, dashboard and exports follow this list; a new field
 * also needs a column (`server/store/migrations.ts`), or nothing is stored.
 */
export const CONTACT_FIELDS = ['name', 'company', 'email', 'phone', 'website', 'message'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

/** Fields that may be empty: `website`, the others by setting (CONTACT_COMPANY, CONTACT_PHONE). */
export const OPTIONAL_FIELDS = ['company', 'phone', 'website'] as const;
export type OptionalField = (typeof OPTIONAL_FIELDS)[number];

/** Maximum length of each field in characters (code points), without surrounding spaces. */
export const CONTACT_LIMITS = { name: 200, company: 200, phone: 60, website: 500, message: 5_000 } as const;

/**
 * Countries whose numbers need no country code: the agency's own, then the largest that read the site's
 * languages. The form's language does not decide: Portuguese is read in Brazil, English in Lisbon. Everybody
 * else starts with + or 00, as for any international call.
 */
export const PHONE_COUNTRIES = ['PT', 'BR', 'GB', 'US'] as const;

/** Why a field was refused. */
export const CONTACT_CODES = [
  'required',
  'invalid-email',
  'invalid-phone',
  'invalid-website',
  'too-long',
] as const;
export type ContactCode = (typeof CONTACT_CODES)[number];
export type ContactProblem = { field: ContactField; code: ContactCode };

/** A type guard for problems in an answer, which may come from a newer release. */
export function isContactProblem(problem: { field: string; code: string }): problem is ContactProblem {
  return (
    CONTACT_FIELDS.some((field) => field === problem.field) &&
    CONTACT_CODES.some((code) => code === problem.code)
  );
}

/** The value of each field once parsed and cleaned; null for an optional field left empty. */
export type ContactValues = {
  [Field in ContactField]: Field extends OptionalField ? string | null : string;
};

/** A message as received, not yet stored. */
export type Contact = ContactValues & {
  /** The form's key for each message: the same key means the same message. Null if the form made none. */
  key: string | null;
  language: Language;
  /** Version of the consent text that was shown. */
  consent: string | null;
};

type ContactResult = { ok: true; value: Contact } | { ok: false; problems: ContactProblem[] };

/** The result for one field: its text, or why it was refused. */
type Read = { text: string } | { code: ContactCode };

/**
 * The parser of each field. Only `message` keeps line breaks, as `\n`. `email` is the reply address: as
 * typed, with an ASCII domain. `phone` is as typed, in ASCII digits. `website` is a full http or https URL.
 */
const READERS: Record<ContactField, (value: unknown) => Read> = {
  name: (value: unknown) => readText(value, CONTACT_LIMITS.name, cleanLine),
  company: (value: unknown) => readText(value, CONTACT_LIMITS.company, cleanLine),
  email: readEmail,
  phone: readPhone,
  website: readWebsite,
  message: (value: unknown) => readText(value, CONTACT_LIMITS.message, cleanText),
};

/** Makes one value for each field, so that no field is forgotten. */
export function forEachField<T>(make: (field: ContactField) => T): Record<ContactField, T> {
  return Object.fromEntries(CONTACT_FIELDS.map((field) => [field, make(field)])) as Record<ContactField, T>;
}

/**
 * Parses the form's fields and `key`, `language` and `consent`; ignores others. A value that is not text
 * counts as empty, and only `optional` fields may be. Reports all problems at once, in form order. Never
 * throws. Browser and server agree, but the server also validates the phone (messages/phone.ts).
 */
export function parseContact(body: unknown, optional: readonly OptionalField[]): ContactResult {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const problems: ContactProblem[] = [];
  const texts = forEachField((field) => {
    const read = READERS[field](fields[field]);
    if ('text' in read) return read.text;
    if (read.code === 'required' && optional.some((one) => one === field)) return null;
    problems.push({ field, code: read.code });
    return null;
  });
  if (problems.length > 0) return { ok: false, problems };
  const { key, language, consent } = fields;
  return {
    ok: true,
    value: {
      ...(texts as ContactValues),
      key: typeof key === 'string' && /^[A-Za-z0-9-]{8,64}$/.test(key) ? key : null,
      language: isLanguage(language) ? language : FALLBACK_LANGUAGE,
      consent: typeof consent === 'string' && /^[a-z0-9]{8,32}$/.test(consent) ? consent : null,
    },
  };
}

/**
 * A letter with more combining marks than any language uses: normalising takes quadratic time in their
 * number. The pattern starts before the run, so that each run is scanned once.
 */
const MARKS_RUN = /(?:^|\P{M})\p{M}{31}/u;

/** Bounds the work: eight code units a character leave room for spaces, line breaks and composed letters. */
function readText(value: unknown, limit: number, clean: (raw: string) => string): Read {
  const raw = typeof value === 'string' ? value : '';
  if (raw.length > 8 * limit || MARKS_RUN.test(raw)) return { code: 'too-long' };
  const text = clean(raw);
  if (/^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text)) return { code: 'required' };
  return isLonger(text, limit) ? { code: 'too-long' } : { text };
}

function isLonger(text: string, limit: number): boolean {
  return text.length > limit && [...text].length > limit;
}

function readEmail(value: unknown): Read {
  const read = parseAddress(typeof value === 'string' ? value : '');
  if (read.ok) return { text: read.address };
  return { code: read.code === 'required' || read.code === 'too-long' ? read.code : 'invalid-email' };
}

/**
 * A light rule, without 80 kB of numbering plans in the browser: 6 to 15 digits (E.164 allows 15), common
 * separators, and an extension. Accepts every number that the server accepts.
 */
function readPhone(value: unknown): Read {
  const read = readText(value, CONTACT_LIMITS.phone, cleanPhone);
  if ('code' in read) return read;
  const number = withoutExtension(read.text);
  const digits = number.replace(/\D/g, '').replace(/^00/, '').length;
  const isNumber = /^\(?\+?[\d ()./-]+$/.test(number) && digits >= 6 && digits <= 15;
  return isNumber ? read : { code: 'invalid-phone' };
}

/** Returns the number without its extension. */
export function withoutExtension(phone: string): string {
  return phone.replace(/ ?[,;]? ?(?:ext(?:ens[aã]o|ension)?|ramal|x|#)[ .:=]*\d{1,6}$/i, '');
}

/** Converts full-width digits and signs to ASCII; removes the direction marks that address books add. */
function cleanPhone(raw: string): string {
  return cleanLine(
    cleanLine(raw)
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .replace(/[\u2010-\u2015\u2212]/g, '-'),
  );
}

function readWebsite(value: unknown): Read {
  const read = readText(value, CONTACT_LIMITS.website, cleanLine);
  if ('code' in read) return read;
  const href = websiteOf(read.text);
  if (href === null) return { code: 'invalid-website' };
  return isLonger(href, CONTACT_LIMITS.website) ? { code: 'too-long' } : { text: href };
}

/** Returns the full URL of a website, typed with or without scheme; null if invalid. */
function websiteOf(text: string): string | null {
  if (text.includes(' ')) return null;
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
    if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
    // The host needs a dot inside, and must not be an IP address.
    return /[^.]\.[^.]/.test(url.hostname) && !/\.\d+\.?$/.test(url.hostname) ? url.href : null;
  } catch {
    return null;
  }
}

function cleanLine(raw: string): string {
  return cleanText(raw).replace(/\s+/g, ' ');
}

/**
 * Normalises text (NFC), trims it, and removes invisible characters: control characters and bidi controls.
 */
function cleanText(raw: string): string {
  // Browsers of 2023 lack `toWellFormed`; the server repairs what they let pass.
  const text = raw.toWellFormed?.() ?? raw;
  return (
    text
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      .replace(/[\t\v\f]/g, ' ')
      // eslint-disable-next-line no-control-regex
      .replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '')
      .normalize('NFC')
      .trim()
  );
}
