import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { LINK_MS } from '#contract/owner/session.ts';
import { parseAddress } from '#contract/subscribe.ts';
import { withDeadline } from '#server/deadline.ts';
import { findByEmail } from '#server/owners/owners.ts';
import { mailLink } from '#server/owners/sign-in-mail.ts';
import { cookieOf } from '#server/web/owner/cookies.ts';
import { textIn } from '#server/web/owner/asked.ts';
import type { DoorAnswer, Knock, OwnerRoute } from '#server/web/owner/route.ts';
import { tooMany } from './let-in.ts';

export const MAIL_LINK_ROUTES: readonly OwnerRoute[] = [
  {
    method: 'POST',
    path: '/session/mail',
    about:
      'Mails a sign-in link to an owner, without an address to that of the settings. The answer tells nothing.',
    bodyLimit: 4 * 1024,
    enter: mail,
  },
];

/** Whatever is found and stored, the answer takes as long: who measures learns nothing. Milliseconds. */
const ANSWER_MS = 250;

/** The same answer, after the same time, for known and unknown addresses. */
async function mail(knock: Knock): Promise<DoorAnswer> {
  const { body, network, parts } = knock;
  const { config, door } = parts;
  if (config.smtpUrl === null) return { problem: 'not-found' };
  const taken = await door.asked.take(network);
  if (!taken.ok) return tooMany(taken);
  // Else only owners would learn that nothing can be stored.
  if ((await parts.database.readiness()) !== 'stored') return { problem: 'unavailable', retryAfter: 10 };
  const parsed = parseAddress(textIn(body, 'email') || (config.ownerEmail ?? ''));
  const browser = knock.browser ?? randomBytes(32).toString('base64url');
  const sent = parsed.ok ? send(knock, parsed.key, browser) : Promise.resolve();
  await Promise.all([wait(ANSWER_MS), withDeadline(sent, ANSWER_MS, undefined)]);
  const cookie = cookieOf('browser', config.siteUrl, browser, LINK_MS / 1000);
  return { json: { ok: true }, cookies: [cookie] };
}

async function send({ parts }: Knock, email: string, browser: string): Promise<void> {
  const { write, secrets, now, poke } = parts;
  const owner = await findByEmail(write, email);
  if (owner === null) return;
  const link = { owner, now: now(), kind: 'mail', browser } as const;
  await write.transaction().execute((trx) => mailLink(trx, secrets, link));
  poke();
}
