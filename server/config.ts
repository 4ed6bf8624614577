import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { OPTIONAL_FIELDS, type OptionalField } from '#contract/contact.ts';
import { GA_ID, GTM_ID } from '#contract/content/kinds.ts';
import { FALLBACK_LANGUAGE, LANGUAGES } from '#contract/language.ts';
import type { Unwell } from '#contract/owner/doctor.ts';
import { STAGES } from '#contract/pages.ts';
import { OWN_ENDPOINT, type SiteSettings } from '#contract/site.ts';
import { Failed } from './failed.ts';
import { warning } from './finding.ts';
import { nearest } from './nearest.ts';
import * as kind from './setting.ts';

/** Where settings and data are: beside the sources, or where an installed package is used. */
const HOME = import.meta.url.endsWith('.ts') ? fileURLToPath(new URL('..', import.meta.url)) : process.cwd();

/** The name, the default, which may depend on earlier settings, and the parser. */
type Setting = readonly [
  name: string,
  standard: string | ((before: { port?: number; siteUrl?: string }) => string),
  kind: kind.Kind<unknown>,
];

/** All settings. */
const SETTINGS = {
  /** 0 lets the system choose a free port. */
  port: ['PORT', '3000', kind.port],
  /** Public origin without a trailing slash, e.g. `https://example.com`. */
  siteUrl: ['SITE_URL', ({ port = 3000 }) => `http://localhost:${port}`, kind.origin],
  host: ['HOST', '127.0.0.1', kind.host],
  /** Absolute path. */
  dataDir: ['DATA_DIR', './data', kind.folder(HOME)],
  /** Where the browser posts: a path of this site or the absolute address of a foreign form service. */
  subscribeEndpoint: ['SUBSCRIBE_ENDPOINT', OWN_ENDPOINT, kind.endpoint],
  gaId: ['GA_ID', '', kind.optional(kind.matching(GA_ID, 'of the form G-XXXXXXX'))],
  gtmId: ['GTM_ID', '', kind.optional(kind.matching(GTM_ID, 'of the form GTM-XXXXXXX'))],
  /** `postgres://…`: the store, for any number of processes; null: SQLite in `dataDir`. */
  databaseUrl: ['DATABASE_URL', '', kind.optional(kind.serverUrl('postgres:', 'postgresql:'))],
  /** `smtp://…` or `smtps://…`; null: each mail becomes a file in `dataDir/outbox/`. */
  smtpUrl: ['SMTP_URL', '', kind.optional(kind.serverUrl('smtp:', 'smtps:'))],
  /** Sender of every mail, `Name <address>` or an address alone. */
  mailFrom: [
    'MAIL_FROM',
    ({ siteUrl }) => `no-reply@${siteUrl ? new URL(siteUrl).hostname : ''}`,
    kind.mailbox,
  ],
  /** The header in which the mail server deduplicates mails by key; null: it does not. */
  idempotencyHeader: [
    'SMTP_IDEMPOTENCY_HEADER',
    '',
    // So it cannot be a header that mails already have.
    kind.optional(
      kind.matching(
        /^(?=.*idempotency)[a-z][a-z\d-]{1,63}$/i,
        'the name of a header with Idempotency in it, e.g. Resend-Idempotency-Key',
      ),
    ),
  ],
  /** Signs mails, if the mail server does not. A selector alone is only checked by the launch check. */
  dkimSelector: [
    'DKIM_SELECTOR',
    '',
    kind.optional(kind.matching(/^[\w-]{1,63}(\.[\w-]{1,63}){0,3}$/, 'the name of a key, e.g. embreve')),
  ],
  /** Null: the domain of MAIL_FROM. */
  dkimDomain: ['DKIM_DOMAIN', '', kind.optional(kind.host)],
  dkimKey: ['DKIM_KEY_FILE', '', kind.optional(kind.signingKey(HOME))],
  /** The resolver of the launch check; the machine's own may answer differently from what receivers see. */
  dnsServer: [
    'DNS_SERVER',
    '',
    kind.optional(kind.matching(/^[\da-f.:[\]]{2,50}$/i, 'the IP address of a DNS server')),
  ],
  /** Maximum for an announcement; per day for all announcements. SMTP accounts have limits of their own. */
  mailsAMinute: ['MAILS_PER_MINUTE', '600', kind.whole(1, 100_000)],
  mailsADay: ['MAILS_PER_DAY', '5000', kind.whole(1, 999_999)],
  /** What mail providers sign or show in their webhook calls (server/delivery-events). */
  sesTopic: [
    'RETURNS_SES_TOPIC',
    '',
    kind.optional(
      kind.matching(/^arn:aws[a-z-]*:sns:[a-z\d-]+:\d{12}:[\w-]{1,256}$/, 'the ARN of an Amazon SNS topic'),
    ),
  ],
  postmarkPassword: ['RETURNS_POSTMARK_PASSWORD', '', kind.optional(kind.secret)],
  mailgunKey: ['RETURNS_MAILGUN_KEY', '', kind.optional(kind.secret)],
  brevoToken: ['RETURNS_BREVO_TOKEN', '', kind.optional(kind.secret)],
  resendSecret: [
    'RETURNS_RESEND_SECRET',
    '',
    kind.optional(kind.matching(/^whsec_[\w+/-]{16,200}={0,2}$/, 'a signing secret that begins with whsec_')),
  ],
  /** `imaps://…` or `imap://…`: the mailbox that receives bounces and complaints. */
  returnsImapUrl: ['RETURNS_IMAP_URL', '', kind.optional(kind.serverUrl('imap:', 'imaps:'))],
  /** Who gets contact messages and alerts. */
  ownerEmail: ['OWNER_EMAIL', '', kind.optional(kind.address)],
  /** The language of mails to the owner. */
  ownerLanguage: ['OWNER_LANGUAGE', FALLBACK_LANGUAGE, kind.oneOf(LANGUAGES)],
  /** The time zone of the owner's days, e.g. in charts. */
  ownerZone: ['OWNER_ZONE', 'Europe/Lisbon', kind.zone],
  /** The language of pages for visitors who have not chosen one; `browser`: as the browser asks. */
  defaultLanguage: ['DEFAULT_LANGUAGE', FALLBACK_LANGUAGE, kind.oneOf([...LANGUAGES, 'browser'] as const)],
  /** What visitors see until the owner switches. */
  stage: ['STAGE', 'soon', kind.oneOf(STAGES)],
  /** Whether the contact form requires them. Read at build: the collector checks what the form shows. */
  contactCompany: ['CONTACT_COMPANY', 'required', kind.oneOf(['required', 'optional'])],
  contactPhone: ['CONTACT_PHONE', 'required', kind.oneOf(['required', 'optional'])],
  /** Whether an address counts only once it was confirmed by mail. */
  doubleOptIn: ['DOUBLE_OPT_IN', 'on', kind.onOff],
  /** Days until an unconfirmed person is reminded; 0: never. */
  reminderDays: ['REMINDER_DAYS', '3', kind.whole(0, 30)],
  /** Days until an unconfirmed address is deleted. */
  unconfirmedDays: ['UNCONFIRMED_DAYS', '30', kind.whole(1, 365)],
  forwardUrl: ['FORWARD_URL', '', kind.optional(kind.formService)],
  forwardField: [
    'FORWARD_FIELD',
    'email',
    kind.matching(/^[\w.-]{1,64}$/, 'the name of a field, e.g. email'),
  ],
  forwardExtra: ['FORWARD_EXTRA', '', (text) => Object.fromEntries(new URLSearchParams(text))],
  /** Off only for load tests on loopback. */
  rateLimit: ['RATE_LIMIT', 'on', kind.onOff],
  /** Number of trusted proxies in front, whose client address is believed. */
  trustedProxies: ['TRUSTED_PROXIES', '0', kind.whole(0, 10)],
  /** Keys for signed links: the first signs, all verify. null: generated in `dataDir` at first start. */
  secretKeys: ['SECRET_KEYS', '', kind.optional(kind.keys)],
  /** Port on 127.0.0.1 for Prometheus; null: no metrics. */
  metricsPort: ['METRICS_PORT', '', kind.optional(kind.port)],
} satisfies Record<string, Setting>;

