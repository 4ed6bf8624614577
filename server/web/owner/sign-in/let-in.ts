import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from '#kysely';
import { SESSION_LONGEST_MS } from '#contract/owner/session.ts';
import type { FieldProblem } from '#contract/problem.ts';
import type { RateTaken } from '#server/abuse/rate.ts';
import { recordAuditEvent } from '#server/owners/audit-log.ts';
import { knownBrowser, readKnownBrowser } from '#server/owners/known-browser.ts';
import { readOwner } from '#server/owners/owners.ts';
import { agentOf, beginSession, type Begun, endSession, proveSession } from '#server/owners/sessions.ts';
import type { Tables } from '#server/store/schema.ts';
import { cookieOf } from '#server/web/owner/cookies.ts';
import type { PublicAnswer, PublicRequest } from '#server/web/owner/route.ts';

/** Maximum lifetime of cookies in browsers. */
const KNOWN_SECONDS = 400 * 24 * 60 * 60;

/**
 * Starts a new session, whatever cookie the request has; or rotates the token of the same session after a
 * fresh proof.
 */
export async function letIn(
  trx: Transaction<Tables>,
  { found, token: before, known: carried, userAgent, parts }: PublicRequest,
  { owner, begun }: { owner: number; begun: Begun },
): Promise<PublicAnswer> {
  const now = parts.now();
  const { siteUrl } = parts.config;
  const held = found.state === 'live' ? found.session : null;
  if (held !== null && before !== null && held.owner.id === owner && begun === 'proven' && !held.isBefore) {
    const token = await proveSession(trx, { id: held.id, token: before, now });
    const left = Math.ceil((held.createdAt + SESSION_LONGEST_MS - now) / 1000);
    return { json: { ok: true }, cookies: [cookieOf('session', siteUrl, token, left)] };
  }
  if (held !== null) await endSession(trx, { owner: held.owner.id, id: held.id, now });
  const { token } = await beginSession(trx, { owner, agent: agentOf(userAgent), begun, now });
  const { name } = await readOwner(trx, owner);
  await recordAuditEvent(trx, { id: owner, name }, 'signed-in', {}, now);
  const { secrets } = parts;
  const isKnown = readKnownBrowser(secrets, owner, carried) !== null;
  const known = carried !== null && isKnown ? carried : knownBrowser(secrets, owner);
  return {
    json: { ok: true },
    cookies: [
      cookieOf('session', siteUrl, token, SESSION_LONGEST_MS / 1000),
      cookieOf('known', siteUrl, known, KNOWN_SECONDS),
    ],
  };
}

/**
 * Answers a failed attempt, and counts it. Only failures are limited: the right link or passkey signs in,
 * however many others have failed from the same network. `account`: if known.
 */
export async function refuseTry(
  { parts, network }: PublicRequest,
  field: FieldProblem,
  account?: string,
): Promise<PublicAnswer> {
  const { signInLimits } = parts;
  const taken = await signInLimits.wrong.take(network);
  if (!taken.ok) return tooMany(taken);
  if (account !== undefined) await wait(signInLimits.slowdown(account));
  return { problem: 'invalid-fields', fields: [field] };
}

export function tooMany(taken: Exclude<RateTaken, { ok: true }>): PublicAnswer {
  return taken.code === 'limited'
    ? { problem: 'too-many-requests', retryAfter: taken.retryAfterSeconds }
    : { problem: 'unavailable', retryAfter: 10 };
}
