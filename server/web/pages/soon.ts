import { LANGUAGES, type Language } from '#contract/language.ts';
import { isSoonState, isTokenState, SOON_STATES, type SoonState } from '#contract/pages.ts';
import { securityHeaders } from '#server/web/http/headers.ts';
import type { Build } from '#server/build.ts';
import { documentHeaders, languageOf } from '#server/web/pages/document.ts';
import { createResource, type Resource } from '#server/web/pages/resource.ts';

/** The documents of `/soon`, by state and language. */
export type SoonDocuments = Record<SoonState, Record<Language, Resource>>;

/** @param robots the value of X-Robots-Tag, null for none. */
export function createSoonDocuments(build: Build, siteUrl: string, robots: string | null): SoonDocuments {
  function resourceOf(state: SoonState, language: Language): Resource {
    const document = build.manifest.documents.find((one) => one.state === state && one.language === language);
    const file = document && build.files.get(document.file);
    if (file === undefined) throw new Error(`no document for ${state} in ${language}`);
    const headers = documentHeaders(securityHeaders(siteUrl, document?.policy), language, 'no-cache');
    return createResource(file, robots === null ? headers : [...headers, 'X-Robots-Tag', robots]);
  }
  return recordOf(SOON_STATES, (state) => recordOf(LANGUAGES, (language) => resourceOf(state, language)));
}

function recordOf<K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;
}

/** The document for `?state=` and `?lang=`; without a language in the address the cookie decides, else English. */
export function pickSoonDocument(
  documents: SoonDocuments,
  query: string,
  cookie: string | undefined,
): Resource {
  if (query === '') return documents.idle[languageOf(null, cookie)];
  const parameters = new URLSearchParams(query);
  const state = parameters.get('state');
  // A page behind a signed link is nothing without its link.
  const shown = isSoonState(state) && !isTokenState(state) ? state : 'idle';
  return documents[shown][languageOf(parameters.get('lang'), cookie)];
}
