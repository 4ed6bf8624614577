import { bookLink } from '#contract/books.ts';
import { localeOf } from '#contract/language.ts';
import { isInterest } from '#contract/subscribe.ts';
import { findRecipient } from '#server/list/find.ts';
import { createLink, LINK_LIFETIME_MS } from '#server/list/link-token.ts';
import { letter } from '#server/deliver/letter.ts';
import { mailTime } from '#server/deliver/message.ts';
import { KEPT_DAYS, type Kind } from '#server/outbox/kind.ts';
import type { Handler } from '#server/outbox/worker.ts';
import type { ConfirmMailDeps } from '#server/list/confirm-mail.ts';
import type { BookFiles } from './book-files.ts';

export type BookMailDeps = ConfirmMailDeps & {
  bookFiles: BookFiles;
};

export const bookMail: Kind<BookMailDeps> = {
  name: 'book',
  about: 'subscription',
  lane: 'others',
  anHour: 300,
  unknownTries: 1,
  keptDays: KEPT_DAYS,
  toVisitor: true,
  newestOnly: false,
  alarm: 'alarm-mail',
  handler: createBookMail,
};

/** Sends the link to a book; not to one who has left or gone meanwhile. */
export function createBookMail(deps: BookMailDeps): Handler {
  const { query, secrets, siteUrl, bookFiles, words, now } = deps;
  return async (job) => {
    const { subject, payload, createdAt } = job;
    const row = await findRecipient(query, subject, 'confirmed');
    if (!row) return { outcome: 'skipped', reply: 'The address has left the list.' };
    const { id: subscription, key, address, language } = row;
    const file = isInterest(payload) ? bookFiles.fileFor(payload, language) : null;
    if (!file || !isInterest(payload))
      return { outcome: 'skipped', reply: 'The book is handed out no more.' };
    const writtenAt = mailTime(createdAt, now());
    const owner = { subscription, key, language, now: writtenAt };
    const purpose = bookLink(payload);
    const end = writtenAt + LINK_LIFETIME_MS[purpose];
    const values = {
      book: file.title,
      language: words[language].languages[file.language],
      kind: file.kind.toUpperCase(),
      until: new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(end),
      bookUrl: createLink(secrets, siteUrl, { purpose, ...owner }),
      unsubscribeUrl: createLink(secrets, siteUrl, { purpose: 'unsubscribe', ...owner }),
      dataUrl: createLink(secrets, siteUrl, { purpose: 'me', ...owner }),
    };
    return letter(deps, job, {
      template: 'book',
      language,
      values,
      to: address,
      now: writtenAt,
      unsubscribeUrl: values.unsubscribeUrl,
      auto: 'auto-replied',
    });
  };
}
