import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { FALLBACK_LANGUAGE, isLanguage, LANGUAGES, type Language } from '#contract/language.ts';
import {
  isSoonState,
  isTokenState,
  type DocumentName,
  type Placeholder,
  type Stage,
} from '#contract/pages.ts';
import { withSections } from '#contract/words.ts';
import { pageAt, type ShownDocument, type SiteDocument } from '#contract/documents.ts';
import type { Build, BuiltFile } from '#server/base/build.ts';
import { linkHeaders, NO_STORE, securityHeaders, type Headers } from '#server/base/headers.ts';
import { responseOf, type HttpResponse } from '#server/web/http/http-response.ts';
import { bareFor, languageOf, readdress, varyOf, type DefaultLanguage } from './default-language.ts';
import { builtFile, createResource, type Resource } from './resource.ts';

/** Brotli level: 5 % larger than the build's, in a tenth of the time. */
const QUALITY = 6;

export type SitePage =
  | Exclude<DocumentName, 'work'>
  | 'soon'
  | 'newsletter'
  | `${'work' | 'letter'}/${string}`;
export type PlaceholderValues = Partial<Record<Placeholder, string>>;

export type Documents = {
  /** The page behind the Coming Soon page at a path; null: there is none. */
  pageAt(path: string): Exclude<SitePage, 'soon' | 'missing'> | null;
  /** The document for `?state=` and `?lang=`; the idle one for an unknown state. */
  shown(page: SitePage, query: string, headers: IncomingHttpHeaders): Resource;
  /** The same for a preview visitor: marked, not indexed and never cached. */
  preview(page: SitePage, query: string, headers: IncomingHttpHeaders): HttpResponse;
  /** The same as `shown` in an owner's browser: nothing of others runs, and it is never cached. */
  untagged(page: SitePage, query: string, headers: IncomingHttpHeaders): Resource;
  /** The sitemap of a stage. */
  map(stage: Stage): BuiltFile;
  /** A state of `/soon` with its placeholders filled; personal data is never cached. */
  filled(
    state: string,
    language: Language,
    status: number,
    valuesIn?: (language: Language) => PlaceholderValues,
  ): HttpResponse;
};

/** A document; `bare`: what a URL without a language means to the visitor, null if unknown. */
type Wanted = { document: SiteDocument; bare: Language | null };

export function createDocuments(build: Build, siteUrl: string, standard: DefaultLanguage): Documents {
  const known = new Map(
    build.manifest.documents.map((one) => [`${nameOf(one)} ${one.state} ${one.language}`, one]),
  );
  // Created on first request: most never are, and all would cost startup time and memory.
  const made = new Map<string, Resource>();

  function find(page: SitePage, state: string, language: Language): SiteDocument {
    const document =
      known.get(`${page} ${state} ${language}`) ??
      known.get(`${page} idle ${language}`) ??
      // A case in another language alone.
      LANGUAGES.map((other) => known.get(`${page} idle ${other}`)).find(Boolean) ??
      known.get(`missing idle ${language}`);
    if (document === undefined) throw new Error(`no document for ${page}`);
    return document;
  }

  function wantedBy(page: SitePage, query: string, headers: IncomingHttpHeaders): Wanted {
    const wanted = new URLSearchParams(query);
    const state = wanted.get('state') ?? 'idle';
    // A page behind a signed link is useless without its link.
    const isShown = page !== 'soon' || (isSoonState(state) && !isTokenState(state));
    const asked = wanted.get('lang');
    const document = find(page, isShown ? state : 'idle', languageOf(asked, headers, standard));
    return { document, bare: bareFor(asked, standard) };
  }

  function make({ document, bare }: Wanted, isTagged: boolean): Resource {
    const policy = isTagged ? document.policy : withoutOthers(document.policy);
    const cache = isTagged ? ['Cache-Control', 'no-cache', 'Vary', varyOf(standard)] : NO_STORE;
    const headers = [...securityHeaders(siteUrl, policy), ...typeOf(document), ...cache];
    const status = document.page === 'missing' ? 404 : 200;
    return createResource(readdressed(builtFile(build, document.file), bare), headers, status);
  }

  /** Kept with its compressed bytes: anyone who sends a cookie may ask for it. */
  function kept(wanted: Wanted, isTagged: boolean): Resource {
    const key = `${wanted.document.file} ${wanted.bare} ${isTagged}`;
    const resource = made.get(key) ?? make(wanted, isTagged);
    made.set(key, resource);
    return resource;
  }

  return {
    pageAt: (path) => pageAt(build.manifest, path),
    shown: (page, query, asker) => kept(wantedBy(page, query, asker), true),
    untagged: (page, query, asker) => kept(wantedBy(page, query, asker), false),
    preview(page, query, asker) {
      const { document, bare } = wantedBy(page, query, asker);
      const html = asPreview(`${readdressed(builtFile(build, document.file), bare).identity}`, page, build);
      const policy = withLineStyle(withoutOthers(document.policy));
      const headers = [...securityHeaders(siteUrl, policy), ...typeOf(document), ...UNLISTED];
      return responseOf(document.page === 'missing' ? 404 : 200, headers, Buffer.from(html));
    },
    map: (stage) =>
      readdressed(builtFile(build, `.build/pages/sitemap.${stage}.xml`), bareFor(null, standard)),
    filled(state, language, status, valuesIn = () => ({})) {
      const document = find('soon', state, language);
      const headers = [...linkHeaders(siteUrl, document.policy), ...typeOf(document)];
      return responseOf(
        status,
        headers,
        Buffer.from(fill(`${builtFile(build, document.file).identity}`, language, valuesIn)),
      );
    },
  };
}

