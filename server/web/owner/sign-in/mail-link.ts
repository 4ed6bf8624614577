import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { LINK_MS } from '#contract/owner/session.ts';
import { parseAddress } from '#contract/subscribe.ts';
import type { RateTaken } from '#server/abuse/rate.ts';
import { withDeadline } from '#server/base/deadline.ts';
import { readKnownBrowser } from '#server/owners/known-browser.ts';
import { findByEmail } from '#server/owners/owners.ts';
import { mailLink } from '#server/owners/sign-in-mail.ts';
import { cookieOf } from '#server/web/owner/cookies.ts';
import { text } from '#server/web/owner/body.ts';
import {
  NOT_FOUND,
  type PublicAnswer,
  publicPost,
  type PublicRequest,
  type OwnerRoute,
} from '#server/web/owner/route.ts';
import { tooMany } from './let-in.ts';

const MAIL = v.object({ email: v.optional(text(1_000), '') });

export const MAIL_LINK_ROUTES: readonly OwnerRoute[] = [
  publicPost(
    '/session/mail',
    'Emails a sign-in link to an owner; without an address, to OWNER_EMAIL. The answer reveals nothing.',
    mail,
    MAIL,
  ),
];

/** Minimum response time, whatever is found or stored: timing reveals nothing. Milliseconds. */
const ANSWER_MS = 250;

/** The same answer after the same time for known and unknown addresses. */
async function mail(request: PublicRequest<typeof MAIL>): Promise<PublicAnswer> {
  const { body, parts } = request;
  const { config, secrets } = parts;
  if (config.mailRoute.is !== 'server') return NOT_FOUND;
  // Otherwise only owners would learn that nothing can be stored.
  if ((await parts.database.readiness()) !== 'stored') return { problem: 'unavailable', retryAfter: 10 };
  const parsed = parseAddress(body.email || (config.ownerEmail ?? ''));
  const email = parsed.ok ? parsed.key : null;
  const owner = email === null ? null : await findByEmail(parts.write, email);
  const known = readKnownBrowser(secrets, owner ?? 0, request.known);
  const taken = await takeRoom(request, email, known);
  if (!taken.ok) return tooMany(taken);
  const browser = request.browser ?? randomBytes(32).toString('base64url');
  const sent =
    owner === null ? Promise.resolve() : send(request, owner, { browser, isKnown: known !== null });
  await Promise.all([wait(ANSWER_MS), withDeadline(sent, ANSWER_MS, undefined)]);
  const cookie = cookieOf('browser', config.siteUrl, browser, LINK_MS / 1000);
  return { json: { ok: true }, cookies: [cookie] };
}

/**
 * Counts per address, an owner's or not, so that the limit reveals nothing. `known`: a browser in which the
 * owner has signed in; strangers cannot use up its limit. All others share one, a network a part of it.
 */
async function takeRoom(
  { network, parts }: PublicRequest,
  email: string | null,
  known: string | null,
): Promise<RateTaken> {
  const { asked, askedByOne, askedByStrangers } = parts.signInLimits;
  if (known !== null) return askedByOne.take(`${known} ${email}`);
  const ofNetwork = await asked.take(network);
  if (!ofNetwork.ok || email === null) return ofNetwork;
  const ofOne = await askedByOne.take(network, email);
  return ofOne.ok ? askedByStrangers.take(email) : ofOne;
}

async function send(
  { parts }: PublicRequest,
  owner: number,
  asking: { browser: string; isKnown: boolean },
): Promise<void> {
  const { write, secrets, now, poke } = parts;
  const link = { owner, now: now(), kind: 'mail', ...asking } as const;
  await write.transaction().execute((trx) => mailLink(trx, secrets, link));
  poke();
}
