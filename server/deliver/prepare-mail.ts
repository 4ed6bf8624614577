import type { Kysely } from '#kysely';
import type { Language } from '#contract/language.ts';
import type { MailName, MailValues } from '#contract/mails.ts';
import type { Build } from '#server/base/build.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import type { Job } from '#server/outbox/kind.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Mailer } from './mailer.ts';
import { composeMail, type MailParts } from './message.ts';
import { fillMail } from './templates.ts';

/** What every kind of mail needs. */
export type MailDeps = {
  query: Kysely<Tables>;
  mailer: Mailer;
  /** What is shown now: each mail leaves as the site is then. */
  site: () => Build;
  siteUrl: string;
  mailFrom: string;
};

/** Who gets what is for the owner, and in which language. */
export type OwnerReader = { email: string; language: Language };

/** `ownerReader`: null if there is nobody. */
export type OwnerMailDeps = MailDeps & { ownerReader: () => Promise<OwnerReader | null> };

/** A template, its language and values, and the recipient. */
type Templated<M extends MailName> = {
  template: M;
  language: Language;
  values: MailValues<M>;
} & Pick<MailParts, 'to' | 'replyTo' | 'now' | 'unsubscribeUrl' | 'list' | 'auto'>;

/** Builds the mail of a row; returns a function that sends it. */
export function prepareMail<M extends MailName>(
  { mailer, site, siteUrl, mailFrom }: MailDeps,
  { id, kind }: Pick<Job, 'id' | 'kind'>,
  { template, language, values, ...rest }: Templated<M>,
): () => Promise<Delivery> {
  const words = fillMail(site().templates, template, language, values);
  const mail = composeMail({ ...words, ...rest, kind, id: String(id), siteUrl, from: mailFrom });
  return () => mailer.send(mail);
}
