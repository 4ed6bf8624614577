import { bookLink } from '#contract/books.ts';
import { FALLBACK_LANGUAGE, isLanguage } from '#contract/language.ts';
import { INTERESTS } from '#contract/subscribe.ts';
import type { BookFiles } from '#server/books/book-files.ts';
import { find } from '#server/list/find.ts';
import { readLinkToken } from '#server/list/link-token.ts';
import type { Handler } from '#server/web/form-post.ts';
import { linkHeaders } from '#server/web/http/headers.ts';
import { createProblems, send } from '#server/web/http/http-response.ts';
import { createDownloads, type DownloadLimits } from './download.ts';
import { createTokenDocuments } from './token-documents.ts';
import type { TokenPagesDeps } from './token-pages.ts';

export type BookLinkDeps = TokenPagesDeps & { bookFiles: BookFiles; limits?: DownloadLimits };

/** Answers the links that give a book. Rejects only when the store cannot be asked. */
export function createBookLink(deps: BookLinkDeps): Handler {
  const { build, siteUrl, secrets, store, now, bookFiles } = deps;
  const downloads = createDownloads(linkHeaders(siteUrl, undefined, 'private, no-store'), deps.limits);
  const page = createTokenDocuments(build, siteUrl);
  const busy = createProblems(siteUrl)('unavailable', ['Retry-After', '60']);

  return async function giveBook(request, response) {
    const asked = new URLSearchParams((request.url ?? '').split('?')[1]);
    const book = INTERESTS.find((interest) => asked.has(bookLink(interest))) ?? 'seo';
    const read = readLinkToken(secrets, bookLink(book), asked.get(bookLink(book)) ?? '', now());
    // The person may have left the list since, but not be erased.
    const kept = read.ok ? await find(store.write, { id: read.subscription }) : null;
    const valid = read.ok && kept !== null && read.isFor(kept.key);
    const file = valid ? bookFiles.fileFor(book, kept.language) : null;
    if (valid && file !== null) {
      if (!(await downloads.send(request, response, file, read.subscription))) send(response, busy);
      return;
    }
    const lang = asked.get('lang');
    const language = isLanguage(lang) ? lang : (valid && kept.language) || FALLBACK_LANGUAGE;
    // Where no book is handed out any more, its page is not there either.
    send(response, page(bookFiles.books.length > 0 ? 'book-expired' : 'expired', language, 410));
  };
}
