import { alsoAskedFor, selectBooks } from './interests.ts';
import { createLink, type LinkPurpose } from './link-token.ts';
import { prepareMail, type MailDeps } from '#server/deliver/prepare-mail.ts';
import { mailTime } from '#server/deliver/message.ts';
import { KEPT_DAYS, type Kind } from '#server/outbox/kind.ts';
import type { Job } from '#server/outbox/kind.ts';
import type { Handler } from '#server/outbox/kind.ts';
import type { SubscriptionTable } from '#server/store/schema.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
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
    const to = await findRecipient(deps, job, 'pending');
    if (!to) return { outcome: 'skipped', reply: 'Nothing is left to confirm.' };
    const { id, address, language, now, link } = to;
    const asked = await selectBooks(deps.query, id);
    const books = asked.map(({ product }) => product);
    const values = {
      address,
      also: alsoAskedFor(deps.site().manifest.words, language, books),
      confirmUrl: link('confirm'),
      unsubscribeUrl: link('unsubscribe'),
      dataUrl: link('me'),
    };
    const kind = job.payload === REMINDER ? 'reminder' : 'confirm';
    const send = prepareMail(deps, job, {
      template: values.also === '' ? kind : `${kind}-book`,
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
