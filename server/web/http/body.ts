import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import type { ProblemCode } from '#contract/problem.ts';

/** What was posted, and how: a script sends JSON, a plain form sends itself. */
export type Posted = { kind: 'json'; value: unknown } | { kind: 'form'; value: Record<string, string> };

/** A body that cannot be read; answered with its code. */
export class BodyError extends Error {
  override name = 'BodyError';
  readonly code: ProblemCode;
  constructor(code: ProblemCode) {
    super(code);
    this.code = code;
  }
}

/** Deeper than any body of ours by far. */
const DEEPEST = 8;

/** Lets the collector read JSON and forms, both in UTF-8, and nothing else. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Mail programs may unsubscribe with one (RFC 8058): what counts there is in the address. Read, and taken for nothing.
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, _body, done) =>
    done(null),
  );
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, { kind: 'json', value: parseJson(textOf(body as Buffer)) } satisfies Posted);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      const fields = Object.fromEntries(new URLSearchParams(textOf(body as Buffer)));
      done(null, { kind: 'form', value: fields } satisfies Posted);
    },
  );
}

function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw new BodyError('malformed');
  return body.toString('utf8');
}

/**
 * JSON without the parts that programs read differently (RFC 8259, section 4): names given twice, `__proto__`.
 * @throws BodyError `malformed`
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BodyError('malformed');
  }
  if (countNames(text) !== countProperties(value, DEEPEST)) throw new BodyError('malformed');
  return value;
}

/** How many names the text of valid JSON holds: strings with a colon behind. */
function countNames(text: string): number {
  let names = 0;
  for (let start = text.indexOf('"'); start !== -1;) {
    let end = text.indexOf('"', start + 1);
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
    let next = end + 1;
    while (text.charCodeAt(next) <= 32) next++;
    if (text.charCodeAt(next) === 58) names++;
    start = text.indexOf('"', next);
  }
  return names;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === 92) slashes++;
  return slashes % 2 === 1;
}

/** How many properties the value holds in all; -1 when it is deeper than `depth` or names `__proto__`. */
function countProperties(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === 0) return -1;
  let count = 0;
  for (const key of Object.keys(value)) {
    if (key === '__proto__') return -1;
    const inner = countProperties((value as Record<string, unknown>)[key], depth - 1);
    if (inner === -1) return -1;
    count += inner + (Array.isArray(value) ? 0 : 1);
  }
  return count;
}
