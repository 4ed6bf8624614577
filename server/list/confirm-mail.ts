import { hasNewsletter } from '#contract/documents.ts';
import type { MailName, MailValues } from '#contract/mails.ts';
import { NEWS } from '#contract/newsletter.ts';
import { askedBy, askedFor } from './interests.ts';
import { createLink, type LinkPurpose } from './link-token.ts';
import { prepareMail, type MailDeps } from '#server/deliver/prepare-mail.ts';
import { type MailParts, mailTime } from '#server/deliver/message.ts';
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
    const { id, address, language, link } = to;
    const asked = askedFor(deps.site().manifest.words, language, await askedBy(deps.query, id));
    const values = { address, asked, confirmUrl: link('confirm'), ...waysOut(to) };
    return job.payload === REMINDER
      ? mailTo(deps, job, to, { template: 'reminder', values, auto: 'auto-generated' })
      : mailTo(deps, job, to, { template: 'confirm', values });
  };
}

/** Asks a confirmed person whether they want the newsletter, unless they get it by now or there is none. */
async function askNews(deps: ConfirmMailDeps, job: Job): ReturnType<Handler> {
  const to = await findRecipient(deps, job, 'confirmed');
  if (!to) return { outcome: 'skipped', reply: 'The address has left the list.' };
  if (!hasNewsletter(deps.site().manifest) || (await getsNewsSince(deps.query, to.id)) !== null)
    return { outcome: 'skipped', reply: 'Nothing is left to ask.' };
  const { address, link } = to;
  const values = { address, newsUrl: link('news'), ...waysOut(to) };
  return mailTo(deps, job, to, { template: 'ask-news', values });
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

type MailRecipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

/** The links below each mail to a visitor. */
export function waysOut({ link }: MailRecipient) {
  return { unsubscribeUrl: link('unsubscribe'), dataUrl: link('me') };
}

type Templated<M extends MailName> = {
  template: M;
  values: MailValues<M> & { unsubscribeUrl: string };
} & Partial<Pick<MailParts, 'auto' | 'list'>>;

/** Mails it to them. `auto`: by default it responds to what they did. */
export async function mailTo<M extends MailName>(
  deps: ConfirmMailDeps,
  job: Job,
  { id, address, language, now }: MailRecipient,
  { auto = 'auto-replied', ...mail }: Templated<M>,
): ReturnType<Handler> {
  const about = { language, to: address, now, unsubscribeUrl: mail.values.unsubscribeUrl, auto };
  return sendOrGiveUp(deps, id, prepareMail(deps, job, { ...mail, ...about }));
}
