import type { Kysely } from '#kysely';
import type { MailTemplates } from '#contract/mails.ts';
import type { SiteManifest } from '#contract/documents.ts';
import type { TokenState } from '#contract/pages.ts';
import { alsoAskedFor, selectBooks } from './interests.ts';
import type { Tables } from '#server/store/schema.ts';
import { findRecipient } from './find.ts';
import { createLink } from '#server/list/link-token.ts';
import type { Mailer } from '#server/deliver/deliver.ts';
import { composeMail, mailTime } from '#server/deliver/message.ts';
import { fillMail } from '#server/deliver/templates.ts';
import { KEPT_DAYS, type Kind } from '#server/outbox/kind.ts';
import type { Handler } from '#server/outbox/worker.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { REMINDER } from './reminder.ts';

export type ConfirmMailDeps = {
  query: Kysely<Tables>;
  mailer: Mailer;
  templates: MailTemplates;
  secrets: Secrets;
  siteUrl: string;
  mailFrom: string;
  words: SiteManifest['words'];
  /** Milliseconds since 1970. */
  now: () => number;
};

export const confirmMail: Kind<ConfirmMailDeps> = {
  name: 'confirm',
  about: 'subscription',
  lane: 'confirmations',
  // A small site's best day, not a flood.
  anHour: 300,
  // A second mail with the same Message-ID harms nobody.
  unknownTries: 1,
  keptDays: KEPT_DAYS,
  toVisitor: true,
  newestOnly: true,
  alarm: 'alarm-mail',
  handler: createConfirmMail,
};

/** Sends the mail by which a person confirms an address; not to one who has confirmed, left or gone meanwhile. */
export function createConfirmMail(deps: ConfirmMailDeps): Handler {
  const { query, mailer, templates, secrets, siteUrl, mailFrom, words, now } = deps;
  return async ({ id, subject, payload, createdAt }) => {
    const row = await findRecipient(query, subject, 'pending');
    if (!row) return { outcome: 'skipped', reply: 'Nothing is left to confirm.' };

    const { id: subscription, key, address, language } = row;
    const time = mailTime(createdAt, now());
    const link = (purpose: TokenState) =>
      createLink(secrets, siteUrl, { purpose, subscription, key, language, now: time });
    const asked = await selectBooks(query, subscription);
    const books = asked.map(({ product }) => product);
    const values = {
      address,
      also: alsoAskedFor(words, language, books),
      confirmUrl: link('confirm'),
      unsubscribeUrl: link('unsubscribe'),
      dataUrl: link('me'),
    };
    const kind = payload === REMINDER ? 'reminder' : 'confirm';
    const mail = composeMail({
      ...fillMail(templates, values.also === '' ? kind : `${kind}-book`, language, values),
      kind: 'confirm',
      id: String(id),
      siteUrl,
      from: mailFrom,
      to: address,
      now: time,
      unsubscribeUrl: values.unsubscribeUrl,
      auto: payload === REMINDER ? 'auto-generated' : 'auto-replied',
    });
    return () => mailer.send(mail);
  };
}
