import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { FALLBACK_LANGUAGE, isLanguage, LANGUAGES } from '#contract/language.ts';
import { isStage } from '#contract/pages.ts';
import { Failed } from './failed.ts';
import { nearest } from './nearest.ts';
import {
  isLoopback,
  mustBe,
  OWN_ENDPOINT,
  parseEndpoint,
  parseFolder,
  parseForwardUrl,
  parseHost,
  parseId,
  parseMailbox,
  parseOrigin,
  parseOwner,
  parsePort,
  parseSecrets,
  parseSwitch,
  parseUrl,
  parseWhole,
  Refused,
} from './setting.ts';

const PROJECT_ROOT = fileURLToPath(new URL('..', import.meta.url));

type Setting<Value> = {
  name: string;
  /** The text it has when it is not set, which may follow from settings before it. */
  standard: string | ((before: { port?: number; siteUrl?: string }) => string);
  parse: (text: string) => Value | Refused;
};

function setting<Value>(
  name: string,
  standard: Setting<Value>['standard'],
  parse: Setting<Value>['parse'],
): Setting<Value> {
  return { name, standard, parse };
}

/** Every setting there is. */
const SETTINGS = {
  /** 0 lets the system choose a free port. */
  port: setting('PORT', '3000', parsePort),
  /** Public origin without a trailing slash, e.g. `https://example.com`. */
  siteUrl: setting('SITE_URL', ({ port = 3000 }) => `http://localhost:${port}`, parseOrigin),
  host: setting('HOST', '127.0.0.1', parseHost),
  /** Absolute path. */
  dataDir: setting('DATA_DIR', './data', (text) => parseFolder(text, PROJECT_ROOT)),
  /** Where the browser posts: a path of this site or the absolute address of a foreign form service. */
  subscribeEndpoint: setting('SUBSCRIBE_ENDPOINT', OWN_ENDPOINT, parseEndpoint),
  gaId: setting('GA_ID', '', (text) => parseId(text, 'G')),
  gtmId: setting('GTM_ID', '', (text) => parseId(text, 'GTM')),
  /** `postgres://…`: the store is there, for any number of processes; null: SQLite in `dataDir`. */
  databaseUrl: setting('DATABASE_URL', '', (text) => parseUrl(text, ['postgres:', 'postgresql:'])),
  /** `smtp://…` or `smtps://…`; null: each mail becomes a file in `dataDir/outbox/`. */
  smtpUrl: setting('SMTP_URL', '', (text) => parseUrl(text, ['smtp:', 'smtps:'])),
  /** Sender of every mail, `Name <address>` or an address alone. */
  mailFrom: setting(
    'MAIL_FROM',
    ({ siteUrl }) => `no-reply@${siteUrl ? new URL(siteUrl).hostname : ''}`,
    parseMailbox,
  ),
  /** Who gets contact messages and alarms. */
  ownerEmail: setting('OWNER_EMAIL', '', parseOwner),
  /** Of the mails to the owner. */
  ownerLanguage: setting('OWNER_LANGUAGE', FALLBACK_LANGUAGE, (text) =>
    isLanguage(text) ? text : mustBe(LANGUAGES.join(' or ')),
  ),
  /** What visitors see until the owner's switch says otherwise. */
  stage: setting('STAGE', 'soon', (text) => (isStage(text) ? text : mustBe('soon or live'))),
  /** Whether an address counts only once its owner has confirmed it by mail. */
  doubleOptIn: setting('DOUBLE_OPT_IN', 'on', parseSwitch),
  /** Days after which who has not confirmed is asked once more; 0: never. */
  reminderDays: setting('REMINDER_DAYS', '3', (text) => parseWhole(text, 0, 30)),
  /** Days after which an address nobody confirmed is deleted. */
  unconfirmedDays: setting('UNCONFIRMED_DAYS', '30', (text) => parseWhole(text, 1, 365)),
  forwardUrl: setting('FORWARD_URL', '', parseForwardUrl),
  forwardField: setting('FORWARD_FIELD', 'email', (text) =>
    /^[\w.-]{1,64}$/.test(text) ? text : mustBe('the name of a field, e.g. email'),
  ),
  forwardExtra: setting('FORWARD_EXTRA', '', (text) => Object.fromEntries(new URLSearchParams(text))),
  /** Off only for load tests on loopback. */
  rateLimit: setting('RATE_LIMIT', 'on', parseSwitch),
  /** Proxies in front whose word for the client's address is taken. */
  trustedProxies: setting('TRUSTED_PROXIES', '0', (text) => parseWhole(text, 0, 10)),
  /** What links in mails are signed with: the first signs, all are accepted. null: made in `dataDir` at first start. */
  secretKeys: setting('SECRET_KEYS', '', parseSecrets),
  /** Port on 127.0.0.1 for Prometheus; null: no metrics. */
  metricsPort: setting('METRICS_PORT', '', (text) => (text === '' ? null : parsePort(text))),
};

