import type { KeyObject } from 'node:crypto';
import { OPTIONAL_FIELDS, type OptionalField } from '#contract/contact.ts';
import { GA_ID, GTM_ID } from '#contract/content/kinds.ts';
import { FALLBACK_LANGUAGE, LANGUAGES } from '#contract/language.ts';
import type { MailsWait } from '#contract/owner/delivery.ts';
import {
  type ChangeableSetting,
  isChangeable,
  RANGES,
  type SecretSetting,
} from '#contract/owner/server-settings.ts';
import { STAGES } from '#contract/pages.ts';
import { OWN_ENDPOINT, type SiteSettings } from '#contract/site.ts';
import { contradictions, type Contradiction } from './contradictions.ts';
import { Failed } from './failed.ts';
import { type MailLimits, usualLimits } from './mail-hosts.ts';
import { IS_PACKAGE, ROOT } from './root.ts';
import * as kind from './setting.ts';

/** Where settings and data are: beside the sources, or where an installed package is used. */
export const HOME = IS_PACKAGE ? process.cwd() : ROOT;

/** The name, the default, which may depend on earlier settings, and the parser. */
type Setting = readonly [
  name: Uppercase<string>,
  standard:
    | string
    | ((before: {
        port?: number;
        siteUrl?: string;
        smtpUrl?: string | null;
        microsoftTenant?: string | null;
      }) => string),
  kind: kind.SettingKind<unknown>,
];

function usual(limit: keyof MailLimits) {
  return ({ smtpUrl }: { smtpUrl?: string | null }) => String(usualLimits(smtpUrl)[limit] ?? '');
}

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
  databaseUrl: ['DATABASE_URL', '', kind.optional(kind.databaseUrl)],
  /** The same database without the pooler of `databaseUrl`, for migrations and commands; null: there is none. */
  databaseDirectUrl: ['DATABASE_DIRECT_URL', '', kind.optional(kind.databaseUrl)],
  /** Where SQLite's copies go: `s3://bucket/prefix`, or a folder on another disk; null: nowhere. */
  copyTo: ['COPY_TO', '', kind.optional(kind.copyTarget)],
  /** The public half of the recovery key. */
  copyKey: ['COPY_KEY', '', kind.optional(kind.recoveryKey)],
  copyDays: ['COPY_DAYS', '30', kind.integer(1, 3650)],
  s3Region: ['S3_REGION', 'us-east-1', kind.matching(/^[a-z\d-]{1,40}$/, 'the name of a region')],
  /** Of any store that is compatible with Amazon S3; null: Amazon's own in that region. */
  s3Endpoint: ['S3_ENDPOINT', '', kind.optional(kind.origin)],
  s3KeyId: [
    'S3_ACCESS_KEY_ID',
    '',
    kind.optional(kind.matching(/^[\w+/=.:-]{3,128}$/, 'the id of an access key')),
  ],
  s3Secret: ['S3_SECRET_ACCESS_KEY', '', kind.optional(kind.secret)],
  /** Without a mail server mails wait. `files`, for development: each becomes a file in `dataDir/outbox/`. */
  mails: ['MAILS', 'server', kind.oneOf(['server', 'files'])],
  /** `smtp://…` or `smtps://…`; null: see MAILS. */
  smtpUrl: ['SMTP_URL', '', kind.optional(kind.serverUrl('smtp:', 'smtps:'))],
  /** The app by which Microsoft 365 takes mails, where `smtpUrl` and `returnsImapUrl` have no password. */
  microsoftTenant: [
    'MICROSOFT_TENANT',
    '',
    kind.optional(kind.matching(/^[\w.-]{1,253}$/, 'the id of a directory')),
  ],
  microsoftClientId: [
    'MICROSOFT_CLIENT_ID',
    '',
    kind.optional(kind.matching(/^[\w-]{1,100}$/, 'the id of an app')),
  ],
  microsoftClientSecret: ['MICROSOFT_CLIENT_SECRET', '', kind.optional(kind.secret)],
  /** The last day of the secret, as `2028-11-30`. */
  microsoftSecretUntil: [
    'MICROSOFT_SECRET_UNTIL',
    '',
    kind.optional(
      kind.matching(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, 'a day such as 2028-11-30'),
    ),
  ],
  /** Another one only in Microsoft's national clouds. */
  microsoftTokenUrl: [
    'MICROSOFT_TOKEN_URL',
    ({ microsoftTenant }) =>
      microsoftTenant ? `https://login.microsoftonline.com/${microsoftTenant}/oauth2/v2.0/token` : '',
    kind.optional(kind.formService),
  ],
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
  /** What the mail account may send, by default as its provider allows (mail-hosts.ts). */
  mailsAMinute: ['MAILS_PER_MINUTE', usual('mailsAMinute'), kind.integer(...RANGES.MAILS_PER_MINUTE)],
  /** Null: no limit of its own. */
  mailsAnHour: [
    'MAILS_PER_HOUR',
    usual('mailsAnHour'),
    kind.optional(kind.integer(...RANGES.MAILS_PER_HOUR)),
  ],
  mailsADay: ['MAILS_PER_DAY', usual('mailsADay'), kind.integer(...RANGES.MAILS_PER_DAY)],
  /** At the same time, of each process. */
  mailConnections: ['MAIL_CONNECTIONS', usual('mailConnections'), kind.integer(...RANGES.MAIL_CONNECTIONS)],
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
  reminderDays: ['REMINDER_DAYS', '3', kind.integer(...RANGES.REMINDER_DAYS)],
  /** Days until an unconfirmed address is deleted. */
  unconfirmedDays: ['UNCONFIRMED_DAYS', '30', kind.integer(...RANGES.UNCONFIRMED_DAYS)],
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
  trustedProxies: ['TRUSTED_PROXIES', '0', kind.integer(0, 10)],
  /** Keys for signed links: the first signs, all verify. null: generated in `dataDir` at first start. */
  secretKeys: ['SECRET_KEYS', '', kind.optional(kind.keys)],
  /** Port on 127.0.0.1 for Prometheus; null: no metrics. */
  metricsPort: ['METRICS_PORT', '', kind.optional(kind.port)],
} satisfies Record<string, Setting>;