function nameOf(shown: ShownDocument): SitePage {
  return 'slug' in shown ? `${shown.page}/${shown.slug}` : shown.page;
}

/** A file of the build; recompressed if its links have to change. */
function readdressed(file: BuiltFile, bare: Language | null): BuiltFile {
  if (bare === FALLBACK_LANGUAGE) return file;
  const identity = Buffer.from(readdress(file.identity.toString('utf8'), bare));
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  return { identity, br: brotliCompressSync(identity, { params }), gzip: gzipSync(identity) };
}

function typeOf({ language }: SiteDocument): Headers {
  return ['Content-Type', 'text/html; charset=utf-8', 'Content-Language', language];
}

const UNLISTED: Headers = [...NO_STORE, 'X-Robots-Tag', 'noindex'];

/** Of the line above a preview. */
const LINE_STYLE =
  'p[data-preview]{margin:0;padding:.5rem var(--gut);background:var(--solid);color:var(--on-solid);font-size:var(--t6)}';
const LINE_HASH = createHash('sha256').update(LINE_STYLE).digest('base64');

function withLineStyle(policy: string): string {
  return policy.replace(/style-src /, (directive) => `${directive}'sha256-${LINE_HASH}' `);
}

/**
 * With a line above the page, which nobody else's document has; the script of the inner pages looks for the mark, that
 * of Coming Soon keeps to its root.
 */
function asPreview(html: string, page: SitePage, { manifest }: Build): string {
  const line = (language: string) =>
    isLanguage(language) ? `<p data-preview="">${escapeHtml(manifest.words[language].preview)}</p>` : '';
  const [, shown = ''] = /<html lang="(\w+)"/.exec(html) ?? [];
  const styled = html.replace('</head>', () => `<style>${LINE_STYLE}</style></head>`);
  if (page === 'soon') return styled.replace(/<div id="root"/, (tag) => line(shown) + tag);
  return styled
    .replace('<html ', '<html data-preview="" ')
    .replace(/<div id="root"[^>]*>/, (tag) => tag + line(shown))
    .replace(/<script lang="(\w+)"[^>]*>/g, (tag, language: string) => tag + line(language));
}

/** Nothing of others loads, whatever the consent: neither Google's nor what runs scripts beside it. */
function withoutOthers(policy: string): string {
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
  const isOthers = (source: string) =>
    source.startsWith('https:') && (source.includes('google') || scripts.includes(source));
  const kept = (directive: string) =>
    directive
      .split(' ')
      .filter((source) => !isOthers(source))
      .join(' ');
  return policy.split('; ').map(kept).join('; ');
}

/** A document keeps its other languages, each filled in its own language. */
const OTHER_LANGUAGE = /(<script lang="[a-z]+"[\s\S]*?<\/script>)/;

function fill(html: string, language: Language, valuesIn: (language: Language) => PlaceholderValues): string {
  const parts = html.split(OTHER_LANGUAGE).map((part) => {
    const other = /^<script lang="([a-z]+)"/.exec(part)?.[1];
    const values = valuesIn(isLanguage(other) ? other : language);
    // In one pass: placeholders inside values are not replaced.
    return withSections(part, values).replace(/%([A-Z]+)%/g, (place, name: Placeholder) =>
      escapeHtml(values[name] ?? place),
    );
  });
  return parts.join('');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
