import type { IncomingHttpHeaders } from 'node:http';
import {
  caseAddress,
  caseAt,
  innerPageAt,
  isNewsletterAt,
  letterAddress,
  letterAt,
  NEWSLETTER_PATH,
  PATHS,
  type PageName,
  type Stage,
} from '#contract/pages.ts';
import type { Config } from '#server/base/config.ts';
import { AHEAD, ROBOT } from '#server/visits/robots.ts';
import type { Visit } from '#server/visits/visits.ts';
import type { Answered } from './http/request-log.ts';
import { languageOf } from './pages/default-language.ts';

/** Characters removed from a source. */
const SOURCE = /[^\p{L}\p{N}._ -]/gu;
const LONGEST_SOURCE = 60;

/**
 * Returns the visit of an answered request; null for a file, a form, a bot, a prefetch or a missing page. A
 * page behind the Coming Soon page counts as requested; visitors with a preview link do not count.
 */
export function visitOf(
  { request, route, status }: Answered,
  stage: Stage,
  { siteUrl, defaultLanguage }: Pick<Config, 'siteUrl' | 'defaultLanguage'>,
): Visit | null {
  if (route !== 'page' || request.method !== 'GET' || !isNavigation(request.headers)) return null;
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const page = path === PATHS.soon ? 'soon' : innerPageAt(path);
  const slug = caseAt(path);
  const named = namedAt(path, page, slug);
  // Before the launch nobody knows which of these there are.
  if (named === null || (page === null && stage === 'soon')) return null;
  const closed = stage === 'soon' && page !== 'soon';
  const isShown = status === 200 || status === 304;
  if (closed ? status !== 302 : !isShown) return null;
  const asked = new URLSearchParams(query);
  // The answer to a form, or a link in a mail.
  if (asked.has('state')) return null;
  const language = languageOf(asked.get('lang'), request.headers, defaultLanguage);
  return { path: named, language, source: sourceOf(asked, request.headers, siteUrl), closed };
}

function namedAt(path: string, page: PageName | null, slug: string | null): string | null {
  if (page !== null) return PATHS[page];
  if (slug !== null) return caseAddress(slug);
  const letter = letterAt(path);
  if (letter !== null) return letterAddress(letter);
  return isNewsletterAt(path) ? NEWSLETTER_PATH : null;
}

/** Whether somebody opened the page, according to the browser. */
function isNavigation(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-mode': mode, accept = '', 'user-agent': agent = '' } = headers;
  if (AHEAD.some((name) => /prefetch|preview/.test(String(headers[name] ?? '')))) return false;
  if (mode === undefined ? !accept.includes('text/html') : mode !== 'navigate') return false;
  return agent !== '' && !ROBOT.test(agent);
}

/** The visitor's source: the link's utm_source, else the host of the linking page. */
function sourceOf(asked: URLSearchParams, headers: IncomingHttpHeaders, siteUrl: string): string {
  const named = asked.get('utm_source') ?? hostOf(headers.referer, siteUrl);
  return named.toLowerCase().replaceAll(SOURCE, '').slice(0, LONGEST_SOURCE);
}

function hostOf(referrer: string | undefined, siteUrl: string): string {
  const url = referrer === undefined ? null : URL.parse(referrer);
  return url === null || url.origin === siteUrl ? '' : url.host;
}
