import type { Kysely } from '#kysely';
import { forEachField } from '#contract/contact.ts';
import type { MailTemplates } from '#contract/mails.ts';
import { localeOf, type Language } from '#contract/language.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Mailer } from '#server/deliver/deliver.ts';
import { composeMail } from '#server/deliver/message.ts';
import { fillMail } from '#server/deliver/templates.ts';
import { HELD } from '#server/outbox/held.ts';
import { KEPT_DAYS, type Kind } from '#server/outbox/kind.ts';
import type { Handler } from '#server/outbox/worker.ts';

export type OwnerMailDeps = {
  query: Kysely<Tables>;
  mailer: Mailer;
  templates: MailTemplates;
  siteUrl: string;
  mailFrom: string;
  ownerEmail: string | null;
  ownerLanguage: Language;
};

export const messageMail: Kind<OwnerMailDeps> = {
  name: 'message',
  about: 'message',
  lane: 'others',
  anHour: 60,
  unknownTries: 1,
  keptDays: KEPT_DAYS,
  toVisitor: false,
  newestOnly: false,
  alarm: 'alarm-mail',
  handler: createMessageMail,
};

/** Passes a contact message on to the owner: from our own address, so that it arrives, answers go to its writer. */
export function createMessageMail(deps: OwnerMailDeps): Handler {
  const { query, mailer, templates, siteUrl, mailFrom, ownerEmail, ownerLanguage } = deps;
  const inWords = new Intl.DateTimeFormat(localeOf(ownerLanguage), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return async ({ id, subject, createdAt }) => {
    if (ownerEmail === null) return { outcome: 'held', reply: HELD.noOwner };
    const row = await query.selectFrom('message').selectAll().where('id', '=', subject).executeTakeFirst();
    if (!row) return { outcome: 'skipped', reply: 'The message is gone.' };
    const receivedAt = `${inWords.format(row.created_at)} UTC`;
    const values = { ...forEachField((field) => row[field] ?? ''), receivedAt };
    const mail = composeMail({
      ...fillMail(templates, 'message', ownerLanguage, values),
      kind: 'message',
      id: String(id),
      siteUrl,
      from: mailFrom,
      to: ownerEmail,
      replyTo: { name: row.name, address: row.email },
      now: createdAt,
      auto: 'auto-generated',
    });
    return () => mailer.send(mail);
  };
}
