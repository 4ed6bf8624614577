import type { IncomingMessage } from 'node:http';

/**
 * Whether a request names its host as it must (RFC 9112, 3.2): once, and at all since HTTP/1.1. Node keeps the first of
 * several; a proxy in front may have believed another.
 */
export function isHostClear({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0';
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts === 1;
}
