import type { IncomingMessage, ServerResponse } from 'node:http';
import { bookLink } from '#contract/books.ts';
import { isLanguage } from '#contract/language.ts';
import { isBookLink } from '#contract/links.ts';
import { INTERESTS } from '#contract/subscribe.ts';
import { send, type Problems } from '#server/web/http/http-response.ts';
import { securityHeaders } from '#server/web/http/headers.ts';
import { find } from '#server/list/find.ts';
import { readLinkToken } from '#server/list/link-token.ts';
import {
  createTokenDocuments,
  type LinkPages,
  type LinkPagesDeps,
} from '#server/web/token-pages/token-pages.ts';
import { createDownloads, type DownloadLimits } from './download.ts';
import type { Shelf } from '#server/books/shelf.ts';

export type BookLinksDeps = LinkPagesDeps & { shelf: Shelf; problems: Problems; limits?: DownloadLimits };

/** Answers the links that give a book, and passes all others on to `pages`. */
export function createBookLinks(deps: BookLinksDeps, pages: LinkPages): LinkPages {
  const { build, siteUrl, secrets, store, now, shelf, problems } = deps;
  const downloads = createDownloads(
    [
      ...securityHeaders(siteUrl, undefined, 'no-referrer'),
      'Cache-Control',
      'private, no-store',
      'X-Robots-Tag',
      'noindex, nofollow',
    ],
    deps.limits,
  );
  const page = createTokenDocuments(build, siteUrl);
  const wrongMethod = problems('method-not-allowed', { headers: ['Allow', 'GET, HEAD'] });
  const busy = problems('unavailable', { headers: ['Retry-After', '60'] });

  /** The person may have left the list since, but not be erased. */
  async function give(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URLSearchParams((request.url ?? '').split('?')[1]);
    const book = INTERESTS.find((interest) => asked.has(bookLink(interest))) ?? 'seo';
    const read = readLinkToken(secrets, bookLink(book), asked.get(bookLink(book)) ?? '', now());
    const kept = read.ok ? await find(store.query, { id: read.subscription }) : null;
    const valid = read.ok && kept !== null && read.isFor(kept.key);
    const file = valid ? shelf.fileFor(book, kept.language) : null;
    if (valid && file !== null) {
      if (!(await downloads.send(request, response, file, read.subscription))) send(response, busy);
      return;
    }
    const lang = asked.get('lang');
    const language = isLanguage(lang) ? lang : (valid && kept.language) || 'en';
    // Where no book is handed out any more, its page is not there either.
    send(response, page(shelf.books.length > 0 ? 'book-expired' : 'expired', language, 410));
  }

  return {
    show: (request, response) =>
      isBookLink(request.url ?? '') ? give(request, response) : pages.show(request, response),
    async act(request, response, posted) {
      if (!isBookLink(request.url ?? '')) return pages.act(request, response, posted);
      send(response, wrongMethod);
    },
  };
}
