import type { IncomingMessage } from 'node:http';
import { FALLBACK_LANGUAGE, isLanguage, localeOf, type Language } from '#contract/language.ts';
import {
  PATHS,
  soonAddress,
  TOKEN_STATES,
  type ManifestWords,
  type OutcomeState,
  type TokenState,
} from '#contract/pages.ts';
import { isInterest, type Interest } from '#contract/subscribe.ts';
import { alsoAskedFor } from '#server/list/interests.ts';
import { confirm } from '#server/list/confirm.ts';
import { erase } from '#server/list/erase.ts';
import { dataOf, find, type AllKept, type Kept } from '#server/list/find.ts';
import { leave } from '#server/list/leave.ts';
import { readLinkToken } from '#server/list/link-token.ts';
import type { Database } from '#server/store/database.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import type { Handler } from '#server/web/form-post.ts';
import type { Posted } from '#server/web/http/body.ts';
import { linkHeaders, type Headers } from '#server/web/http/headers.ts';
import { responseOf, send, type HttpResponse } from '#server/web/http/http-response.ts';
import type { Build } from '#server/build.ts';
import { createTokenDocuments, type Values } from './token-documents.ts';

export type TokenPagesDeps = {
  build: Build;
  siteUrl: string;
  secrets: Secrets;
  store: Pick<Database, 'kind' | 'write' | 'emptyLog'>;
  /** Those that are handed out. */
  books: readonly Interest[];
  /** Removes the files of an erased person that lie beside the store. */
  onErased: () => Promise<void>;
  now: () => number;
};

/** The pages behind signed links from mails. Reject only when the store cannot be asked. */
export type TokenPages = {
  /** GET and HEAD: shows, changes nothing. Mail scanners open links. */
  show: Handler;
  /** POST: does what the link is for; again without harm. The token alone gives the right, wherever it is sent from. */
  follow: Handler;
};

/** With them the links that give a book. */
export type LinkHandlers = TokenPages & { giveBook: Handler };

export function createTokenPages(deps: TokenPagesDeps): TokenPages {
  const answers = createAnswers(deps);
  return {
    show: async (request, response) =>
      send(response, await pageOf(deps, answers, await findOwner(deps, request))),
    follow: async (request, response, posted) =>
      send(response, await followed(deps, answers, request, posted, await findOwner(deps, request))),
  };
}

type Answers = ReturnType<typeof createAnswers>;

function createAnswers({ build, siteUrl }: TokenPagesDeps) {
  const page = createTokenDocuments(build, siteUrl);
  const common = linkHeaders(siteUrl);
  const seeOther = (location: string) => responseOf(303, [...common, 'Location', location]);
  return {
    page,
    expired: (language: Language) => page('expired', language, 410),
    seeOther,
    outcome: (state: OutcomeState, language: Language) => seeOther(soonAddress(state, language)),
    nothing: responseOf(200, common),
    download: (data: AllKept | null) => download(common, data),
  };
}

async function pageOf(
  { build, store }: TokenPagesDeps,
  { page, expired, outcome }: Answers,
  { purpose, language, valid }: Found,
): Promise<HttpResponse> {
  const shown = purpose === 'unsubscribe' ? valid?.there : valid?.kept;
  // Unsubscribing from what is kept no more is done already, and may be said again.
  if (valid !== null && !shown && purpose === 'unsubscribe') return outcome('unsubscribed', language);
  if (valid === null || !shown) return expired(language);
  // Nothing is left to press: what is so is said.
  if (purpose === 'confirm' && shown.state !== 'pending') {
    return outcome(shown.state === 'confirmed' ? 'confirmed' : 'unsubscribed', language);
  }
  const data = purpose === 'unsubscribe' ? null : await dataOf(store.write, shown.id);
  const { words } = build.manifest;
  return page(purpose, language, 200, (one) => valuesOf(valid.token, shown, data, one, words));
}

