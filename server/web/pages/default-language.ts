import type { IncomingHttpHeaders } from 'node:http';
import { FALLBACK_LANGUAGE, isLanguage, LANGUAGE_KEY, LANGUAGES, type Language } from '#contract/language.ts';
import { PATHS } from '#contract/pages.ts';

/** What a page shows to visitors who have not chosen: one language, or the one that the browser asks for. */
export type DefaultLanguage = Language | 'browser';

const COOKIE = new RegExp(`(?:^|;\\s*)${LANGUAGE_KEY}=([^;\\s]*)`);

/** `?lang=`; without one the cookie decides, else the default. */
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
 * What an address without a language means to a visitor who asked for `asked`; null where nobody can know it. A browser whose visitor asked
 * for none is answered in the same language at the next address.
 */
export function bareFor(asked: string | null, standard: DefaultLanguage): Language | null {
  if (standard !== 'browser') return standard;
  return isLanguage(asked) ? null : FALLBACK_LANGUAGE;
}

/** What of a request decides the language of a document whose address names none. */
export function varyOf(standard: DefaultLanguage): string {
  return standard === 'browser' ? 'Cookie, Accept-Language, Accept-Encoding' : 'Cookie, Accept-Encoding';
}

/**
 * The language that an Accept-Language header wants most (RFC 9110, 12.5.4), the first named of equals. `pt-BR` is served by
 * `pt`. Without the header, as search engines ask, and where none of ours is wanted: the fallback.
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
  // What search engines are told. An `x-default` has no language.
  '(?:rel="canonical" href=|hreflang="(?!x-)[a-z-]+" href=|property="og:url" content=)"https?://[^/"]+',
  '<loc>https?://[^/<]+',
  ' href="',
].join('|');
const ADDRESS = new RegExp(
  `(${BEFORE})(${Object.values(PATHS).join('|')})(?:\\?lang=(\\w+))?(?=["#<])`,
  'gi',
);

/**
 * A document or a map of the site where an address without a language means `bare`; the build takes it to mean the
 * fallback. Null: it means another for each visitor. Search engines are then told what the build says, since they send no
 * Accept-Language. `data-usual` tells site/shell/PageLink.tsx.
 */
export function readdress(text: string, bare: Language | null): string {
  const marked = text.replace('<html ', `<html data-usual="${bare ?? ''}" `);
  return marked.replace(ADDRESS, (all, before: string, path: string, language = FALLBACK_LANGUAGE) => {
    if (bare === null && before !== ' href="') return all;
    return before + path + (language === bare ? '' : `?lang=${language}`);
  });
}
