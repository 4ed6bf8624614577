import type { IncomingMessage } from 'node:http';
import { bookOf, isBookId, isBookLink, type BookId } from '#contract/books.ts';
import { isLanguage, localeOf, type Language } from '#contract/language.ts';
import { NEWS } from '#contract/newsletter.ts';
import { PATHS, soonAddress, isTokenState, type OutcomeState, type TokenState } from '#contract/pages.ts';
import { hasNewsletter, type ManifestWords } from '#contract/documents.ts';
import { dayInWords } from '#contract/time.ts';
import { createBookFiles } from '#server/books/book-files.ts';
import type { Build } from '#server/base/build.ts';
import { confirm } from '#server/list/confirm.ts';
import { erase } from '#server/list/erase.ts';
import { dataOf, find, type AllKept, type SubscriberRecord } from '#server/list/find.ts';
import { askedBy, askedFor } from '#server/list/interests.ts';
import { leave } from '#server/list/leave.ts';
import { createLink, readLinkToken, type LinkPurpose } from '#server/list/link-token.ts';
import { type Choices, choicesOf, endTopics } from '#server/list/choices.ts';
import { getsNewsSince, joinNews } from '#server/list/news.ts';
import { createIsShown } from '#server/list/shown-words.ts';
import { stateOf } from '#server/list/undeliverable.ts';
import type { Database } from '#server/store/database.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import type { RequestHandler } from '#server/web/form-post.ts';
import { linkHeaders } from '#server/base/headers.ts';
import { createProblems, responseOf, send, type HttpResponse } from '#server/web/http/http-response.ts';
import { languageOf, type DefaultLanguage } from '#server/web/pages/default-language.ts';
import { createDocuments, type PlaceholderValues } from '#server/web/pages/documents.ts';
import type { Download } from './download.ts';
import { readShownAt, shownAt } from './shown-at.ts';

type TokenPagesDeps = {
  build: Build;
  siteUrl: string;
  defaultLanguage: DefaultLanguage;
  secrets: Secrets;
  store: Pick<Database, 'kind' | 'write' | 'emptyLog'>;
  download: Download;
  /** Removes an erased person's files beside the store. */
  onErased: () => Promise<void>;
  now: () => number;
};

/** Handlers of the signed links in mails. They reject only if the store or a file cannot be read. */
export type TokenPages = {
  /** GET and HEAD: shows a page, changes nothing. Mail scanners open links. */
  show: RequestHandler;
  /** POST: does what the link is for; safe to repeat. The token alone authorises it, from any origin. */
  follow: RequestHandler;
  giveBook: RequestHandler;
};

export function createTokenPages(deps: TokenPagesDeps): TokenPages {
  const { build, store, siteUrl, download, secrets, now } = deps;
  const bookFiles = createBookFiles(build);
  const answers = createAnswers(deps);
  const press = createVerbs(deps, answers, bookFiles.books);
  const busy = createProblems(siteUrl)('unavailable', ['Retry-After', '60']);

  /** `asks`: to press again. */
  async function show(link: Link<TokenState>, asks = false) {
    const { purpose, token, language, isOurs, kept, there, wasConfirmed } = link;
    const shown = purpose === 'unsubscribe' ? there : kept;
    // Unsubscribing a deleted address is already done, and may be confirmed again.
    if (isOurs && !shown && purpose === 'unsubscribe') return answers.outcome('unsubscribed', language);
    if (shown === null) return answers.page('expired', language, 410);
    // Nothing is left to confirm: the current state is shown.
    if (purpose === 'confirm' && shown.state !== 'pending') {
      return answers.outcome(shown.state === 'confirmed' ? 'confirmed' : 'unsubscribed', language);
    }
    const choices = await choicesOf(store.write, shown.id);
    if (purpose === 'news') {
      if (shown.state !== 'confirmed' || !hasNewsletter(build.manifest))
        return answers.page('expired', language, 410);
      if (choices.news !== null) return answers.outcome('joined', language);
    }
    const data = purpose === 'unsubscribe' ? null : await dataOf(store.write, shown);
    const asked = purpose === 'confirm' ? await askedBy(store.write, shown.id) : null;
    const { words } = build.manifest;
    return answers.page(purpose, language, 200, (one) => ({
      ...valuesOf(token, shown, data, one, words),
      ...(purpose !== 'confirm' && choiceValues(choices, data, one, words[one])),
      ASKED: asked === null ? '' : askedFor(words, one, asked),
      CONFIRMED: wasConfirmed ? 'yes' : '',
      SHOWN: shownAt(secrets, token, now(), asks),
      ONCE: asks && purpose !== 'unsubscribe' ? words[one].once[purpose] : '',
    }));
  }

  /**
   * Whether the page has to ask for another press: programs that check mails press buttons, too, at once or without
   * the page's form. What cannot be undone is asked for twice anyway.
   */
  function asksAgain({ purpose, token, kept }: Link<TokenState>, { shown, do: wanted }: Fields): boolean {
    if (kept === null || purpose === 'unsubscribe' || (purpose === 'me' && wanted !== 'erase')) return false;
    if (purpose === 'confirm' && kept.state !== 'pending') return false;
    const { isSlow, wasAsked } = readShownAt(secrets, token, shown, now());
    return !isSlow || (purpose === 'me' && !wasAsked);
  }

  return {
    show: async (request, response) =>
      send(response, await show(await openLink(deps, request, isTokenState))),
    async follow(request, response, posted) {
      const link = await openLink(deps, request, isTokenState);
      const fields = posted?.kind === 'form' ? posted.value : {};
      if (!link.isOurs) send(response, answers.page('expired', link.language, 410));
      else if (asksAgain(link, fields)) send(response, await show(link, true));
      else send(response, await press[link.purpose](link, fields, request));
    },
    async giveBook(request, response) {
      // The person may have unsubscribed since, but must not be erased.
      const { purpose, language, kept } = await openLink(deps, request, isBookLink);
      const book = bookOf(purpose);
      const file = book && kept && bookFiles.fileFor(book, kept.language);
      // If no book is available any more, the book page is missing too.
      const state = bookFiles.books.length > 0 ? 'book-expired' : 'expired';
      if (!file) send(response, answers.page(state, language, 410));
      else if (!(await download(request, response, file, kept.id))) send(response, busy);
    },
  };
}

