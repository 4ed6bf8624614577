import type { IncomingMessage } from 'node:http';
import type { HttpResponse, Problems } from '#server/web/http/http-response.ts';
import type { Posted } from '#server/web/http/body.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { parseAddress } from '#contract/subscribe.ts';
import type { MailWait } from '#server/outbox/room.ts';
import { clientNetwork } from './client-network.ts';
import { createFormTokens, issueFormToken, judgeFormToken } from './form-token.ts';
import type { RateLimit, RateTaken } from './rate.ts';
import { createPace } from './pace.ts';
import { shortHash } from './short-hash.ts';
import { judge, type Suspicion } from './suspicion.ts';

/** Whether a post is taken, as whose, and how long the mail that follows has to wait. */
export type Admission =
  | { ok: true; suspect: Suspicion | null; mailWait: MailWait }
  | Exclude<RateTaken, { ok: true }>;

export type Guard = {
  /** Call once for each post: it counts. `mailTo`: who is sent what follows from it. Never rejects. */
  admit(request: IncomingMessage, posted: Posted, mailTo: 'visitor' | 'owner'): Promise<Admission>;
  /** For the page's script, which sends it back with the form. */
  token(): string;
};

/** `now`: of a clock that does not leap. */
export type GuardDeps = { rate: RateLimit; secrets: Secrets; trustedProxies: number; now: () => number };

export function createGuard({ rate, secrets, trustedProxies, now }: GuardDeps): Guard {
  const tokens = createFormTokens(secrets);
  const pace = createPace(now, (text) => shortHash(secrets, 'source', text));

  async function admit(
    request: IncomingMessage,
    { kind, value }: Posted,
    mailTo: 'visitor' | 'owner',
  ): Promise<Admission> {
    const forwarded = request.headers['x-forwarded-for'];
    const network = clientNetwork(
      request.socket.remoteAddress,
      Array.isArray(forwarded) ? forwarded.join() : forwarded,
      trustedProxies,
    );
    const taken = await rate.take(network);
    if (!taken.ok) return taken;
    const token = judgeFormToken(tokens, textIn(value, 'token'), now());
    const evidence = { topic: textIn(value, 'topic'), token, kind, fromPage: isFromPage(request) };
    const suspect = judge({ ...evidence, soft: taken.soft });
    if (suspect !== null) return { ok: true, suspect, mailWait: 0 };
    const address = mailTo === 'visitor' ? parseAddress(textIn(value, 'email') ?? '') : null;
    const mailWait = pace.waitFor(network, address?.ok ? address.key : null);
    return mailWait === 'never'
      ? { ok: true, suspect: 'burst', mailWait: 0 }
      : { ok: true, suspect, mailWait };
  }

  return { admit, token: () => issueFormToken(secrets, now()) };
}

/** For load tests on one machine (RATE_LIMIT=off): everyone is a person. */
export function createOpenGuard(): Guard {
  return { admit: () => Promise.resolve({ ok: true, suspect: null, mailWait: 'first' }), token: () => '' };
}

/** The answer to a post that is not taken. */
export function refused(admission: Exclude<Admission, { ok: true }>, problems: Problems): HttpResponse {
  if (admission.code === 'unavailable') return problems('unavailable', { headers: ['Retry-After', '10'] });
  return problems('too-many-requests', { headers: ['Retry-After', String(admission.retryAfterSeconds)] });
}

/** What says it comes from elsewhere was refused before (`isOwnWrite`). */
function isFromPage({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-site'] === 'same-origin' || headers.origin !== undefined;
}

function textIn(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const text = (value as Record<string, unknown>)[name];
  return text === undefined || typeof text === 'string' ? text : JSON.stringify(text);
}
