import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLanguage, localeOf, type Language } from '#contract/language.ts';
import {
  PATHS,
  soonAddress,
  TOKEN_STATES,
  type ManifestWords,
  type OutcomeState,
  type Placeholder,
  type TokenState,
} from '#contract/pages.ts';
import { type Interest, isInterest } from '#contract/subscribe.ts';
import { alsoAskedFor } from '#server/books/asked.ts';
import { responseOf, send, type HttpResponse } from '#server/web/http/http-response.ts';
import type { Posted } from '#server/web/http/body.ts';
import { NO_STORE, securityHeaders, type Headers } from '#server/web/http/headers.ts';
import type { Build } from '#server/web/pages/build.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { confirm } from '#server/list/confirm.ts';
import { erasePerson } from '#server/list/erasure.ts';
import { type AllKept, dataOf, find as findPerson, type Kept } from '#server/list/find.ts';
import { leave } from '#server/list/leave.ts';
import type { Database } from '#server/store/database.ts';
import { readLinkToken } from '#server/list/link-token.ts';

export type LinkPagesDeps = {
  build: Build;
  siteUrl: string;
  secrets: Secrets;
  store: Pick<Database, 'kind' | 'query' | 'emptyLog'>;
  /** Those that are handed out. */
  books: readonly Interest[];
  /** Does away with what lies beside the store of who was erased. */
  onErased: () => Promise<void>;
  now: () => number;
};

