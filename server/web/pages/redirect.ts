import { isLanguage } from '#contract/language.ts';
import { FROM_PARAMETER, innerPageAt, PATHS } from '#contract/pages.ts';

const LONGEST_PATH = 1000;
const LONGEST_VALUE = 200;
// Not a page: reserved paths, control characters, hidden files such as `/.env` and `/.git/config`.
// eslint-disable-next-line no-control-regex
const NO_PAGE = /^(?!\/)|^\/(?:api|static|dashboard|\.well-known)(?:\/|$)|[\x00-\x1f\x7f]|\/\./i;
// Files: `x.php`, `favicon.ico`, `archive.7z`; but not `/version-2.0`.
const EXTENSION = /\.(?=[a-z0-9]*[a-z])[a-z0-9]{1,10}$/i;
// What the common networks append to a link.
const CAMPAIGN =
  /^(utm_[a-z_]{1,20}|(?:g|fb|tt|tw|dc|y)clid|msclkid|sccid|gbraid|wbraid|igshid|li_fat_id|epik|rdt_cid|mc_[ce]id)$/i;
// What ends a page's name in another program's addresses.
const INDEX = /(?:^|\/)index$/;
const KIND = /\.(?:html?|php\d?|aspx?|jsp)$/;

/** Returns the decoded path if it could be a page, existing or not; else null (file, API, nonsense). */
export function pageAsked(path: string): string | null {
  const asked = decoded(path);
  return asked === null || NO_PAGE.test(asked) || EXTENSION.test(asked) ? null : asked;
}

/**
 * Our page that was meant, and with which query; null for none. People type capitals (QR codes are made
 * of them), programs take the punctuation after a link for a part of it, a campaign is put after `&`, and links
 * to a former site name its files: `/SERVICES`, `/services)`, `/soon&utm_source=x`, `/about.html`, `/index.php`.
 */
export function pageMeant(
  path: string,
  query: string,
  pageAt: (path: string) => unknown = innerPageAt,
): { path: string; query: string } | null {
  const asked = decoded(path);
  if (asked === null || NO_PAGE.test(asked)) return null;
  const [typed = '', ...behind] = asked.split(/[?&]/);
  const bare = (text: string) => text.replace(/^\/+|[\s\p{P}\p{S}\p{Cf}]+$/gu, '');
  const name = bare(typed.toLowerCase()).replace(KIND, '').replace(INDEX, '');
  const meant = `/${bare(name)}`;
  if (meant !== PATHS.soon && pageAt(meant) === null) return null;
  return { path: meant, query: [query, ...behind].filter((part) => part !== '').join('&') };
}

/** Redirects to a page by another name of it; what a campaign and the language need is kept. */
export function redirectToPage({ path, query }: { path: string; query: string }): string {
  return withQuery(path === PATHS.soon ? PATHS.home : path, keptOf(query));
}

function decoded(path: string): string | null {
  if (path.length > LONGEST_PATH) return null;
  try {
    return decodeURIComponent(path);
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
