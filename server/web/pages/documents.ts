import type { IncomingHttpHeaders } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { FALLBACK_LANGUAGE, isLanguage, type Language } from '#contract/language.ts';
import {
  isSoonState,
  isTokenState,
  type DocumentName,
  type Placeholder,
  type Stage,
} from '#contract/pages.ts';
import type { SiteDocument } from '#contract/documents.ts';
import type { Build, BuiltFile } from '#server/build.ts';
import { linkHeaders, NO_STORE, securityHeaders, type Headers } from '#server/web/http/headers.ts';
import { responseOf, type HttpResponse } from '#server/web/http/http-response.ts';
import { bareFor, languageOf, readdress, varyOf, type DefaultLanguage } from './default-language.ts';
import { builtFile, createResource, type Resource } from './resource.ts';

/** Of brotli: a twentieth larger than what the build packs, in a tenth of the time. */
const QUALITY = 6;

type Page = DocumentName | 'soon';
export type Values = Partial<Record<Placeholder, string>>;

export type Documents = {
  /** The document of `?state=` and `?lang=`; of a state the page does not have, its usual one. */
  shown(page: Page, query: string, headers: IncomingHttpHeaders): Resource;
  /** The same for a visitor who may look before the launch: marked, listed nowhere and never kept. */
  preview(page: Page, query: string, headers: IncomingHttpHeaders): HttpResponse;
  /** The map of the site in one stage. */
  map(stage: Stage): BuiltFile;
  /** A state of `/soon` with values in its places; a person's own data is never kept or cached. */
  filled(
    state: string,
    language: Language,
    status: number,
    valuesIn?: (language: Language) => Values,
  ): HttpResponse;
};

/** A document; `bare`: the language that an address without one means to its reader, null where the server cannot know it. */
type Wanted = { document: SiteDocument; bare: Language | null };

export function createDocuments(build: Build, siteUrl: string, standard: DefaultLanguage): Documents {
  const known = new Map(
    build.manifest.documents.map((one) => [`${one.page} ${one.state} ${one.language}`, one]),
  );
  // Made when first asked for: most never are, and it would cost every start time and memory.
  const made = new Map<string, Resource>();

  function find(page: Page, state: string, language: Language): SiteDocument {
    const document = known.get(`${page} ${state} ${language}`) ?? known.get(`${page} idle ${language}`);
    if (document === undefined) throw new Error(`no document for ${page}`);
    return document;
  }

  function wantedBy(page: Page, query: string, headers: IncomingHttpHeaders): Wanted {
    const wanted = new URLSearchParams(query);
    const state = wanted.get('state') ?? 'idle';
    // A page behind a signed link is nothing without its link.
    const isShown = page !== 'soon' || (isSoonState(state) && !isTokenState(state));
    const asked = wanted.get('lang');
    const document = find(page, isShown ? state : 'idle', languageOf(asked, headers, standard));
    return { document, bare: bareFor(asked, standard) };
  }

  function make({ document, bare }: Wanted): Resource {
    const cache = ['Cache-Control', 'no-cache', 'Vary', varyOf(standard)];
    const headers = [...securityHeaders(siteUrl, document.policy), ...typeOf(document), ...cache];
    const status = document.page === 'missing' ? 404 : 200;
    return createResource(readdressed(builtFile(build, document.file), bare), headers, status);
  }

  const textOf = ({ file }: SiteDocument) => builtFile(build, file).identity.toString('utf8');

  return {
    shown(page, query, headers) {
      const wanted = wantedBy(page, query, headers);
      const key = `${wanted.document.file} ${wanted.bare}`;
      const resource = made.get(key) ?? make(wanted);
      made.set(key, resource);
      return resource;
    },
    preview(page, query, asker) {
      const { document, bare } = wantedBy(page, query, asker);
      const headers = [...securityHeaders(siteUrl, withoutOthers(document.policy)), ...typeOf(document)];
      // The styles look for the mark.
      const html = readdressed(builtFile(build, document.file), bare)
        .identity.toString('utf8')
        .replace('<html ', '<html data-preview="" ');
      const status = page === 'missing' ? 404 : 200;
      return responseOf(status, [...headers, ...NO_STORE, 'X-Robots-Tag', 'noindex'], Buffer.from(html));
    },
    map: (stage) =>
      readdressed(builtFile(build, `.build/pages/sitemap.${stage}.xml`), bareFor(null, standard)),
    filled(state, language, status, valuesIn = () => ({})) {
      const document = find('soon', state, language);
      const headers = [...linkHeaders(siteUrl, document.policy), ...typeOf(document)];
      return responseOf(status, headers, Buffer.from(fill(textOf(document), language, valuesIn)));
    },
  };
}

/** A file of the build; where its addresses have to be others, packed again. */
function readdressed(file: BuiltFile, bare: Language | null): BuiltFile {
  if (bare === FALLBACK_LANGUAGE) return file;
  const identity = Buffer.from(readdress(file.identity.toString('utf8'), bare));
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  return { identity, br: brotliCompressSync(identity, { params }), gzip: gzipSync(identity) };
}

function typeOf({ language }: SiteDocument): Headers {
  return ['Content-Type', 'text/html; charset=utf-8', 'Content-Language', language];
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
