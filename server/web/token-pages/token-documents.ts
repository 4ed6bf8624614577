import { isLanguage, type Language } from '#contract/language.ts';
import type { Placeholder, TokenState } from '#contract/pages.ts';
import { linkHeaders } from '#server/web/http/headers.ts';
import { responseOf, type HttpResponse } from '#server/web/http/http-response.ts';
import type { Build } from '#server/build.ts';

export type Values = Partial<Record<Placeholder, string>>;
type ValuesIn = (language: Language) => Values;

type TokenDocument = TokenState | 'expired' | 'book-expired';

/** The documents with a place for values; a person's own data is never kept or cached. */
export function createTokenDocuments({ manifest, files }: Build, siteUrl: string) {
  return (
    state: TokenDocument,
    language: Language,
    status: number,
    valuesIn: ValuesIn = () => ({}),
  ): HttpResponse => {
    const document = manifest.documents.find(
      (one) => one.page === 'soon' && one.state === state && one.language === language,
    );
    const html = document && files.get(document.file)?.identity.toString('utf8');
    if (html === undefined) throw new Error(`no document for ${state} in ${language}`);
    const headers = linkHeaders(siteUrl, document?.policy);
    headers.push('Content-Type', 'text/html; charset=utf-8', 'Content-Language', language);
    return responseOf(status, headers, Buffer.from(fill(html, language, valuesIn)));
  };
}

/** A document carries its other languages in templates, each filled in its own words. */
const OTHER_LANGUAGE = /(<template lang="[a-z]+"[\s\S]*?<\/template>)/;

function fill(html: string, language: Language, valuesIn: ValuesIn): string {
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