type Values = { [Key in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Key][2]> };

/** The operator's settings. Created once at startup, then passed on; nothing else reads the environment. */
export type Config = Readonly<
  Omit<Values, `forward${string}` | `dkim${string}` | `contact${string}`> & {
    /** Of the contact form. */
    optionalFields: OptionalField[];
    /** How mails are signed; `key`: null if the mail server signs. */
    dkim: { selector: string; domain: string; key: KeyObject | null } | null;
    /** A foreign form service that gets every submission. */
    forward: { url: string; field: string; extra: Record<string, string> } | null;
  }
>;

export type Environment = Record<string, string | undefined>;

/** The message lists every problem, one per line. */
export class ConfigError extends Failed {
  override name = 'ConfigError';
}

/** The values hold passwords and keys; no message repeats them, nor any URL with a password. */
const SECRET = /^(?:DATABASE_URL|SMTP_URL|SECRET_KEYS|DKIM_KEY_FILE|RETURNS_\w+)$/;

export const ENV_FILE = resolve(HOME, '.env');

/** Adds the settings of a `.env` file to `process.env`. Existing variables keep their value. */
export function loadEnvFile(file: string = ENV_FILE): void {
  for (const [name, value] of Object.entries(readEnvFile(file))) process.env[name] ??= value;
}

/**
 * Warns the operator of unknown names in a `.env` file (not ours, nor those of Node, Docker and the database's
 * image), and of near misses in the environment, where most names belong to others.
 */