/** The pages behind signed links from mails. Reject only when the store cannot be asked. */
export type LinkPages = {
  /** GET and HEAD: shows, changes nothing. Mail scanners open links. */
  show(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** POST: does what the link is for; again without harm. The token alone gives the right, wherever it is sent from. */
  act(request: IncomingMessage, response: ServerResponse, posted: Posted | undefined): Promise<void>;
};

export function createLinkPages(deps: LinkPagesDeps): LinkPages {
  const { build, siteUrl, secrets, store, books: handedOut, onErased, now } = deps;
  const { query } = store;
  const common = [
    ...securityHeaders(siteUrl, undefined, 'no-referrer'),
    ...NO_STORE,
    'X-Robots-Tag',
    'noindex, nofollow',
  ];
  const { words } = build.manifest;
  const page = createTokenDocuments(build, siteUrl);

  async function find(request: IncomingMessage): Promise<Found> {
    const asked = new URLSearchParams((request.url ?? '').split('?')[1]);
    const purpose = TOKEN_STATES.find((state) => asked.has(state)) ?? 'confirm';
    const token = asked.get(purpose) ?? '';
    const read = readLinkToken(secrets, purpose, token, now());
    const owner = read.ok ? await findPerson(query, { id: read.subscription }) : null;
    const kept = read.ok && owner !== null && read.isFor(owner.key) ? owner : null;
    // Erased or forgotten, and there again: to leave and to erase are about the address, and must not be in vain.
    const key = read.ok && kept === null && purpose !== 'confirm' ? read.key : null;
    const anew = key === null ? null : await findPerson(query, { key });
    const lang = asked.get('lang');
    const language = isLanguage(lang) ? lang : (kept?.language ?? 'en');
    const valid = kept !== null || anew !== null || (read.ok && owner === null);
    return { purpose, language, valid: valid ? { token, kept, there: kept ?? anew } : null };
  }

  function seeOther(state: OutcomeState, language: Language): HttpResponse {
    return responseOf(303, [...common, 'Location', soonAddress(state, language)]);
  }

  async function show(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { purpose, language, valid } = await find(request);
    const shown = purpose === 'unsubscribe' ? valid?.there : valid?.kept;
    // Unsubscribing from what is kept no more is done already, and may be said again.
    if (valid !== null && !shown && purpose === 'unsubscribe') {
      return send(response, seeOther('unsubscribed', language));
    }
    if (valid === null || !shown) return send(response, page('expired', language, 410));
    // Nothing is left to press: what is so is said.
    if (purpose === 'confirm' && shown.state !== 'pending') {
      return send(response, seeOther(shown.state === 'confirmed' ? 'confirmed' : 'unsubscribed', language));
    }
    const { token } = valid;
    const data = purpose === 'unsubscribe' ? null : await dataOf(query, shown.id);
    const books = data?.interests.map(({ product }) => product).filter(isInterest) ?? [];
    const valuesIn = (one: Language): Values => ({
      ...valuesOf(token, shown, one, words[one]),
      ALSO: alsoAskedFor(words, one, books),
      BOOKS: String(books.length),
      MESSAGES: String(data?.messages.length ?? 0),
    });
    send(response, page(purpose, language, 200, valuesIn));
  }

  async function act(
    request: IncomingMessage,
    response: ServerResponse,
    posted: Posted | undefined,
  ): Promise<void> {
    const { purpose, language, valid } = await find(request);
    if (valid === null) return send(response, page('expired', language, 410));
    const { kept, there } = valid;
    if (purpose === 'confirm') {
      const confirmed = kept !== null && (await confirm(query, kept.id, now(), handedOut));
      const otherwise = kept === null ? 'expired' : 'unsubscribed';
      return send(response, seeOther(confirmed ? 'confirmed' : otherwise, language));
    }
    if (purpose === 'unsubscribe') {
      if (there !== null) await leave(query, there.id, now());
      // A mail program's one click (RFC 8058) wants no page and follows no redirect, whatever it says to accept.
      const oneClick = posted?.kind === 'form' && 'List-Unsubscribe' in posted.value;
      const browser = !oneClick && request.headers.accept?.includes('text/html') === true;
      return send(response, browser ? seeOther('unsubscribed', language) : responseOf(200, common));
    }
    const wish = posted?.kind === 'form' ? posted.value['do'] : undefined;
    if (wish === 'erase') {
      // Once more where nothing is left, e.g. by the back button, it is as true.
      if (there !== null) {
        await erasePerson(store, there.key, now());
        await onErased();
      }
      return send(response, seeOther('erased', language));
    }
    if (kept === null) return send(response, page('expired', language, 410));
    if (wish === 'export') return send(response, download(common, await dataOf(query, kept.id)));
    send(response, responseOf(303, [...common, 'Location', request.url ?? PATHS.soon]));
  }

  return { show, act };
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

type Values = Partial<Record<Placeholder, string>>;
type ValuesIn = (language: Language) => Values;

function valuesOf(token: string, kept: Kept, language: Language, words: ManifestWords): Values {
  return {
    TOKEN: token,
    ADDRESS: kept.address,
    STATE: words.states[kept.state],
    LANGUAGE: words.languages[kept.language],
    SINCE: new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
      kept.created_at,
    ),
    CONSENT: kept.consent_text ?? '–',
    SOURCE: kept.utm_source ?? kept.referrer ?? kept.path ?? '–',
  };
}

type TokenDocument = TokenState | 'expired' | 'book-expired';

/** The documents with a place for values; a person's own data is never kept or cached. */
export function createTokenDocuments(build: Build, siteUrl: string) {
  return (
    state: TokenDocument,
    language: Language,
    status: number,
    valuesIn: ValuesIn = () => ({}),
  ): HttpResponse => {
    const document = build.manifest.documents.find((one) => one.state === state && one.language === language);
    const file = document && build.files.get(document.file);
    if (file === undefined) throw new Error(`no document for ${state} in ${language}`);
    const headers = [
      ...securityHeaders(siteUrl, document?.policy, 'no-referrer'),
      ...NO_STORE,
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Language',
      language,
      'X-Robots-Tag',
      'noindex, nofollow',
    ];
    return responseOf(status, headers, Buffer.from(fill(file.identity.toString('utf8'), language, valuesIn)));
  };
}

/** A document carries its other languages in templates, each filled in its own words. */
const OTHER_LANGUAGE = /(<template lang="[a-z]+"[\s\S]*?<\/template>)/;

function fill(html: string, language: Language, valuesIn: ValuesIn): string {
  const parts = html.split(OTHER_LANGUAGE).map((part) => {
    const other = /^<template lang="([a-z]+)"/.exec(part)?.[1];
    return fillPart(part, valuesIn(isLanguage(other) ? other : language));
  });
  return parts.join('');
}

/** In one pass: what a value holds is never taken for a place. */
function fillPart(html: string, values: Values): string {
  return html.replace(/%([A-Z]+)%/g, (place, name: Placeholder) => {
    const value = values[name];
    return value === undefined ? place : escapeHtml(value);
  });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
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
