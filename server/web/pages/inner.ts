import type { Language } from '#contract/language.ts';
import {
  DOCUMENT_STATES,
  type DocumentName,
  type DocumentState,
  type PageDocument,
} from '#contract/pages.ts';
import { securityHeaders } from '#server/web/http/headers.ts';
import type { Build, BuiltFile } from '#server/build.ts';
import { documentHeaders, languageOf } from '#server/web/pages/document.ts';
import { createResource, type Resource } from '#server/web/pages/resource.ts';

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
  // Made when first asked for: before the launch nobody does, and it would cost every start time and memory.
  const made = new Map<string, Resource>();
  const known = new Map(
    build.manifest.pages.map((one) => [keyOf(one.page, one.state, one.language), one] as const),
  );

  function make({ page, language, file, policy }: PageDocument): Resource {
    const built = build.files.get(file);
    if (built === undefined) throw new Error(`no document for ${page} in ${language}`);
    const headers = documentHeaders(
      securityHeaders(siteUrl, preview ? withoutOthers(policy) : policy),
      language,
      preview ? 'no-store' : 'no-cache',
    );
    return createResource(
      preview ? marked(built) : built,
      robots === null ? headers : [...headers, 'X-Robots-Tag', robots],
      page === 'missing' ? 404 : 200,
    );
  }

  return (page, query, cookie) => {
    const asked = query === '' ? null : new URLSearchParams(query);
    const state = asked?.get('state') ?? 'idle';
    const language = languageOf(asked?.get('lang') ?? null, cookie);
    const isState = (DOCUMENT_STATES[page] as readonly string[]).includes(state);
    const key = keyOf(page, (isState ? state : 'idle') as DocumentState, language);
    const document = known.get(key) ?? known.get(keyOf(page, 'idle', language));
    if (document === undefined) throw new Error(`no document for ${page}`);
    const resource = made.get(key) ?? make(document);
    made.set(key, resource);
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