async function followed(
  deps: TokenPagesDeps,
  answers: Answers,
  request: IncomingMessage,
  posted: Posted | undefined,
  { purpose, language, valid }: Found,
): Promise<HttpResponse> {
  if (valid === null) return answers.expired(language);
  const { kept, there } = valid;
  const { write } = deps.store;
  const fields = posted?.kind === 'form' ? posted.value : {};
  if (purpose === 'confirm') {
    if (kept === null) return answers.outcome('expired', language);
    const isConfirmed = await confirm(write, kept.id, deps.now(), deps.books);
    return answers.outcome(isConfirmed ? 'confirmed' : 'unsubscribed', language);
  }
  if (purpose === 'unsubscribe') {
    if (there !== null) await leave(write, there.id, deps.now());
    // A mail program's one click (RFC 8058) wants no page and follows no redirect, whatever it says to accept.
    const isBrowser = !('List-Unsubscribe' in fields) && request.headers.accept?.includes('text/html');
    return isBrowser ? answers.outcome('unsubscribed', language) : answers.nothing;
  }
  if (fields['do'] === 'erase') {
    // Once more where nothing is left, e.g. by the back button, it is as true.
    if (there !== null) await eraseAll(deps, there.key);
    return answers.outcome('erased', language);
  }
  if (kept === null) return answers.expired(language);
  if (fields['do'] === 'export') return answers.download(await dataOf(write, kept.id));
  return answers.seeOther(request.url ?? PATHS.soon);
}

async function eraseAll({ store, now, onErased }: TokenPagesDeps, key: string): Promise<void> {
  await erase(store, key, now());
  await onErased();
}

type Found = {
  purpose: TokenState;
  language: Language;
  /**
   * Null when the token is none of ours, too old, or its number is somebody else's now; `kept` is null when what it
   * was for is gone. `there`: the same, or what is kept of that address since.
   */
  valid: { token: string; kept: Kept | null; there: Kept | null } | null;
};

async function findOwner(
  { secrets, store, now }: TokenPagesDeps,
  { url = '' }: IncomingMessage,
): Promise<Found> {
  const asked = new URLSearchParams(url.split('?')[1]);
  const purpose = TOKEN_STATES.find((state) => asked.has(state)) ?? 'confirm';
  const token = asked.get(purpose) ?? '';
  const read = readLinkToken(secrets, purpose, token, now());
  const owner = read.ok ? await find(store.write, { id: read.subscription }) : null;
  const kept = read.ok && owner !== null && read.isFor(owner.key) ? owner : null;
  // Erased or forgotten, and there again: to leave and to erase are about the address, and must not be in vain.
  const key = read.ok && kept === null && purpose !== 'confirm' ? read.key : null;
  const anew = key === null ? null : await find(store.write, { key });
  const lang = asked.get('lang');
  const language = isLanguage(lang) ? lang : (kept?.language ?? FALLBACK_LANGUAGE);
  const valid = kept !== null || anew !== null || (read.ok && owner === null);
  return { purpose, language, valid: valid ? { token, kept, there: kept ?? anew } : null };
}

function valuesOf(
  token: string,
  kept: Kept,
  data: AllKept | null,
  language: Language,
  words: Record<Language, ManifestWords>,
): Values {
  const { states, languages } = words[language];
  const books = data?.interests.map(({ product }) => product).filter(isInterest) ?? [];
  return {
    TOKEN: token,
    ADDRESS: kept.address,
    STATE: states[kept.state],
    LANGUAGE: languages[kept.language],
    SINCE: new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
      kept.created_at,
    ),
    CONSENT: kept.consent_text ?? '–',
    SOURCE: kept.utm_source ?? kept.referrer ?? kept.path ?? '–',
    ALSO: alsoAskedFor(words, language, books),
    BOOKS: String(books.length),
    MESSAGES: String(data?.messages.length ?? 0),
  };
}

function download(common: Headers, data: AllKept | null): HttpResponse {
  const headers = [
    ...common,
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Disposition',
    'attachment; filename="my-data.json"',
  ];
  return responseOf(200, headers, Buffer.from(`${JSON.stringify(data, null, 2)}\n`));
}
