import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { FALLBACK_LANGUAGE, isLanguage, LANGUAGES, type Language } from '#contract/language.ts';
import { isStage, type Stage } from '#contract/pages.ts';
import { nearest } from './nearest.ts';
import {
  isLoopback,
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
  refused,
} from './setting.ts';

/** What the operator can set. Made once at start, then passed on; nothing else reads the environment. */
export type Config = {
  /** 0 lets the system choose a free port. */
  port: number;
  host: string;
  /** Public origin without a trailing slash, e.g. `https://example.com`. */
  siteUrl: string;
  /** Absolute path. */
  dataDir: string;
  /** Where the browser posts: a path of this site or the absolute address of a foreign form service. */
  subscribeEndpoint: string;
  gaId: string | null;
  gtmId: string | null;
  /** `postgres://…`: the store is there, for any number of processes; null: SQLite in `dataDir`. */
  databaseUrl: string | null;
  /** `smtp://…` or `smtps://…`; null: each mail becomes a file in `dataDir/outbox/`. */
  smtpUrl: string | null;
  /** Sender of every mail, `Name <address>` or an address alone. */
  mailFrom: string;
  /** What visitors see until the owner's switch says otherwise. */
  stage: Stage;
  /** Who gets contact messages and alarms. */
  ownerEmail: string | null;
  /** Of the mails to the owner. */
  ownerLanguage: Language;
  /** Whether an address counts only once its owner has confirmed it by mail. */
  doubleOptIn: boolean;
  /** Days after which who has not confirmed is asked once more; 0: never. */
  reminderDays: number;
  /** Days after which an address nobody confirmed is deleted. */
  unconfirmedDays: number;
  /** A foreign form service to which every submission is passed on. */
  forward: { url: string; field: string; extra: Record<string, string> } | null;
  /** Off only for load tests on loopback. */
  rateLimit: boolean;
  /** Proxies in front whose word for the client's address is taken. */
  trustedProxies: number;
  /** What links in mails are signed with: the first signs, all are accepted. null: made in `dataDir` at first start. */
  secretKeys: readonly string[] | null;
  /** Port on 127.0.0.1 for Prometheus; null: no metrics. */
  metricsPort: number | null;
};

export type Environment = Record<string, string | undefined>;

/** Its message lists every problem, one a line, in words for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const PROJECT_ROOT = fileURLToPath(new URL('..', import.meta.url));
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
  const known = new Set<string>();
  readConfig(new Proxy<Environment>({}, { get: (_, name) => void known.add(String(name)) }));
  const names = [...known];
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
  const read: Read = <T>(name: string, standard: string, parse: (text: string) => T | Refused): T => {
    const text = env[name] || standard;
    const value = parse(text);
    if (!(value instanceof Refused)) return value;
    problems.push(
      `${name} must be ${value.wanted}${isSecret(name, text) ? '' : `, not ${JSON.stringify(text)}`}`,
    );
    return undefined as T;
  };
  const port = read('PORT', '3000', parsePort);
  const siteUrl = read('SITE_URL', `http://localhost:${port ?? 3000}`, parseOrigin);
  const config: Config = {
    port,
    host: read('HOST', '127.0.0.1', parseHost),
    siteUrl,
    dataDir: resolve(PROJECT_ROOT, read('DATA_DIR', './data', parseFolder) ?? ''),
    subscribeEndpoint: read('SUBSCRIBE_ENDPOINT', OWN_ENDPOINT, parseEndpoint),
    gaId: read('GA_ID', '', (text) => parseId(text, 'G')),
    gtmId: read('GTM_ID', '', (text) => parseId(text, 'GTM')),
    databaseUrl: read('DATABASE_URL', '', (text) => parseUrl(text, ['postgres:', 'postgresql:'])),
    smtpUrl: read('SMTP_URL', '', (text) => parseUrl(text, ['smtp:', 'smtps:'])),
    mailFrom: read('MAIL_FROM', `no-reply@${siteUrl ? new URL(siteUrl).hostname : ''}`, parseMailbox),
    ownerEmail: read('OWNER_EMAIL', '', parseOwner),
    ownerLanguage: read('OWNER_LANGUAGE', FALLBACK_LANGUAGE, (text) =>
      isLanguage(text) ? text : refused(LANGUAGES.join(' or ')),
    ),
    stage: read('STAGE', 'soon', (text) => (isStage(text) ? text : refused('soon or live'))),
    doubleOptIn: read('DOUBLE_OPT_IN', 'on', parseSwitch),
    reminderDays: read('REMINDER_DAYS', '3', (text) => parseWhole(text, 0, 30)),
    unconfirmedDays: read('UNCONFIRMED_DAYS', '30', (text) => parseWhole(text, 1, 365)),
    forward: readForward(read),
    rateLimit: read('RATE_LIMIT', 'on', parseSwitch),
    trustedProxies: read('TRUSTED_PROXIES', '0', (text) => parseWhole(text, 0, 10)),
    secretKeys: read('SECRET_KEYS', '', parseSecrets),
    metricsPort: read('METRICS_PORT', '', (text) => (text === '' ? null : parsePort(text))),
  };
  problems.push(...contradictions(config, env));
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return Object.freeze(config);
}

function isSecret(name: string, text: string): boolean {
  return SECRET.has(name) || /:\/\/[^/\s]*@/.test(text);
}

type Read = <T>(name: string, standard: string, parse: (text: string) => T | Refused) => T;

function readForward(read: Read): Config['forward'] {
  const url = read('FORWARD_URL', '', parseForwardUrl);
  const field = read('FORWARD_FIELD', 'email', (text) =>
    /^[\w.-]{1,64}$/.test(text) ? text : refused('the name of a field, e.g. email'),
  );
  const extra = read('FORWARD_EXTRA', '', (text) => Object.fromEntries(new URLSearchParams(text)));
  return url === null ? null : { url, field, extra };
}

/** What is right alone and wrong together. */
function contradictions(config: Config, env: Environment): string[] {
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
