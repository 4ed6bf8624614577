import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

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
};

export type Environment = Record<string, string | undefined>;

/** Its message lists every problem, one a line, in words for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const PROJECT_ROOT = fileURLToPath(new URL('..', import.meta.url));
const OWN_ENDPOINT = '/api/subscribe';

/** Adds the settings of a `.env` file to `process.env`. A name the environment has already keeps its value. */
export function loadEnvFile(file: string = resolve(PROJECT_ROOT, '.env')): void {
  try {
    process.loadEnvFile(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOENT') throw new ConfigError(`${file} cannot be read (${code})`);
  }
}

/**
 * Reads all settings; an empty one counts as not set.
 * @throws ConfigError naming all wrong settings at once.
 */
export function readConfig(env: Environment): Config {
  const problems: string[] = [];
  function read<T>(name: string, standard: string, parse: (text: string) => T | string[]): T {
    const text = env[name] || standard;
    const value = parse(text);
    if (!Array.isArray(value)) return value as T;
    problems.push(`${name} must be ${value[0]}, not ${JSON.stringify(text)}`);
    return undefined as T;
  }
  const port = read('PORT', '3000', parsePort);
  const config: Config = {
    port,
    host: read('HOST', '127.0.0.1', parseHost),
    siteUrl: read('SITE_URL', `http://localhost:${port ?? 3000}`, parseOrigin),
    dataDir: resolve(PROJECT_ROOT, env.DATA_DIR || './data'),
    subscribeEndpoint: read('SUBSCRIBE_ENDPOINT', OWN_ENDPOINT, parseEndpoint),
    gaId: read('GA_ID', '', (text) => parseId(text, 'G')),
    gtmId: read('GTM_ID', '', (text) => parseId(text, 'GTM')),
  };
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return Object.freeze(config);
}

function parsePort(text: string): number | string[] {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : ['a whole number from 0 to 65535'];
}

function parseHost(text: string): string | string[] {
  if (isIP(text) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)) return text;
  return ['a host name or an IP address without a port, e.g. 0.0.0.0'];
}

function parseOrigin(text: string): string | string[] {
  const url = URL.parse(text);
  const bare = url !== null && url.href === `${url.origin}/`;
  if (bare && (url.protocol === 'https:' || url.protocol === 'http:')) return url.origin;
  return ['an http or https address without a path, e.g. https://example.com'];
}

function parseEndpoint(text: string): string | string[] {
  if (text === OWN_ENDPOINT) return text;
  const url = URL.parse(text);
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (safe && url.username === '' && url.password === '' && url.hash === '') return url.href;
  return [`${OWN_ENDPOINT} or the https address of a form service`];
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function parseId(text: string, prefix: string): string | null | string[] {
  if (text === '') return null;
  return new RegExp(`^${prefix}-[A-Z0-9]{4,20}$`).test(text) ? text : [`of the form ${prefix}-XXXXXXX`];
}
