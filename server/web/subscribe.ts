import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLanguage, FALLBACK_LANGUAGE } from '#contract/language.ts';
import { FROM_PARAMETER, PATHS, productsAddress, soonAddress } from '#contract/pages.ts';
import { isInterest, parseSubscribe, type Interest } from '#contract/subscribe.ts';
import type { NotStored } from '#server/store/batches.ts';
import { responseOf, send, type HttpResponse, type Problems } from '#server/web/http/http-response.ts';
import type { Posted } from '#server/web/http/body.ts';
import { withDeadline } from '#server/deadline.ts';
import { NO_STORE, securityHeaders } from '#server/web/http/headers.ts';
import { isOwnOrigin } from '#server/web/http/origin.ts';
import { refused, type Admission } from '#server/abuse/guard.ts';
import type { AddOutcome, NewSubscription, SubscribeStore } from '#server/list/subscription.ts';

export type SubscribeDeps = {
  store: SubscribeStore;
  siteUrl: string;
  problems: Problems;
  /** Those that are handed out. */
  books: readonly Interest[];
  /** Milliseconds after which the store counts as unavailable. */
  storeTimeout: number;
  /** Told of each address that is answered as not stored. */
  onNotStored: (outcome: NotStored) => void;
};

/** Answers one posted subscription. Rejects only on what nobody foresaw. */
export type Subscriber = (
  request: IncomingMessage,
  response: ServerResponse,
  posted: Posted,
  admission: Admission,
) => Promise<void>;

/**
 * A script gets 202, 422 or 503; a plain form is sent on to a page that says the same in its language.
 * 202, and the page of thanks, only after the store has the subscription; alike for new and known addresses.
 */
export function createSubscriber(deps: SubscribeDeps): Subscriber {
  const common = [...securityHeaders(deps.siteUrl), ...NO_STORE];
  const accepted = responseOf(
    202,
    [...common, 'Content-Type', 'application/json; charset=utf-8'],
    '{"ok":true}',
  );
  const unavailable = deps.problems('unavailable', { headers: ['Retry-After', '10'] });
  function toPage(
    state: 'subscribed' | 'failed',
    { language, interest }: Record<string, unknown>,
  ): HttpResponse {
    const known = isLanguage(language) ? language : FALLBACK_LANGUAGE;
    const location = isInterest(interest)
      ? productsAddress(
          state === 'subscribed' && deps.books.includes(interest) ? 'subscribed-book' : state,
          known,
        )
      : soonAddress(state, known);
    return responseOf(303, [...common, 'Location', location]);
  }

  return async function subscribe(request, response, posted, admission) {
    if (posted.kind === 'form') {
      const { referer, host } = request.headers;
      const parsed = parseSubscribe({ path: firstPath(referer, host, deps.siteUrl), ...posted.value });
      const taken = parsed.ok && admission.ok ? { ...parsed.value, ...markOf(admission) } : null;
      const outcome = taken ? await addTo(deps, taken, host) : null;
      return send(response, toPage(outcome === 'stored' ? 'subscribed' : 'failed', posted.value));
    }
    if (!admission.ok) return send(response, refused(admission, deps.problems));
    const parsed = parseSubscribe(posted.value);
    if (!parsed.ok) return send(response, deps.problems('invalid-fields', { fields: parsed.problems }));
    const outcome = await addTo(deps, { ...parsed.value, ...markOf(admission) }, request.headers.host);
    send(response, outcome === 'stored' ? accepted : unavailable);
  };
}

function markOf({ suspect, mailWait }: Extract<Admission, { ok: true }>) {
  return { suspect, mailWait };
}

async function addTo(
  { store, siteUrl, storeTimeout, onNotStored }: SubscribeDeps,
  subscription: NewSubscription,
  host: string | undefined,
): Promise<AddOutcome> {
  const { referrer } = subscription.source;
  // The cut to 200 characters can leave what is no address any more.
  const origin = referrer === null ? undefined : URL.parse(referrer)?.origin;
  // A page of this site is no source.
  if (origin !== undefined && isOwnOrigin(origin, host, siteUrl)) subscription.source.referrer = null;
  const outcome = await withDeadline<AddOutcome>(store.add(subscription), storeTimeout, { why: 'late' });
  if (outcome !== 'stored') onNotStored(outcome);
  return outcome;
}

/**
 * The first path asked for, with its query, from the address of the page that holds the form.
 * Undefined when that page is not of this site.
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
