import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Build, BuiltFile } from '#server/base/build.ts';
import type { Headers } from '#server/base/headers.ts';
import { responseOf, send, type HttpResponse } from '#server/web/http/http-response.ts';

/**
 * Bodies up to this size Node copies beside the headers and writes in one call (16 KiB in all); a Buffer
 * would take a slower, gathered write.
 */
const ONE_WRITE = 12 * 1024;

type Encoding = 'br' | 'gzip' | 'identity';
type Variant = { etag: string; full: HttpResponse; notModified: HttpResponse };

/** A file with its answers in each encoding; built on first request, then cached. */
export type Resource = (encoding: Encoding) => Variant;

/** A file that every build has. */
export function builtFile({ files, dist }: Build, path: string): BuiltFile {
  const file = files.get(path);
  if (file === undefined) throw new Error(`${dist} lacks ${path}`);
  return file;
}

/** `headers`: those common to all encodings. */
export function createResource(file: BuiltFile, headers: Headers, status = 200): Resource {
  const made: Partial<Record<Encoding, Variant>> = {};
  return (asked) => {
    const encoding = asked !== 'identity' && file[asked] === null ? 'identity' : asked;
    return (made[encoding] ??= createVariant(file[encoding] ?? file.identity, encoding, headers, status));
  };
}

function createVariant(body: Buffer, encoding: Encoding, headers: Headers, status: number): Variant {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const common = [...headers, 'ETag', etag];
  const encoded = encoding === 'identity' ? common : [...common, 'Content-Encoding', encoding];
  return {
    etag,
    full: responseOf(status, encoded, body.length <= ONE_WRITE ? body.toString('latin1') : body),
    notModified: { status: 304, headers: common, body: '' },
  };
}

export function sendResource(request: IncomingMessage, response: ServerResponse, resource: Resource): void {
  const { 'accept-encoding': accepted, 'if-none-match': known = '' } = request.headers;
  const { etag, full, notModified } = resource(negotiateEncoding(accepted as string | undefined));
  // Weak comparison: a proxy that recompresses marks our tags as weak (RFC 9110, 13.1.2).
  const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  const isFresh = full.status === 200 && (tags.includes(etag) || known === '*');
  send(response, isFresh ? notModified : full);
}

/** Returns the smallest encoding that Accept-Encoding allows (RFC 9110, 12.5.3), else `identity`. */
export function negotiateEncoding(header = ''): Encoding {
  const accepted = header.toLowerCase().split(',');
  return (['br', 'gzip'] as const).find((name) => isAccepted(name, accepted)) ?? 'identity';
}

function isAccepted(encoding: Encoding, accepted: string[]): boolean {
  const named = (name: string) => accepted.find((part) => part.split(';', 1)[0]?.trim() === name);
  const part = named(encoding) ?? named('*');
  return part !== undefined && !/;\s*q=0(?:\.0*)?\s*$/.test(part);
}
