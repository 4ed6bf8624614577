import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { responseOf, send, type HttpResponse } from '#server/web/http/http-response.ts';
import { negotiateEncoding, type Encoding } from '#server/web/http/encoding.ts';
import type { Headers } from '#server/web/http/headers.ts';
import type { BuiltFile } from '#server/build.ts';

/**
 * Bytes that Node copies beside the headers and writes in one call (16 KiB in all); as a Buffer they would take a
 * slower, gathered write.
 */
const ONE_WRITE = 12 * 1024;

type Variant = { etag: string; full: HttpResponse; notModified: HttpResponse };

/** One file with its answers in one encoding; made when first asked for, then kept. */
export type Resource = (encoding: Encoding) => Variant;

/** `headers` are all but those that differ between encodings. */
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
  const variant = resource(negotiateEncoding(request.headers['accept-encoding'] as string | undefined));
  const known = request.headers['if-none-match'];
  const fresh = known !== undefined && variant.full.status === 200 && matches(known, variant.etag);
  send(response, fresh ? variant.notModified : variant.full);
}

/** If-None-Match by weak comparison: a proxy that compresses again marks our tags as weak (RFC 9110, 13.1.2). */
function matches(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
