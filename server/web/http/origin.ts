import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a write comes from a page of this site, or from no page (a program, an old browser). Browsers say
 * so in Sec-Fetch-Site; older ones send Origin with every cross-site POST.
 */
export function isOwnWrite(headers: IncomingHttpHeaders, siteUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  return origin === undefined || isOwnOrigin(origin, headers.host, siteUrl);
}

/** Whether an origin is the public one, or the requested host (a preview, a second name). */
export function isOwnOrigin(origin: string, host: string | undefined, siteUrl: string): boolean {
  return (
    origin === siteUrl ||
    (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`))
  );
}
