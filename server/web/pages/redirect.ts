import { isLanguage } from '#contract/language.ts';
import { FROM_PARAMETER, PATHS } from '#contract/pages.ts';

const LONGEST_PATH = 1000;
const LONGEST_VALUE = 200;
const RESERVED = /^\/(api|static|dashboard|\.well-known)(\/|$)/i;
// Files: `x.php`, `favicon.ico`, `archive.7z`; but not `/version-2.0`.
const EXTENSION = /\.(?=[a-z0-9]*[a-z])[a-z0-9]{1,10}$/i;
const CAMPAIGN = /^(utm_[a-z_]{1,20}|gclid)$/;

/**
 * Where a path that is no page yet leads: `/soon`, with the path asked for and where the visitor came from.
 * Null when the path can be no page (a file, an API, nonsense): that deserves a 404.
 * The path of the result is always `/soon`, whatever was asked: this redirect cannot lead elsewhere.
 */
export function redirectToSoon(path: string, query: string): string | null {
  if (path.length > LONGEST_PATH) return null;
  const asked = decodePath(path);
  if (asked === null || !isPage(asked)) return null;
  if (/^\/soon\/*$/i.test(asked)) return withQuery(new URLSearchParams(query));
  const kept = keptOf(query);
  // A page may one day be asked to go back there: `//host` and `/\host` are other sites to a browser.
  if (/^\/[^/\\]/.test(asked)) kept.set(FROM_PARAMETER, asked.slice(0, LONGEST_VALUE).toWellFormed());
  return withQuery(kept);
}

/** Once the site is open, `/soon` leads to its first page: campaign and language are kept. */
export function redirectToHome(query: string): string {
  const kept = keptOf(query).toString();
  return kept === '' ? PATHS.home : `${PATHS.home}?${kept}`;
}

/** Whether a path could be a page, there or not: anything else gets a plain 404. */
export function isPagePath(path: string): boolean {
  const asked = path.length > LONGEST_PATH ? null : decodePath(path);
  return asked !== null && isPage(asked);
}

function keptOf(query: string): URLSearchParams {
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(query)) {
    const wanted = CAMPAIGN.test(name) || (name === 'lang' && isLanguage(value));
    if (wanted && !kept.has(name)) kept.set(name, value.slice(0, LONGEST_VALUE).toWellFormed());
  }
  return kept;
}

function withQuery(query: URLSearchParams): string {
  const text = query.toString();
  return text === '' ? PATHS.soon : `${PATHS.soon}?${text}`;
}

function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

function isPage(path: string): boolean {
  // eslint-disable-next-line no-control-regex
  if (!path.startsWith('/') || /[\x00-\x1f\x7f]/.test(path) || RESERVED.test(path)) return false;
  // Hidden files: `/.env`, `/.git/config`.
  return !path.includes('/.') && !EXTENSION.test(path);
}
