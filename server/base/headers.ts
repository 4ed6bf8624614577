/** Alternating names and values, as for `writeHead`: [name, value, name, value]. */
export type Headers = string[];

/** For everything but pages: loads nothing, and cannot be framed. */
const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export const NO_STORE: Headers = ['Cache-Control', 'no-store'];

// Browser features that could spy, charge or annoy. The site uses none of them.
const DENIED_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const PERMISSIONS = permissions([]);

function permissions(own: readonly string[]): string {
  return DENIED_FEATURES.map((feature) => `${feature}=(${own.includes(feature) ? 'self' : ''})`).join(', ');
}

/** Owners sign in with passkeys, only there. */
const DASHBOARD_PERMISSIONS = permissions(['publickey-credentials-create', 'publickey-credentials-get']);

/**
 * Nothing inline, nothing cross-origin; no text becomes a script (Trusted Types). `frame-src` is for mail
 * previews, served by the API.
 */
const DASHBOARD_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * The headers of every answer, whatever its status (OWASP Secure Headers; ASVS 5.0, 3.4).
 * HSTS for two years, only with https: over plain http browsers ignore it, and on localhost it would do harm.
 */
export function securityHeaders(
  siteUrl: string,
  policy: string = CLOSED_POLICY,
  referrer: 'strict-origin-when-cross-origin' | 'no-referrer' = 'strict-origin-when-cross-origin',
): Headers {
  const headers = [
    ['Content-Security-Policy', policy],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', referrer],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', PERMISSIONS],
  ];
  if (siteUrl.startsWith('https:')) {
    headers.push(['Strict-Transport-Security', 'max-age=63072000; includeSubDomains']);
  }
  return headers.flat();
}

/** For the dashboard: neither cached nor indexed. */
export function dashboardHeaders(siteUrl: string): Headers {
  const headers = securityHeaders(siteUrl, DASHBOARD_POLICY, 'no-referrer');
  const own = headers.map((text) => (text === PERMISSIONS ? DASHBOARD_PERMISSIONS : text));
  return [...own, ...NO_STORE, 'X-Robots-Tag', 'noindex, nofollow'];
}

/** For API answers, and for anything that must not be cached. */
export function jsonHeaders(siteUrl: string, type = 'application/json'): Headers {
  return [...securityHeaders(siteUrl), ...NO_STORE, 'Content-Type', `${type}; charset=utf-8`];
}

/** For pages behind signed links: not cached, not indexed, no Referer. */
export function linkHeaders(siteUrl: string, policy?: string, cache = 'no-store'): Headers {
  return [
    ...securityHeaders(siteUrl, policy, 'no-referrer'),
    'Cache-Control',
    cache,
    'X-Robots-Tag',
    'noindex, nofollow',
  ];
}
