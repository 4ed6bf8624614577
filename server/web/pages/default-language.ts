import type { IncomingHttpHeaders } from 'node:http';
import { FALLBACK_LANGUAGE, isLanguage, LANGUAGE_KEY, LANGUAGES, type Language } from '#contract/language.ts';
import { caseAddress, letterAddress, NEWSLETTER_PATH, PATHS } from '#contract/pages.ts';

/** The language for visitors who have not chosen: a fixed one, or the browser's. */
export type DefaultLanguage = Language | 'browser';

/** The language for people without a known one, not even a browser’s. */
export function usualLanguage(standard: DefaultLanguage): Language {
  return standard === 'browser' ? FALLBACK_LANGUAGE : standard;
}

const COOKIE = new RegExp(`(?:^|;\\s*)${LANGUAGE_KEY}=([^;\\s]*)`);

/** `?lang=`, else the cookie, else the default. */
export function languageOf(
  asked: string | null,
  { cookie = '', 'accept-language': accepted = '' }: IncomingHttpHeaders,
  standard: DefaultLanguage,
): Language {
  const stored = COOKIE.exec(cookie)?.[1];
  const chosen = [asked, stored].find(isLanguage);
  return chosen ?? (standard === 'browser' ? negotiateLanguage(accepted) : standard);
}

/**
 * The language of a URL without `lang` for a visitor who requested `asked`; null if the server cannot know
 * it. A browser whose visitor requested none gets the same language at the next URL.
 */
export function bareFor(asked: string | null, standard: DefaultLanguage): Language | null {
  if (standard !== 'browser') return standard;
  return isLanguage(asked) ? null : FALLBACK_LANGUAGE;
}

/** The Vary header of a document whose URL has no language. */
export function varyOf(standard: DefaultLanguage): string {
  return standard === 'browser' ? 'Cookie, Accept-Language, Accept-Encoding' : 'Cookie, Accept-Encoding';
}

/**
 * Returns the language an Accept-Language header prefers (RFC 9110, 12.5.4), the first of equals. `pt` serves
 * `pt-BR`. Without the header, as from search engines, or without a match: the fallback.
 */
export function negotiateLanguage(header: string): Language {
  const ranges = header.toLowerCase().split(',').flatMap(readRange);
  const placeOf = (language: string) => ranges.findIndex(({ name }) => name === language);
  const wanted = LANGUAGES.map((language) => {
    const name = placeOf(language) < 0 ? '*' : language;
    const qualities = ranges.filter((range) => range.name === name).map(({ quality }) => quality);
    return { language, place: placeOf(name), quality: Math.max(0, ...qualities) };
  });
  const [best] = wanted
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.place - b.place);
  return best?.language ?? FALLBACK_LANGUAGE;
}

function readRange(text: string): { name: string; quality: number }[] {
  const range = /^\s*([a-z]{1,8}|\*)(?:-[a-z\d]{1,8})*\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(text);
  return range?.[1] === undefined ? [] : [{ name: range[1], quality: Number(range[2] ?? 1) }];
}

const BEFORE = [
  // For search engines. An `x-default` has no language.
  '(?:rel="canonical" href=|hreflang="(?!x-)[a-z-]+" href=|property="og:url" content=)"https?://[^/"]+',
  '<loc>https?://[^/<]+',
  ' href="',
].join('|');
const ADDRESS = new RegExp(
  `(${BEFORE})(${Object.values(PATHS).join('|')}|${NEWSLETTER_PATH}|${caseAddress('[a-z\\d-]+')}|${letterAddress('[a-z\\d-]+')})(?:\\?lang=(\\w+))?(?=["#<])`,
  'gi',
);

/**
 * Rewrites the links of a document or sitemap so that a URL without a language means `bare`; the build
 * assumes the fallback. Null: it depends on the visitor. Search engines then get the build's links, because
 * they send no Accept-Language. `data-usual` is read by site/shell/PageLink.tsx.
 */
export function readdress(text: string, bare: Language | null): string {
  const marked = text.replace('<html ', `<html data-usual="${bare ?? ''}" `);
  return marked.replace(ADDRESS, (all, before: string, path: string, language = FALLBACK_LANGUAGE) => {
    if (bare === null && before !== ' href="') return all;
    return before + path + (language === bare ? '' : `?lang=${language}`);
  });
}
