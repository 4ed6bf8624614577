import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { BACKGROUND_HEADER, type Proof } from '#contract/owner/session.ts';
import type { ProblemCode } from '#contract/problem.ts';
import { clientNetwork } from '#server/abuse/client-network.ts';
import { recordAuditEvent } from '#server/owners/audit-log.ts';
import { canProve } from '#server/owners/passkeys.ts';
import {
  findSession,
  type FoundSession,
  isProven,
  type LiveSession,
  touchSession,
} from '#server/owners/sessions.ts';
import { readPosted } from '#server/web/http/body.ts';
import { send, type Problems } from '#server/web/http/http-response.ts';
import { isOwnOrigin } from '#server/web/http/origin.ts';
import type { Shedding } from '#server/web/http/shedding.ts';
import { createOwnerAnswers } from './answer.ts';
import { readBody } from './body.ts';
import { readCookie } from './cookies.ts';
import { doOnce } from './once.ts';
import type { Answer, Ask, InnerRoute, OwnerParts, OwnerRoute } from './route.ts';
import { findOwnerRoute } from './routes.ts';

/** Checked first: under load, reading charts is shed before sign-ups. */
const SHED_READING_AT = 0.4;
/** Milliseconds without a byte until the answer: publishing may take a minute, more than strangers get. */
const ACT_MS = 90_000;
/** For owners' actions, e.g. stopping the launch. */
const SHED_ACTING_AT = 0.75;

type GateDeps = { owner: OwnerParts; siteUrl: string; problems: Problems; shedding: Shedding };
export type Gate = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Guards every row of the owner's API. */
export function createGate({ owner: parts, siteUrl, problems, shedding }: GateDeps): Gate {
  const { refuse, answer } = createOwnerAnswers(siteUrl, problems);

  /** Refuses a request by its headers, before any lookup. Returns whether it did. */
  function isTurnedAway(
    { headers }: IncomingMessage,
    response: ServerResponse,
    { method }: OwnerRoute,
  ): boolean {
    const isAct = method === 'POST';
    if (!isSameOrigin(headers, isAct, siteUrl)) refuse(response, 'foreign-origin');
    else if ((headers['content-encoding'] ?? 'identity') !== 'identity') refuse(response, 'unsupported-type');
    else if (shedding.isTooMuch(isAct ? SHED_ACTING_AT : SHED_READING_AT))
      send(response, shedding.retryLater('overload'));
    else return false;
    return true;
  }

  async function sessionOf({ headers }: IncomingMessage) {
    const token = readCookie(headers.cookie, 'session', siteUrl);
    const now = parts.now();
    const found: FoundSession =
      token === null ? { state: 'none' } : await findSession(parts.write, token, now);
    // A store that cannot write, e.g. on a full disk, is still shown: now more than ever.
    if (found.state === 'live' && headers[BACKGROUND_HEADER] === undefined)
      await touchSession(parts.write, found.session, now).catch(() => {});
    return { token, found };
  }

  /** Reads the body: only JSON that fits the row, without NUL. Returns undefined if it was refused. */
  async function bodyOf(request: IncomingMessage, response: ServerResponse, route: OwnerRoute) {
    if (route.method === 'GET') return { value: {} };
    const posted = await readPosted(request, route.bodyLimit);
    // The request was shed while its body arrived (body-memory-limit).
    if (response.headersSent) return undefined;
    if (posted?.kind !== 'json') return refuse(response, 'unsupported-type');
    const read = readBody(route.body, posted.value);
    if (!read.ok) return refuse(response, 'invalid-fields', [], read.wrong);
    shedding.entered(response);
    return read;
  }

  return async (request, response) => {
    const asked = findOwnerRoute(request.method, request.url ?? '');
    if (asked.kind === 'wrong-method')
      return send(response, problems('method-not-allowed', ['Allow', asked.allow]));
    if (asked.kind !== 'route') return send(response, problems(asked.kind));
    const { route, params } = asked;
    if (isTurnedAway(request, response, route)) return;
    const { token, found } = await sessionOf(request);
    const query = queryOf(request);
    if (route.isPublic) {
      const posted = await bodyOf(request, response, route);
      if (!posted) return;
      const whose = { found, token, ...clientOf(request, parts, siteUrl) };
      return answer(request, response, await route.handle({ ...whose, query, body: posted.value, parts }));
    }
    if (found.state !== 'live') return refuse(response, 'signed-out');
    const refused = await refusalOf(route, found.session, parts);
    if (refused !== null) return refuse(response, refused);
    const posted = await bodyOf(request, response, route);
    if (!posted) return;
    const id = Number(params['id']);
    const ask = { ...insideOf(found.session, parts), params, id, query, body: posted.value, parts };
    await answer(request, response, await act(request, response, route, ask));
  };
}

function act(
  request: IncomingMessage,
  response: ServerResponse,
  route: InnerRoute,
  ask: Ask,
): Promise<Answer> {
  response.setTimeout(ACT_MS);
  return route.method === 'GET' ? route.handle(ask) : doOnce(request, ask, () => route.handle(ask));
}

function insideOf(
  session: LiveSession,
  parts: OwnerParts,
): Pick<Ask, 'owner' | 'isVouched' | 'audit' | 'lacksProof'> {
  const { id, owner } = session;
  const { write, now } = parts;
  return {
    owner: { ...owner, sessionId: id },
    isVouched: session.isVouched,
    lacksProof: (proof) => isProofMissing(proof, session, parts),
    audit: (action, detail = {}) => recordAuditEvent(write, owner, action, detail, now()),
  };
}

async function refusalOf(
  route: InnerRoute,
  session: LiveSession,
  parts: OwnerParts,
): Promise<ProblemCode | null> {
  if (route.method === 'GET') return null;
  if (session.isBefore) return 'signed-out';
  return (await isProofMissing(route.proof, session, parts)) ? 'needs-passkey' : null;
}

async function isProofMissing(
  proof: Proof,
  session: LiveSession,
  { write, now }: OwnerParts,
): Promise<boolean> {
  if (proof === 'never' || isProven(session, now())) return false;
  return proof === 'always' || (await canProve(write, session.owner.id, now()));
}

function clientOf({ headers, socket }: IncomingMessage, { config }: OwnerParts, siteUrl: string) {
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  return {
    browser: readCookie(headers.cookie, 'browser', siteUrl),
    known: readCookie(headers.cookie, 'known', siteUrl),
    network: clientNetwork(socket.remoteAddress, forwarded, config.trustedProxies),
    userAgent: headers['user-agent'],
  };
}

function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  const [, query = ''] = url.split('?', 2);
  return new URLSearchParams(query);
}

/**
 * Only from a page of this site, not from a typed or followed URL. Browsers over plain http, and old ones,
 * send no Sec-Fetch-Site; there a write needs Origin.
 */
function isSameOrigin(headers: IncomingHttpHeaders, isAct: boolean, siteUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin !== undefined) return isOwnOrigin(origin, headers.host, siteUrl);
  return site !== undefined || !isAct;
}
