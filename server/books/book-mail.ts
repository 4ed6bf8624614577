import { bookLink } from '#contract/books.ts';
import { dayInWords } from '#contract/time.ts';
import { lifetimeOf } from '#server/list/link-token.ts';
import { KEPT_DAYS, type Kind } from '#server/outbox/kind.ts';
import type { Handler } from '#server/outbox/kind.ts';
import { type ConfirmMailDeps, findRecipient, mailTo, waysOut } from '#server/list/confirm-mail.ts';
import { getsNewsSince } from '#server/list/news.ts';
import { createBookFiles } from './book-files.ts';

export const bookMail: Kind<ConfirmMailDeps> = {
  name: 'book',
  subjectType: 'subscription',
  lane: 'others',
  anHour: 300,
  unknownTries: 1,
  keptDays: KEPT_DAYS,
  // Nobody who has had a book is mailed again that it is out.
  keepsSent: true,
  toVisitor: true,
  newestOnly: false,
  alarm: 'alarm-mail',
  handler: createBookMail,
};

/** Sends the link to a book, unless the person has left or was erased meanwhile. */
export function createBookMail(deps: ConfirmMailDeps): Handler {
  return async (job) => {
    const to = await findRecipient(deps, job, 'confirmed');
    if (!to) return { outcome: 'skipped', reply: 'The address has left the list.' };
    const { language, now, link } = to;
    const book = job.payload;
    const site = deps.site();
    const file = book && createBookFiles(site).fileFor(book, language);
    if (!book || !file) return { outcome: 'skipped', reply: 'The book is handed out no more.' };
    const purpose = bookLink(book);
    const values = {
      book: file.title,
      language: site.manifest.words[language].languages[file.language],
      kind: file.kind.toUpperCase(),
      until: dayInWords(now + lifetimeOf(purpose), language),
      bookUrl: link(purpose),
      newsUrl: (await getsNewsSince(deps.query, to.id)) === null ? link('news') : '',
      ...waysOut(to),
    };
    return mailTo(deps, job, to, { template: 'book', values });
  };
}
