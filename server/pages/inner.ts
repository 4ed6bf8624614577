import type { Language } from '#contract/language.ts';
import { DOCUMENT_STATES, type DocumentName, type DocumentState } from '#contract/pages.ts';
import { securityHeaders } from '#server/http/headers.ts';
import type { Build, BuiltFile } from '#server/pages/build.ts';
import { documentHeaders, languageOf } from '#server/pages/document.ts';
import { createResource, type Resource } from '#server/pages/resource.ts';

/** Gives a document of the site behind the Coming Soon page; of a state it does not have, its usual one. */
export type InnerDocuments = (page: DocumentName, query: string, cookie: string | undefined) => Resource;

type Options = {
  /** The value of X-Robots-Tag, null for none. */
  robots: string | null;
  /** Marks the document for a visitor who may look before the launch; such an answer is never kept. */
  preview: boolean;
};

export function createInnerDocuments(
  build: Build,
  siteUrl: string,
  { robots, preview }: Options,
): InnerDocuments {
  const resources = new Map<string, Resource>();
  for (const { page, state, language, file, policy } of build.manifest.pages) {
    const built = build.files.get(file);
    if (built === undefined) throw new Error(`no document for ${page} in ${language}`);
    const headers = documentHeaders(
      securityHeaders(siteUrl, preview ? withoutOthers(policy) : policy),
      language,
      preview ? 'no-store' : 'no-cache',
    );
    const status = page === 'missing' ? 404 : 200;
    resources.set(
      keyOf(page, state, language),
      createResource(
        preview ? marked(built) : built,
        robots === null ? headers : [...headers, 'X-Robots-Tag', robots],
        status,
      ),
    );
  }
  return (page, query, cookie) => {
    const asked = query === '' ? null : new URLSearchParams(query);
    const state = asked?.get('state') ?? 'idle';
    const language = languageOf(asked?.get('lang') ?? null, cookie);
    const known = (DOCUMENT_STATES[page] as readonly string[]).includes(state);
    const resource = resources.get(keyOf(page, (known ? state : 'idle') as DocumentState, language));
    if (resource === undefined) throw new Error(`no document for ${page}`);
    return resource;
  };
}

function keyOf(page: DocumentName, state: DocumentState, language: Language): string {
  return `${page} ${state} ${language}`;
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
