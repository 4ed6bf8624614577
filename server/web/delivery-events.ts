import type { IncomingHttpHeaders } from 'node:http';
import type { OncePerMinute } from '#server/base/log.ts';
import type { TakenPost } from '#server/delivery-events/post.ts';
import type { RequestHandler } from './form-post.ts';
import { jsonHeaders } from '#server/base/headers.ts';
import { responseOf, send, type Problems } from './http/http-response.ts';

export type ReturnsDeps = {
  /** Handles a provider's webhook call. Rejects if the store, or the source of a signing key, fails. */
  takePost: (provider: string, headers: IncomingHttpHeaders, body: string) => Promise<TakenPost>;
};

const PROBLEM = { unknown: 'not-found', forged: 'not-signed', malformed: 'malformed' } as const;

/** 200 once everything is committed. After any other answer a provider retries for hours or days. */
export function createReturnsPost({
  takePost,
  siteUrl,
  problems,
  logOnce,
}: ReturnsDeps & { siteUrl: string; problems: Problems; logOnce: OncePerMinute }): RequestHandler {
  const done = responseOf(200, jsonHeaders(siteUrl), '{"ok":true}');
  const unavailable = problems('unavailable', ['Retry-After', '60']);
  return async ({ headers }, response, posted, { provider = '' }) => {
    try {
      const taken = await takePost(provider, headers, posted?.kind === 'text' ? posted.value : '');
      if (taken === 'done') return send(response, done);
      if (taken === 'forged') logOnce('a mail provider webhook had an invalid signature', { why: provider });
      send(response, problems(PROBLEM[taken]));
    } catch (error) {
      logOnce('a mail provider webhook could not be processed', { why: provider, error });
      send(response, unavailable);
    }
  };
}