type Answers = ReturnType<typeof createAnswers>;

function createAnswers({ build, siteUrl, defaultLanguage }: TokenPagesDeps) {
  const common = linkHeaders(siteUrl);
  const seeOther = (location: string) => responseOf(303, [...common, 'Location', location]);
  return {
    page: createDocuments(build, siteUrl, defaultLanguage).filled,
    seeOther,
    outcome: (state: OutcomeState, language: Language) => seeOther(soonAddress(state, language)),
    nothing: responseOf(200, common),
    data(data: AllKept) {
      const type = ['Content-Type', 'application/json; charset=utf-8'];
      const name = ['Content-Disposition', 'attachment; filename="my-data.json"'];
      const body = Buffer.from(`${JSON.stringify(data, null, 2)}\n`);
      return responseOf(200, [...common, ...type, ...name], body);
    },
  };
}

type Fields = Record<string, string>;
type Verb = (link: Link<TokenState>, fields: Fields, request: IncomingMessage) => Promise<HttpResponse>;

/** The actions of each page's button. */
function createVerbs(
  { build, store, secrets, now, onErased }: TokenPagesDeps,
  { page, seeOther, outcome, nothing, data }: Answers,
  books: readonly BookId[],
): Record<TokenState, Verb> {
  const { write } = store;
  const { welcome } = build.manifest;
  const isShown = createIsShown(write, build.manifest.consentTexts);
  const leaveOnlyNews = async (id: number): Promise<OutcomeState> =>
    (await endTopics(write, id, [NEWS], now())) ? 'stopped' : 'unsubscribed';
  /** Ends what one row is about. The launch is the list itself. Null: what is left is shown. */
  async function stop(id: number, of: string | undefined): Promise<OutcomeState | null> {
    if (of !== 'launch' && of !== 'books') return leaveOnlyNews(id);
    if (of === 'launch') await leave(write, id, now());
    else if (await endTopics(write, id, (await choicesOf(write, id)).books, now())) return null;
    return 'unsubscribed';
  }
  return {
    async confirm({ kept, language }) {
      if (kept === null) return outcome('expired', language);
      const isConfirmed = await confirm(write, kept.id, now(), { books, welcome });
      if (!isConfirmed) return outcome('unsubscribed', language);
      if ((await getsNewsSince(write, kept.id)) !== null) return outcome('joined', language);
      if (!hasNewsletter(build.manifest)) return outcome('confirmed', language);
      const { id: subscription, key } = kept;
      const asking = createLink(secrets, '', { purpose: 'news', subscription, key, language, now: now() });
      return seeOther(`${asking}&${CONFIRMED}`);
    },
    async news({ kept, language }, { consent = '' }) {
      if (kept === null || !hasNewsletter(build.manifest)) return page('expired', language, 410);
      const version = (await isShown(consent, language)) ? consent : null;
      const isIn = await joinNews(write, kept.id, { version, language, welcome }, now());
      return isIn ? outcome('joined', language) : page('expired', language, 410);
    },
    async unsubscribe({ there, language }, fields, { headers, url = '' }) {
      const of = fields.of ?? new URLSearchParams(url.split('?')[1]).get('of');
      let left: OutcomeState = 'unsubscribed';
      if (there !== null && of === NEWS) left = await leaveOnlyNews(there.id);
      else if (there !== null) await leave(write, there.id, now());
      // A one-click unsubscribe (RFC 8058) needs no page and follows no redirect, whatever its Accept says.
      const isBrowser = !('List-Unsubscribe' in fields) && headers.accept?.includes('text/html');
      return isBrowser ? outcome(left, language) : nothing;
    },
    async me({ kept, there, language }, { do: wanted, of }, { url = PATHS.soon }) {
      if (wanted === 'erase') {
        // A repeat, e.g. by the back button, is still true.
        if (there !== null) {
          await erase(store, there.key, now());
          await onErased();
        }
        return outcome('erased', language);
      }
      if (kept === null) return page('expired', language, 410);
      const left = wanted === 'stop' ? await stop(kept.id, of) : null;
      if (left !== null) return outcome(left, language);
      return wanted === 'export' ? data(await dataOf(write, kept)) : seeOther(url);
    },
  };
}