export function misnamedSettings(file: string = ENV_FILE, env: Environment = process.env): Unwell[] {
  const names = Object.values(SETTINGS).map(([name]) => name as string);
  const isStrange = (name: string) => !names.includes(name) && !OF_OTHERS.test(name);
  // Anything else may be a part of a password.
  const inFile = Object.keys(readEnvFile(file)).filter((name) => /^[A-Za-z_]\w*$/.test(name));
  const ofFile = inFile.filter(isStrange).map((name) => {
    const like = nearest(name.toUpperCase(), names);
    return like === null
      ? warning('misnamed-in-file', { name, file })
      : warning('misspelt-in-file', { name, file, like });
  });
  const ofEnvironment = Object.keys(env)
    .filter((name) => isStrange(name) && name.includes('_') && !inFile.includes(name))
    .flatMap((name) => {
      const like = nearest(name, names, 1);
      return like === null ? [] : [warning('misspelt-in-environment', { name, like })];
    });
  return [...ofFile, ...ofEnvironment];
}

const OF_OTHERS = /^(NODE|COMPOSE|DOCKER|POSTGRES|npm)_|^(MALLOC_ARENA_MAX|TZ)$/;

function readEnvFile(file: string): NodeJS.Dict<string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new ConfigError(`${file} cannot be read (${code})`);
  }
  // Read as UTF-8, a UTF-16 file (some editors write it) would seem to have no settings.
  if (text.includes('\0')) throw new ConfigError(`${file} is not plain text. Save it as UTF-8.`);
  return parseEnv(text.replace(/^\uFEFF/, ''));
}

/**
 * Reads all settings; empty counts as unset.
 * @throws ConfigError with all invalid settings at once.
 */
export function readConfig(env: Environment): Config {
  const problems: string[] = [];
  const read: Partial<Record<string, unknown>> = {};
  for (const [key, [name, standard, parse]] of Object.entries<Setting>(SETTINGS)) {
    const text = env[name] || (typeof standard === 'string' ? standard : standard(read));
    try {
      read[key] = parse(text);
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      const isSecret = SECRET.test(name) || /:\/\/[^/\s]*@/.test(text);
      problems.push(`${name} must be ${error.message}${isSecret ? '' : `, not ${JSON.stringify(text)}`}`);
    }
  }
  const { forwardUrl: url, forwardField: field, forwardExtra: extra, ...others } = read as Values;
  const {
    dkimSelector: selector,
    dkimDomain,
    dkimKey: key,
    contactCompany,
    contactPhone,
    ...values
  } = others;
  const asked = { company: contactCompany, phone: contactPhone, website: 'optional' };
  const optionalFields = OPTIONAL_FIELDS.filter((one) => asked[one] === 'optional');
  problems.push(...contradictions(others, env));
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const domain = dkimDomain ?? domainOf(values.mailFrom);
  const dkim = selector === null ? null : { selector, domain, key };
  return Object.freeze({
    ...values,
    optionalFields,
    dkim,
    forward: url === null ? null : { url, field, extra },
  });
}

/** The settings that stand in pages. */
export function siteSettings(config: Config, siteUrl: string = addressInPages(config.siteUrl)): SiteSettings {
  const { subscribeEndpoint, gaId, gtmId, doubleOptIn, optionalFields } = config;
  return { siteUrl, subscribeEndpoint, gaId, gtmId, doubleOptIn, optionalFields };
}

/**
 * The address written into the pages. The port of localhost is ignored, so that servers on several ports
 * share one rendering.
 */
export function addressInPages(siteUrl: string): string {
  return new URL(siteUrl).hostname === 'localhost' ? 'http://localhost:3000' : siteUrl;
}

/** The domain of `Name <address>` or an address alone. */
export function domainOf(mailbox: string): string {
  return mailbox.slice(mailbox.lastIndexOf('@') + 1).replace(/>\s*$/, '');
}

/** Finds settings that are valid alone but not together. */
function contradictions(config: Omit<Values, `forward${string}`>, env: Environment): string[] {
  const { smtpUrl, databaseUrl, secretKeys, rateLimit, siteUrl, port, metricsPort } = config;
  const found: string[] = [];
  if (smtpUrl && !env['MAIL_FROM']) found.push('MAIL_FROM must be set together with SMTP_URL');
  if (config.idempotencyHeader && !smtpUrl)
    found.push('SMTP_URL must be set together with SMTP_IDEMPOTENCY_HEADER');
  if (config.dkimKey && config.dkimSelector === null)
    found.push('DKIM_SELECTOR must be set together with DKIM_KEY_FILE');
  if (databaseUrl && secretKeys === null) {
    found.push('SECRET_KEYS must be set together with DATABASE_URL: every process signs with the same key');
  }
  if (!rateLimit && siteUrl && !kind.isLoopback(new URL(siteUrl).hostname)) {
    found.push('RATE_LIMIT=off is for load tests and needs a SITE_URL on this machine');
  }
  // 0 takes a free port each time.
  if (metricsPort && metricsPort === port) found.push('METRICS_PORT must differ from PORT');
  return found;
}
