import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a write was sent from a page of this site, or from no page at all (a program, an old browser).
 * Browsers say so in Sec-Fetch-Site; those before it send Origin with every POST across sites.
 */
export function isOwnWrite(headers: IncomingHttpHeaders, siteUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  return origin === undefined || isOwnOrigin(origin, headers.host, siteUrl);
}

/** Whether an origin is the site's public one, or the host that was asked (a preview, a second name). */
export function isOwnOrigin(origin: string, host: string | undefined, siteUrl: string): boolean {
  return (
    origin === siteUrl ||
    (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`))
  );
}
