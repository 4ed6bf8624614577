import { FALLBACK_LANGUAGE, isLanguage, LANGUAGE_KEY, type Language } from '#contract/language.ts';
import { isSoonState, isTokenState, type DocumentName, type Placeholder } from '#contract/pages.ts';
import type { SiteDocument } from '#contract/documents.ts';
import type { Build } from '#server/build.ts';
import { linkHeaders, NO_STORE, securityHeaders, type Headers } from '#server/web/http/headers.ts';
import { responseOf, type HttpResponse } from '#server/web/http/http-response.ts';
import { builtFile, createResource, type Resource } from './resource.ts';

type Page = DocumentName | 'soon';
export type Values = Partial<Record<Placeholder, string>>;

export type Documents = {
  /** The document of `?state=` and `?lang=`; of a state the page does not have, its usual one. */
  shown(page: Page, query: string, cookie: string | undefined): Resource;
  /** The same for a visitor who may look before the launch: marked, listed nowhere and never kept. */
  preview(page: Page, query: string, cookie: string | undefined): HttpResponse;
  /** A state of `/soon` with values in its places; a person's own data is never kept or cached. */
  filled(
    state: string,
    language: Language,
    status: number,
    valuesIn?: (language: Language) => Values,
  ): HttpResponse;
};

export function createDocuments(build: Build, siteUrl: string): Documents {
  const known = new Map(
    build.manifest.documents.map((one) => [`${one.page} ${one.state} ${one.language}`, one]),
  );
  // Made when first asked for: most never are, and it would cost every start time and memory.
  const made = new Map<SiteDocument, Resource>();

  function find(page: Page, state: string, language: Language): SiteDocument {
    const document = known.get(`${page} ${state} ${language}`) ?? known.get(`${page} idle ${language}`);
    if (document === undefined) throw new Error(`no document for ${page}`);
    return document;
  }

  function asked(page: Page, query: string, cookie: string | undefined): SiteDocument {
    const wanted = new URLSearchParams(query);
    const state = wanted.get('state') ?? 'idle';
    // A page behind a signed link is nothing without its link.
    const isShown = page !== 'soon' || (isSoonState(state) && !isTokenState(state));
    return find(page, isShown ? state : 'idle', languageOf(wanted.get('lang'), cookie));
  }

  function make(document: SiteDocument): Resource {
    const cache = ['Cache-Control', 'no-cache', 'Vary', 'Cookie, Accept-Encoding'];
    const headers = [...securityHeaders(siteUrl, document.policy), ...typeOf(document), ...cache];
    const status = document.page === 'missing' ? 404 : 200;
    return createResource(builtFile(build, document.file), headers, status);
  }

  const textOf = ({ file }: SiteDocument) => builtFile(build, file).identity.toString('utf8');

  return {
    shown(page, query, cookie) {
      const document = asked(page, query, cookie);
      const resource = made.get(document) ?? make(document);
      made.set(document, resource);
      return resource;
    },
    preview(page, query, cookie) {
      const document = asked(page, query, cookie);
      const headers = [...securityHeaders(siteUrl, withoutOthers(document.policy)), ...typeOf(document)];
      // The styles look for the mark.
      const html = textOf(document).replace('<html ', '<html data-preview="" ');
      const status = page === 'missing' ? 404 : 200;
      return responseOf(status, [...headers, ...NO_STORE, 'X-Robots-Tag', 'noindex'], Buffer.from(html));
    },
    filled(state, language, status, valuesIn = () => ({})) {
      const document = find('soon', state, language);
      const headers = [...linkHeaders(siteUrl, document.policy), ...typeOf(document)];
      return responseOf(status, headers, Buffer.from(fill(textOf(document), language, valuesIn)));
    },
  };
}

function typeOf({ language }: SiteDocument): Headers {
  return ['Content-Type', 'text/html; charset=utf-8', 'Content-Language', language];
}

const COOKIE = new RegExp(`(?:^|;\\s*)${LANGUAGE_KEY}=([^;\\s]*)`);

/** `?lang=`; without one the cookie decides, else English. */
export function languageOf(asked: string | null, cookie = ''): Language {
  const stored = COOKIE.exec(cookie)?.[1];
  return [asked, stored].find(isLanguage) ?? FALLBACK_LANGUAGE;
}

/** Nobody is told of a visit before the launch: no analytics may load, whatever was agreed to. */
function withoutOthers(policy: string): string {
  return policy.replace(/ https:\/\/[^ ;]*google[^ ;]*/g, '');
}

/** A document carries its other languages in templates, each filled in its own words. */
const OTHER_LANGUAGE = /(<template lang="[a-z]+"[\s\S]*?<\/template>)/;

function fill(html: string, language: Language, valuesIn: (language: Language) => Values): string {
  const parts = html.split(OTHER_LANGUAGE).map((part) => {
    const other = /^<template lang="([a-z]+)"/.exec(part)?.[1];
    const values = valuesIn(isLanguage(other) ? other : language);
    // In one pass: what a value holds is never taken for a place.
    return part.replace(/%([A-Z]+)%/g, (place, name: Placeholder) => escapeHtml(values[name] ?? place));
  });
  return parts.join('');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
