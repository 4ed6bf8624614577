import { isLanguage } from '#contract/language.ts';
import { FROM_PARAMETER, PATHS } from '#contract/pages.ts';

const LONGEST_PATH = 1000;
const LONGEST_VALUE = 200;
// Not a page: reserved paths, control characters, hidden files such as `/.env` and `/.git/config`.
// eslint-disable-next-line no-control-regex
const NO_PAGE = /^(?!\/)|^\/(?:api|static|dashboard|\.well-known)(?:\/|$)|[\x00-\x1f\x7f]|\/\./i;
// Files: `x.php`, `favicon.ico`, `archive.7z`; but not `/version-2.0`.
const EXTENSION = /\.(?=[a-z0-9]*[a-z])[a-z0-9]{1,10}$/i;
const CAMPAIGN = /^(utm_[a-z_]{1,20}|gclid)$/;

/** Returns the decoded path if it could be a page, existing or not; else null (file, API, nonsense). */
export function pageAsked(path: string): string | null {
  if (path.length > LONGEST_PATH) return null;
  try {
    const asked = decodeURIComponent(path);
    return NO_PAGE.test(asked) || EXTENSION.test(asked) ? null : asked;
  } catch {
    return null;
  }
}

/**
 * Redirects a page that is not open yet to `/soon`, with the requested path and the campaign. The target path
 * is always `/soon`: no open redirect.
 */
export function redirectToSoon(asked: string, query: string): string {
  if (/^\/soon\/*$/i.test(asked)) return withQuery(PATHS.soon, new URLSearchParams(query));
  const kept = keptOf(query);
  // A page may one day redirect back there: browsers read `//host` and `/\host` as other sites.
  if (/^\/[^/\\]/.test(asked)) kept.set(FROM_PARAMETER, asked.slice(0, LONGEST_VALUE).toWellFormed());
  return withQuery(PATHS.soon, kept);
}

/** Once the site is open, `/soon` redirects to the home page; campaign and language are kept. */
export function redirectToHome(query: string): string {
  return withQuery(PATHS.home, keptOf(query));
}

function keptOf(query: string): URLSearchParams {
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(query)) {
    const wanted = CAMPAIGN.test(name) || (name === 'lang' && isLanguage(value));
    if (wanted && !kept.has(name)) kept.set(name, value.slice(0, LONGEST_VALUE).toWellFormed());
  }
  return kept;
}

function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query}`;
}