type Values = { [Key in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Key][2]> };

/** A program that may act for an account by itself (RFC 6749, section 4.4): no browser, nobody's password. */
export type OAuthClient = { tokenUrl: string; clientId: string; clientSecret: string };

/** A mail server, or a mailbox. `oauth`: how it is signed in to if the URL has no password. */
export type MailServer = { url: string; oauth?: OAuthClient | undefined };

/** How mails leave. `none`: not at all, they wait. */
export type MailRoute = ({ is: 'server' } & MailServer) | { is: 'files' } | { is: 'none'; why: MailsWait };

/**
 * The settings of a moment: the environment's, over those that an owner has stored, over the defaults. Only
 * `config.ts` reads the environment.
 */
export type Config = Readonly<
  Omit<Values, 'mails' | `forward${string}` | `dkim${string}` | `contact${string}`> & {
    mailRoute: MailRoute;
    /** The mailbox that receives bounces and complaints; null: none is read. */
    mailbox: MailServer | null;
    /** What owners have set, but other keys have sealed: in effect unset, and never taken for it. */
    sealed: readonly SecretSetting[];
    /** Of the contact form. */
    optionalFields: OptionalField[];
    /** How mails are signed; `key`: null if the mail server signs. */
    dkim: { selector: string; domain: string; key: KeyObject | null } | null;
    /** A foreign form service that gets every submission. */
    forward: { url: string; field: string; extra: Record<string, string> } | null;
    /** What the environment sets, as text. */
    given: Texts;
  }
>;

type ChangeableKey = {
  [Key in keyof Values]: (typeof SETTINGS)[Key][0] extends ChangeableSetting ? Key : never;
}[keyof Values];

/** The settings that hold while a process runs: without those that an owner may change, and the sender's domain. */
export type FixedConfig = Omit<Config, ChangeableKey | 'dkim' | 'mailRoute' | 'mailbox' | 'sealed'>;

/** What an owner has set, as text. */
export type StoredSettings = Readonly<Partial<Record<ChangeableSetting, string>>>;

export type Environment = Readonly<Record<string, string | undefined>>;

export const SETTING_NAMES: readonly string[] = Object.values(SETTINGS).map(([name]) => name);

/** The message lists every problem, one per line. */
export class ConfigError extends Failed {
  override name = 'ConfigError';
  /** The names of the settings that are wrong, alone or together, for each line. */
  readonly about: readonly (readonly string[])[];

  constructor(lines: readonly string[], about: readonly (readonly string[])[] = []) {
    super(lines.join('\n'));
    this.about = about;
  }
}

/** The values hold passwords and keys; no message repeats them, nor any URL with a password. */
const SECRET =
  /^(?:DATABASE_(?:DIRECT_)?URL|SMTP_URL|MICROSOFT_CLIENT_SECRET|SECRET_KEYS|DKIM_KEY_FILE|S3_SECRET_ACCESS_KEY|RETURNS_\w+)$/;

