import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { ProblemCode } from '#contract/problem.ts';

/** A parsed body: scripts send JSON, plain forms are form-encoded. */
export type Posted =
  | { kind: 'json'; value: unknown }
  | { kind: 'form'; value: Record<string, string> }
  /** Raw, because the body is signed. */
  | { kind: 'text'; value: string };
export type PostedForm = Exclude<Posted, { kind: 'text' }>;

/** A body that cannot be read; the code goes into the answer. */
export class BodyError extends Error {
  override name = 'BodyError';
  readonly code: ProblemCode;
  constructor(code: ProblemCode) {
    super(code);
    this.code = code;
  }
}

/**
 * Reads the body of a post: JSON or form data, both in UTF-8. Returns undefined without a body, and for
 * multipart: mail clients may send that to unsubscribe (RFC 8058), where only the URL matters.
 * @throws BodyError
 */
export async function readPosted(request: IncomingMessage, limit: number): Promise<Posted | undefined> {
  const { headers } = request;
  const length = Number(headers['content-length'] ?? 0);
  const [, type = ''] = /^\s*([^\s;]+)/.exec(headers['content-type'] ?? '') ?? [];
  if (type === '' && length === 0 && headers['transfer-encoding'] === undefined) return undefined;
  const read = READERS[type.toLowerCase()];
  if (read === undefined) throw new BodyError('unsupported-type');
  if (length > limit) throw new BodyError('too-large');
  return read(await bytesOf(request, limit));
}

/** Reads the body as text, whatever its Content-Type. @throws BodyError */
export async function readText(request: IncomingMessage, limit: number): Promise<Posted> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new BodyError('too-large');
  return { kind: 'text', value: textOf(await bytesOf(request, limit)) };
}

const READERS: Record<string, (body: Buffer) => Posted | undefined> = {
  'application/json': (body) => ({ kind: 'json', value: parseJson(textOf(body)) }),
  'application/x-www-form-urlencoded': (body) => ({
    kind: 'form',
    value: Object.fromEntries(new URLSearchParams(textOf(body))),
  }),
  'multipart/form-data': () => undefined,
};

function bytesOf(request: IncomingMessage, limit: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const pieces: Buffer[] = [];
  let size = 0;
  request.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size <= limit) return void pieces.push(piece);
    request.removeAllListeners('data');
    reject(new BodyError('too-large'));
  });
  request.on('end', () => resolve(Buffer.concat(pieces)));
  // The client has disconnected.
  request.on('error', () => reject(new BodyError('malformed')));
  return promise;
}

function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw new BodyError('malformed');
  return body.toString('utf8');
}

/** @throws BodyError `malformed` */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BodyError('malformed');
  }
}
