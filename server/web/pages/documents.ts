import { FALLBACK_LANGUAGE, isLanguage, LANGUAGE_KEY, type Language } from '#contract/language.ts';
import { isSoonState, isTokenState, type DocumentName } from '#contract/pages.ts';
import type { SiteDocument } from '#contract/documents.ts';
import type { Build, BuiltFile } from '#server/build.ts';
import { securityHeaders } from '#server/web/http/headers.ts';
import { builtFile, createResource, type Resource } from '#server/web/pages/resource.ts';

/**
 * The readers of a document. `all`; `unlisted`: everybody who asks by a name that search engines must not show; `preview`: a
 * visitor who may look before the launch, whose document is marked and never kept.
 */
export type Audience = 'all' | 'unlisted' | 'preview';

/** Gives the document of `?state=` and `?lang=`; of a state the page does not have, its usual one. */
export type Documents = (
  page: DocumentName | 'soon',
  query: string,
  cookie: string | undefined,
  audience: Audience,
) => Resource;

export function createDocuments(build: Build, siteUrl: string): Documents {
  // Made when first asked for: most never are, and it would cost every start time and memory.
  const made = new Map<string, Resource>();
  const known = new Map(
    build.manifest.documents.map((one) => [`${one.page} ${one.state} ${one.language}`, one]),
  );

  return (page, query, cookie, audience) => {
    const asked = new URLSearchParams(query);
    const state = asked.get('state') ?? 'idle';
    const language = languageOf(asked.get('lang'), cookie);
    // A page behind a signed link is nothing without its link.
    const isShown = page !== 'soon' || (isSoonState(state) && !isTokenState(state));
    const document =
      (isShown ? known.get(`${page} ${state} ${language}`) : undefined) ??
      known.get(`${page} idle ${language}`);
    if (document === undefined) throw new Error(`no document for ${page}`);
    const key = `${audience} ${document.file}`;
    const resource = made.get(key) ?? makeResource(build, siteUrl, document, audience);
    made.set(key, resource);
    return resource;
  };
}

function makeResource(
  build: Build,
  siteUrl: string,
  { page, language, file, policy }: SiteDocument,
  audience: Audience,
): Resource {
  const built = builtFile(build, file);
  const isPreview = audience === 'preview';
  const headers = [
    ...securityHeaders(siteUrl, isPreview ? withoutOthers(policy) : policy),
    'Content-Type',
    'text/html; charset=utf-8',
    'Content-Language',
    language,
    'Cache-Control',
    isPreview ? 'no-store' : 'no-cache',
    'Vary',
    'Cookie, Accept-Encoding',
    ...(audience === 'all' ? [] : ['X-Robots-Tag', 'noindex']),
  ];
  return createResource(isPreview ? marked(built) : built, headers, page === 'missing' ? 404 : 200);
}

const COOKIE = new RegExp(`(?:^|;\\s*)${LANGUAGE_KEY}=([^;\\s]*)`);

/** `?lang=`; without one the cookie decides, else English. */
function languageOf(asked: string | null, cookie: string | undefined): Language {
  if (isLanguage(asked)) return asked;
  const stored = cookie === undefined ? undefined : COOKIE.exec(cookie)?.[1];
  return isLanguage(stored) ? stored : FALLBACK_LANGUAGE;
}

/** Nobody is told of a visit before the launch: no analytics may load, whatever was agreed to. */
function withoutOthers(policy: string): string {
  return policy.replace(/ https:\/\/[^ ;]*google[^ ;]*/g, '');
}

/** The styles look for the mark. */
function marked({ identity }: BuiltFile): BuiltFile {
  const html = identity.toString('utf8').replace('<html ', '<html data-preview="" ');
  return { identity: Buffer.from(html), br: null, gzip: null };
}