export const isSecret = (name: string): boolean => SECRET.test(name);

/**
 * Reads all settings; empty counts as unset.
 * @throws ConfigError with all invalid settings at once.
 */
export function readConfig(env: Environment, stored: StoredSettings = {}): Config {
  const given = givenIn(env);
  const { values, wrong } = read({ ...stored, ...given });
  refuse(wrong);
  return configOf(values, given);
}

/** The same of the environment alone: what may lack may be stored. @throws ConfigError */
export function readFixedConfig(env: Environment): FixedConfig {
  const given = givenIn(env);
  const { values, wrong } = read(given);
  refuse(wrong.filter(({ about, isTogether }) => !isTogether || !about.some(isChangeable)));
  return configOf(values, given);
}

function refuse(wrong: readonly Contradiction[]): void {
  if (wrong.length === 0) return;
  throw new ConfigError(
    wrong.map(({ text }) => text),
    wrong.map(({ about }) => about),
  );
}

function givenIn(env: Environment): Record<string, string> {
  const set = SETTING_NAMES.map((name) => [name, env[name]] as const);
  return Object.fromEntries(set.filter((one): one is [string, string] => Boolean(one[1])));
}

type Texts = Readonly<Record<string, string>>;

/** `values` may lack those that are wrong. */
function read(texts: Texts): { values: Values; wrong: Contradiction[] } {
  const wrong: Contradiction[] = [];
  const found: Partial<Record<string, unknown>> = {};
  for (const [key, [name, standard, parse]] of Object.entries<Setting>(SETTINGS)) {
    const text = texts[name] ?? (typeof standard === 'string' ? standard : standard(found));
    try {
      found[key] = parse(text);
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      const shown =
        isSecret(name) || /:\/\/[^/\s]*@|AGE-SECRET-KEY-/i.test(text) ? '' : `, not ${JSON.stringify(text)}`;
      wrong.push({ about: [name], text: `${name} must be ${error.message}${shown}`, isTogether: false });
    }
  }
  const values = found as Values;
  return { values, wrong: [...wrong, ...contradictions(values, texts)] };
}

function configOf(values: Values, given: Texts): Config {
  const { forwardUrl: url, forwardField: field, forwardExtra: extra, ...others } = values;
  const { dkimSelector, dkimDomain, dkimKey, contactCompany, contactPhone, mails, ...plain } = others;
  const asked = { company: contactCompany, phone: contactPhone, website: 'optional' };
  const domain = dkimDomain ?? domainOf(plain.mailFrom);
  return Object.freeze({
    ...plain,
    mailRoute: routeOf(plain, mails),
    mailbox: plain.returnsImapUrl === null ? null : serverAt(plain.returnsImapUrl, plain),
    sealed: [],
    optionalFields: OPTIONAL_FIELDS.filter((one) => asked[one] === 'optional'),
    dkim: dkimSelector === null ? null : { selector: dkimSelector, domain, key: dkimKey },
    forward: url === null ? null : { url, field, extra },
    given: Object.freeze(given),
  });
}

type App = Pick<Values, 'microsoftTokenUrl' | 'microsoftClientId' | 'microsoftClientSecret'>;

function serverAt(
  url: string,
  { microsoftTokenUrl, microsoftClientId, microsoftClientSecret }: App,
): MailServer {
  const { username, password } = new URL(url);
  const isApp =
    username !== '' && password === '' && microsoftTokenUrl && microsoftClientId && microsoftClientSecret;
  if (!isApp) return { url };
  const oauth = {
    tokenUrl: microsoftTokenUrl,
    clientId: microsoftClientId,
    clientSecret: microsoftClientSecret,
  };
  return { url, oauth };
}

function routeOf(values: App & Pick<Values, 'smtpUrl'>, mails: Values['mails']): MailRoute {
  const { smtpUrl } = values;
  if (smtpUrl !== null) return { is: 'server', ...serverAt(smtpUrl, values) };
  return mails === 'files' ? { is: 'files' } : { is: 'none', why: 'unset' };
}

/** What an owner may change, as text. */
export function textsOf(config: Config): Record<ChangeableSetting, string> {
  const texts = Object.entries<Setting>(SETTINGS)
    .filter(([, [name]]) => isChangeable(name))
    .map(([key, [name]]) => [name, textOf(config[key as ChangeableKey])]);
  return Object.fromEntries(texts) as Record<ChangeableSetting, string>;
}

function textOf(value: Config[ChangeableKey]): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? '');
}

/** The settings that are in pages. */
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
