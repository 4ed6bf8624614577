import type { IncomingMessage } from 'node:http';
import { NO_BOOK } from '#contract/books.ts';
import { FALLBACK_LANGUAGE, isLanguage } from '#contract/language.ts';
import { NEWS } from '#contract/newsletter.ts';
import { FROM_PARAMETER, newsletterAddress, PATHS, productsAddress, soonAddress } from '#contract/pages.ts';
import type { AskedBooks } from '#server/books/titles.ts';
import { parseSubscribe, type Subscribe } from '#contract/subscribe.ts';
import type { SubscribeStore } from '#server/list/subscribe.ts';
import { isOwnOrigin } from '#server/web/http/origin.ts';
import type { End, FormRules } from './form-post.ts';
import type { PostedForm } from './http/body.ts';

/** The sign-up form. */
export function subscribeForm(
  store: SubscribeStore,
  siteUrl: string,
  books: AskedBooks,
): FormRules<Subscribe> {
  return {
    parse(posted, request) {
      const read = readSubscribe(posted, request, siteUrl);
      if (!read.ok) return read;
      const { interest, ...value } = read.value;
      const isKnown = interest !== undefined && books.known.has(interest);
      return { ok: true, value: isKnown ? read.value : value, mailKey: value.key };
    },
    store,
    pageFor: (end, fields) => pageFor(end, fields, books),
    trouble: 'an address was not stored',
  };
}

function readSubscribe(posted: PostedForm, request: IncomingMessage, siteUrl: string) {
  const { referer, host } = request.headers;
  // A script sends where its visitor came from; for a plain form the Referer says so.
  const fields =
    posted.kind === 'form' ? { path: firstPath(referer, host, siteUrl), ...posted.value } : posted.value;
  const read = parseSubscribe(fields);
  if (!read.ok) return read;
  const { referrer } = read.value.source;
  // Truncation to 200 characters can leave an invalid URL.
  const origin = referrer === null ? undefined : URL.parse(referrer)?.origin;
  // A page of this site is not a source.
  if (origin !== undefined && isOwnOrigin(origin, host, siteUrl)) read.value.source.referrer = null;
  return read;
}

function pageFor(
  end: End,
  { language, interest = '', asks }: Record<string, string>,
  { known, out, hasNewsletter }: AskedBooks,
): string {
  const shown = isLanguage(language) ? language : FALLBACK_LANGUAGE;
  const state = end === 'stored' ? 'subscribed' : 'failed';
  if (asks === NEWS && hasNewsletter) return newsletterAddress(state, shown);
  if (interest !== NO_BOOK && !known.has(interest)) return soonAddress(state, shown);
  const isGiven = state === 'subscribed' && out.includes(interest);
  return productsAddress(isGiven ? 'subscribed-book' : state, shown);
}

/**
 * Returns the path first requested, with its query, from the URL of the page with the form. Undefined if that
 * page is not of this site.
 */
function firstPath(
  referer: string | undefined,
  host: string | undefined,
  siteUrl: string,
): string | undefined {
  const page = referer === undefined ? null : URL.parse(referer);
  if (page === null || !isOwnOrigin(page.origin, host, siteUrl)) return undefined;
  const from = page.searchParams.get(FROM_PARAMETER);
  return `${from !== null && page.pathname === PATHS.soon ? from : page.pathname}${page.search}`;
}