type Link<Purpose> = {
  purpose: Purpose;
  token: string;
  language: Language;
  /** False if the token is invalid, expired, or its id now belongs to somebody else. */
  isOurs: boolean;
  /** Null if the person it was for is deleted. */
  kept: SubscriberRecord | null;
  /** The same, or the current person with that address. */
  there: SubscriberRecord | null;
  /** Whether this page follows the confirmation of the address. */
  wasConfirmed: boolean;
};

const CONFIRMED = 'confirmed';

async function openLink<Purpose extends LinkPurpose>(
  { secrets, store, now, defaultLanguage }: TokenPagesDeps,
  { url = '', headers }: IncomingMessage,
  isAsked: (name: string) => name is Purpose,
): Promise<Link<Purpose>> {
  const asked = new URLSearchParams(url.split('?')[1]);
  const purpose = [...asked.keys()].find(isAsked);
  if (purpose === undefined) throw new Error('the table of routes lets in no other address');
  const token = asked.get(purpose) ?? '';
  const read = readLinkToken(secrets, purpose, token, now());
  const owner = read.ok ? await find(store.write, { id: read.subscription }) : null;
  const kept = read.ok && owner?.key === read.key ? owner : null;
  // Deleted, and signed up again: unsubscribing and erasing are about the address, and must still work.
  const isOfAddress = purpose === 'unsubscribe' || purpose === 'me';
  const key = read.ok && kept === null && isOfAddress ? read.key : null;
  const there = key === null ? kept : await find(store.write, { key });
  const lang = asked.get('lang');
  const language = isLanguage(lang) ? lang : (kept?.language ?? languageOf(null, headers, defaultLanguage));
  const isOurs = there !== null || (read.ok && owner === null);
  return { purpose, token, language, isOurs, kept, there, wasConfirmed: asked.has(CONFIRMED) };
}

function valuesOf(
  token: string,
  kept: SubscriberRecord,
  data: AllKept | null,
  language: Language,
  words: Record<Language, ManifestWords>,
): PlaceholderValues {
  const { states, languages } = words[language];
  const books = data?.interests.map(({ product }) => product).filter(isBookId) ?? [];
  return {
    TOKEN: token,
    ADDRESS: kept.address,
    STATE: states[stateOf(kept)],
    LANGUAGE: languages[kept.language],
    SINCE: dayInWords(kept.created_at, language),
    CONSENT: kept.consent_text ?? '–',
    SOURCE: kept.utm_source ?? kept.referrer ?? kept.path ?? '–',
    BOOKS: String(books.length),
    MESSAGES: String(data?.messages.length ?? 0),
  };
}

/** What they still get, and when they were emailed about the launch. */
function choiceValues(
  { launch, books, news }: Choices,
  data: AllKept | null,
  language: Language,
  { book: quoted, books: titles }: ManifestWords,
): PlaceholderValues {
  const told = data?.announcements.find(({ purpose, state }) => purpose === 'launch' && state === 'sent');
  const names = books.map((book) => quoted.replace('%BOOK%', () => titles[book] ?? book));
  const values = {
    NEWS: news === null ? '' : dayInWords(news, language),
    WAITING: new Intl.ListFormat(localeOf(language)).format(names),
    LAUNCH: launch ? 'yes' : '',
    TOLD: launch || told === undefined ? '' : dayInWords(Date.parse(String(told['at'])), language),
  };
  return { ...values, GETS: Object.values(values).join('') };
}
