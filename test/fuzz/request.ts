import type { Random } from './random.ts';

/** One request to a listening app. */
export type FuzzRequest = {
  kind: string;
  bytes: Buffer;
  /** The answer has no body. */
  head: boolean;
  /** `accepted`: 202. `refused`: 400 to 499. `answered`: anything below 500. */
  expected: 'accepted' | 'refused' | 'answered';
};

export type Parts = {
  method?: string;
  path?: string;
  version?: string;
  /** Whole lines, in this order, after a Host, unless `host` is null. */
  headers?: string[];
  host?: string | null;
  body?: string | Buffer;
  /** Adds a correct Content-Length. */
  length?: boolean;
};

export type Made = Parts & { expected: FuzzRequest['expected'] };

/** Builds one kind of request. `index` numbers the requests of a run. */
export type Maker = (random: Random, index: number) => Made;

/** Serialises a request. Headers are Latin-1, so that they can contain any byte. */
export function bytesOf(parts: Parts): Buffer {
  const { method = 'POST', path = '/api/subscribe', version = 'HTTP/1.1', headers = [], host = 'x' } = parts;
  const body = typeof parts.body === 'string' ? Buffer.from(parts.body) : (parts.body ?? Buffer.alloc(0));
  const lines = [`${method} ${path} ${version}`, ...(host === null ? [] : [`Host: ${host}`]), ...headers];
  if (parts.body !== undefined && parts.length !== false) lines.push(`Content-Length: ${body.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

export const JSON_LINE = 'Content-Type: application/json';
export const FORM_LINE = 'Content-Type: application/x-www-form-urlencoded';

/** Routes that accept a POST and refuse what they cannot parse. */
export const WRITES = ['/api/subscribe', '/api/subscribe?x=1', '/api/contact'] as const;

const UNITS = [
  ...'aZ09 "\'\\{}[],:@.<>&=%?#;/|`$()\u0000\u0007\n\r\t\u00e3\u20ac\u200b\u202e\ufeff',
  '😀',
  '__proto__',
];

/** A text of difficult characters. */
export function anyText(random: Random, most = 40): string {
  return random.many(0, most, () => UNITS[random.below(UNITS.length)] ?? '').join('');
}

/** Any JSON value, up to four levels deep. */
export function anyJson(random: Random, depth = 4): unknown {
  const inner = () => anyJson(random, depth - 1);
  const leaf = random.pick<() => unknown>([
    () => null,
    () => random.below(2) === 0,
    () => random.pick([0, -1, 1e308, 0.1, 2 ** 53, -0]),
    () => anyText(random),
    () => 'a@b.co',
  ]);
  if (depth === 0) return leaf();
  return random.pick<() => unknown>([
    leaf,
    () => random.many(0, 4, inner),
    () => Object.fromEntries(random.many(0, 4, () => [anyText(random, 5), inner()])),
  ])();
}

/** A value as in a form or a query. */
export function anyFormText(random: Random): string {
  return random.pick([
    '%',
    '%zz',
    '%00',
    '+++',
    'a%40b',
    anyText(random, 8).replace(/[^\x21-\x7e]|[#?]/g, '%e3'),
  ]);
}
