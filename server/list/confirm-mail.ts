import { NEWS } from '#contract/newsletter.ts';
import { askedBy, askedFor } from './interests.ts';
import { createLink, type LinkPurpose } from './link-token.ts';
import { prepareMail, type MailDeps } from '#server/deliver/prepare-mail.ts';
import { mailTime } from '#server/deliver/message.ts';
import { KEPT_DAYS, type Kind } from '#server/outbox/kind.ts';
import type { Job } from '#server/outbox/kind.ts';
import type { Handler } from '#server/outbox/kind.ts';
import type { SubscriptionTable } from '#server/store/schema.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { getsNewsSince } from './news.ts';
import { REMINDER } from './reminder.ts';
import { sendOrGiveUp } from './undeliverable.ts';

export type ConfirmMailDeps = MailDeps & {
  secrets: Secrets;
  /** Milliseconds since 1970. */
  now: () => number;
};

export const confirmMail: Kind<ConfirmMailDeps> = {
  name: 'confirm',
  subjectType: 'subscription',
  lane: 'confirmations',
  // The best hour of a small site, not a flood.
  anHour: 300,
  // A second mail with the same Message-ID does no harm.
  unknownTries: 1,
  keptDays: KEPT_DAYS,
  toVisitor: true,
  newestOnly: true,
  alarm: 'alarm-mail',
  handler: createConfirmMail,
};

/** Sends the confirmation mail, unless the person has confirmed, left or been erased meanwhile. */
export function createConfirmMail(deps: ConfirmMailDeps): Handler {
  return async (job) => {
    if (job.payload === NEWS) return askNews(deps, job);
    const to = await findRecipient(deps, job, 'pending');
    if (!to) return { outcome: 'skipped', reply: 'Nothing is left to confirm.' };
    const { id, address, language, now, link } = to;
    const values = {
      address,
      asked: askedFor(deps.site().manifest.words, language, await askedBy(deps.query, id)),
      confirmUrl: link('confirm'),
      unsubscribeUrl: link('unsubscribe'),
      dataUrl: link('me'),
    };
    const kind = job.payload === REMINDER ? 'reminder' : 'confirm';
    const send = prepareMail(deps, job, {
      template: kind,
      language,
      values,
      to: address,
      now,
      unsubscribeUrl: values.unsubscribeUrl,
      auto: kind === 'reminder' ? 'auto-generated' : 'auto-replied',
    });
    return sendOrGiveUp(deps, to.id, send);
  };
}

/** Asks a confirmed person whether they want the newsletter, unless they get it by now or there is none. */
async function askNews(deps: ConfirmMailDeps, job: Job): ReturnType<Handler> {
  const to = await findRecipient(deps, job, 'confirmed');
  if (!to) return { outcome: 'skipped', reply: 'The address has left the list.' };
  if ((deps.site().manifest.newsletter ?? null) === null || (await getsNewsSince(deps.query, to.id)) !== null)
    return { outcome: 'skipped', reply: 'Nothing is left to ask.' };
  const { address, language, now, link } = to;
  const values = {
    address,
    newsUrl: link('news'),
    unsubscribeUrl: link('unsubscribe'),
    dataUrl: link('me'),
  };
  const send = prepareMail(deps, job, {
    template: 'ask-news',
    language,
    values,
    to: address,
    now,
    unsubscribeUrl: values.unsubscribeUrl,
    auto: 'auto-replied',
  });
  return sendOrGiveUp(deps, to.id, send);
}

/** Returns a mail's recipient, date and links; null if their state has changed, or for suspected bots. */
export async function findRecipient(
  { query, secrets, siteUrl, now: clock }: ConfirmMailDeps,
  { subjectId: subject, createdAt }: Job,
  state: SubscriptionTable['state'],
) {
  const row = await query
    .selectFrom('subscription')
    .select(['id', 'key', 'address', 'language'])
    .where('id', '=', subject)
    .where('state', '=', state)
    .where('suspect', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const now = mailTime(createdAt, clock());
  const { id: subscription, key, language } = row;
  const link = (purpose: LinkPurpose) =>
    createLink(secrets, siteUrl, { purpose, subscription, key, language, now });
  return { ...row, now, link };
}