type Values = {
  [Key in keyof typeof SETTINGS]: Exclude<ReturnType<(typeof SETTINGS)[Key]['parse']>, Refused>;
};

/** What the operator can set. Made once at start, then passed on; nothing else reads the environment. */
export type Config = Readonly<
  Omit<Values, 'forwardUrl' | 'forwardField' | 'forwardExtra'> & {
    /** A foreign form service to which every submission is passed on. */
    forward: { url: string; field: string; extra: Record<string, string> } | null;
  }
>;

export type Environment = Record<string, string | undefined>;

/** Its message lists every problem, one a line, in words for the operator. */
export class ConfigError extends Failed {
  override name = 'ConfigError';
}

/** Their values hold passwords and keys; no message repeats them, nor any address with a password in it. */
const SECRET = new Set(['DATABASE_URL', 'SMTP_URL', 'SECRET_KEYS']);

export const ENV_FILE = resolve(PROJECT_ROOT, '.env');

/** Adds the settings of a `.env` file to `process.env`. A name the environment has already keeps its value. */
export function loadEnvFile(file: string = ENV_FILE): void {
  for (const [name, value] of Object.entries(readEnvFile(file))) process.env[name] ??= value;
}

/** `like`: the setting it is most likely meant to be. */
export type Misnamed = { name: string; place: string; like: string | null };

/**
 * What stands in a `.env` file under names that are neither ours nor those of Node, Docker and the database's image, and in the
 * environment, where most belongs to others, under those next to ours.
 */
export function unknownSettings(file: string = ENV_FILE, env: Environment = process.env): Misnamed[] {
  const names = Object.values(SETTINGS).map(({ name }) => name);
  const known = new Set(names);
  // What is no name may be a part of a password.
  const inFile = Object.keys(readEnvFile(file)).filter((name) => /^[A-Za-z_]\w*$/.test(name));
  const isStrange = (name: string) => !known.has(name) && !OF_OTHERS.test(name);
  const ofFile = inFile
    .filter(isStrange)
    .map((name) => ({ name, place: file, like: nearest(name.toUpperCase(), names) }));
  const ofEnvironment = Object.keys(env)
    .filter((name) => isStrange(name) && name.includes('_') && !inFile.includes(name))
    .map((name) => ({ name, place: 'the environment', like: nearest(name, names, 1) }));
  return [...ofFile, ...ofEnvironment.filter(({ like }) => like !== null)];
}

const OF_OTHERS = /^(NODE|COMPOSE|DOCKER|POSTGRES|npm)_|^(MALLOC_ARENA_MAX|TZ)$/;

function readEnvFile(file: string): NodeJS.Dict<string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return {};
    throw new ConfigError(`${file} cannot be read (${code})`);
  }
  // As UTF-16, which some editors write, it would be a file without settings.
  if (text.includes('\0')) throw new ConfigError(`${file} is no plain text. Save it as UTF-8.`);
  return parseEnv(text.replace(/^\uFEFF/, ''));
}

/**
 * Reads all settings; an empty one counts as not set.
 * @throws ConfigError naming all wrong settings at once.
 */
export function readConfig(env: Environment): Config {
  const problems: string[] = [];
  const read: Partial<Record<keyof Values, unknown>> = {};
  for (const [key, { name, standard, parse }] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const text = env[name] || (typeof standard === 'string' ? standard : standard(read as Partial<Values>));
    const value = parse(text);
    if (value instanceof Refused) {
      const given = isSecret(name, text) ? '' : `, not ${JSON.stringify(text)}`;
      problems.push(`${name} must be ${value.wanted}${given}`);
    } else read[key as keyof Values] = value;
  }
  const { forwardUrl: url, forwardField: field, forwardExtra: extra, ...values } = read as Values;
  problems.push(...contradictions(values, env));
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return Object.freeze({ ...values, forward: url === null ? null : { url, field, extra } });
}

function isSecret(name: string, text: string): boolean {
  return SECRET.has(name) || /:\/\/[^/\s]*@/.test(text);
}

/** What is right alone and wrong together. */
function contradictions(config: Omit<Config, 'forward'>, env: Environment): string[] {
  const { smtpUrl, databaseUrl, secretKeys, rateLimit, siteUrl, port, metricsPort } = config;
  const found: string[] = [];
  if (smtpUrl && !env['MAIL_FROM']) found.push('MAIL_FROM must be set together with SMTP_URL');
  if (databaseUrl && secretKeys === null) {
    found.push('SECRET_KEYS must be set together with DATABASE_URL: every process signs with the same key');
  }
  if (!rateLimit && siteUrl && !isLoopback(new URL(siteUrl).hostname)) {
    found.push('RATE_LIMIT=off is for load tests and needs a SITE_URL on this machine');
  }
  // 0 takes a free one each time.
  if (metricsPort && metricsPort === port) found.push('METRICS_PORT must be another number than PORT');
  return found;
}
