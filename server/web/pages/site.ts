import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { FEED_PATH, isHydratedState, isSoonState, PATHS, WORKER_FILES, type Stage } from '#contract/pages.ts';
import { isLetterPicture } from '#contract/shown-letter.ts';
import { feedFile } from '#contract/documents.ts';
import { readCookie } from '#server/web/owner/cookies.ts';
import { responseOf, send, type HttpResponse } from '#server/web/http/http-response.ts';
import { NO_STORE, securityHeaders, type Headers } from '#server/base/headers.ts';
import type { Build } from '#server/base/build.ts';
import type { Config } from '#server/base/config.ts';
import { contentTypeOf } from '#server/web/pages/content-type.ts';
import { createDashboard } from '#server/web/pages/dashboard.ts';
import { type DefaultLanguage, languageOf } from '#server/web/pages/default-language.ts';
import { createDocuments, type Documents, type SitePage } from '#server/web/pages/documents.ts';
import { pageAsked, pageMeant, redirectToPage, redirectToSoon } from '#server/web/pages/redirect.ts';
import { builtFile, createResource, sendResource, type Resource } from '#server/web/pages/resource.ts';
import { LINK_KINDS, type LinkKind, type Preview } from '#server/stage/preview.ts';

type Asked = { headers: IncomingHttpHeaders; isGet: boolean };

/** Answers everything but the API: pages, files, redirects, 404. Read-only. */
export type SiteHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** The pages and files of a draft: null for what it has not. */
export type DraftSite = (
  path: string,
  query: string,
  headers: IncomingHttpHeaders,
) => Resource | HttpResponse | null;
/** The drafts that are shown, by the id of their link. */
export type Drafts = ReadonlyMap<number, DraftSite>;
type SiteConfig = Pick<Config, 'siteUrl' | 'defaultLanguage'>;

/** Every page of a draft is shown as a preview; its address is the page's. */
export function createDraftSite(build: Build, { siteUrl, defaultLanguage }: SiteConfig): DraftSite {
  const documents = createDocuments(build, siteUrl, defaultLanguage);
  const { files } = createFiles(build, securityHeaders(siteUrl), documents);
  return (path, query, headers) => {
    const page = path === PATHS.soon ? 'soon' : documents.pageAt(path);
    if (page !== null) return documents.preview(page, query, headers);
    // What a draft hides, its guests do not find in the live site either.
    if (pageAsked(path) !== null && pageMeant(path, query, documents.pageAt) === null)
      return documents.preview('missing', query, headers);
    // Shared caches keep the others for everybody.
    return path.startsWith('/static/') ? (files.get(path) ?? null) : null;
  };
}

/** `stage`: what visitors see now; `preview`: who may see the site before it opens, or a draft. */
export function createSite(
  build: Build,
  { siteUrl, defaultLanguage }: SiteConfig,
  stage: () => Stage,
  preview: Preview,
  drafts: Drafts = new Map(),
): SiteHandler {
  const common = securityHeaders(siteUrl);
  const documents = createDocuments(build, siteUrl, defaultLanguage);
  const dashboard = createDashboard(build, siteUrl);
  const { files, maps, feed } = createFiles(build, common, documents, defaultLanguage);
  const enter = createEntrance(siteUrl, preview, documents, common);
  const notFound = plainAnswer(404, common, 'Not found\n');
  const wrongMethod = plainAnswer(405, [...common, 'Allow', 'GET, HEAD'], 'Method not allowed\n');
  const ownHost = new URL(siteUrl).host;

  /** In an owner's browser a tag could act as the owner. */
  function document(page: SitePage, query: string, headers: IncomingHttpHeaders): Resource {
    const isOwner = readCookie(headers.cookie, 'session', siteUrl) !== null;
    return isOwner ? documents.untagged(page, query, headers) : documents.shown(page, query, headers);
  }

  /** Resolves a path: a resource, or an answer such as a redirect. */
  function find(path: string, query: string, { headers, isGet }: Asked): Resource | HttpResponse {
    const live = stage() === 'live';
    const entrance = enter(live ? ['draft'] : LINK_KINDS, path, query, isGet);
    if (entrance !== null) return entrance;
    const draft =
      drafts.get(preview.followedBy('draft', headers.cookie) ?? 0)?.(path, query, headers) ?? null;
    if (draft !== null) return draft;
    if (path === PATHS.soon) {
      if (live && isBehind(query)) return redirection(common, redirectToPage({ path, query }));
      return document('soon', query, headers);
    }
    if (path === '/sitemap.xml') return maps[stage()];
    if (path === FEED_PATH) return (live ? feed(query) : null) ?? notFound;
    const file = files.get(path);
    if (file !== undefined) return file;
    const page = documents.pageAt(path) ?? 'missing';
    const meant = page === 'missing' ? pageMeant(path, query, documents.pageAt) : null;
    const asked = pageAsked(path) ?? meant?.path ?? null;
    if (asked === null) return dashboard(path) ?? notFound;
    if (live && meant !== null) return redirection(common, redirectToPage(meant));
    if (live) return document(page, query, headers);
    if (preview.followedBy('preview', headers.cookie) !== null)
      return documents.preview(page, query, headers);
    if (meant?.path === PATHS.soon) return redirection(common, redirectToSoon(meant.path, meant.query));
    return redirection(common, redirectToSoon(asked, meant?.query ?? query));
  }

  return function answerSite(request, response) {
    const [path = '', ...rest] = (request.url ?? '').split('?');
    const { headers } = request;
    const isGet = request.method === 'GET';
    const found = find(path, rest.join('?'), { headers, isGet });
    if (!isListed(headers.host, ownHost)) response.setHeader('X-Robots-Tag', 'noindex');
    const isReading = isGet || request.method === 'HEAD';
    if (!isReading && found !== notFound) send(response, wrongMethod);
    else if (typeof found === 'function') sendResource(request, response, found);
    else send(response, found);
  };
}

/** A preview link redirects once and sets a cookie, so that no shared URL contains the token. */
function createEntrance(siteUrl: string, preview: Preview, { pageAt }: Documents, common: Headers) {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return (kinds: readonly LinkKind[], path: string, query: string, isGet: boolean): HttpResponse | null => {
    const kind = kinds.find((one) => query.includes(`${one}=`));
    const token = kind && new URLSearchParams(query).get(kind);
    if (!kind || !token || pageAt(path) === null) return null;
    const end = preview.endOf(kind, token);
    if (end === null) return null;
    if (isGet) preview.followed(token);
    const cookie = `${kind}=${token}; Path=/; Max-Age=${end - preview.now()}; HttpOnly; SameSite=Lax${secure}`;
    return redirection([...common, 'Set-Cookie', cookie], path);
  };
}

/** The states of `/soon` that end with the launch; the pages behind mail links and the notice stay. */
function isBehind(query: string): boolean {
  const state = new URLSearchParams(query).get('state') ?? 'idle';
  return !isSoonState(state) || isHydratedState(state);
}

/** `files` by path; `feed` by its query; `maps`: the sitemap differs before and after the launch. */
function createFiles(
  build: Build,
  common: Headers,
  { map }: Documents,
  standard: DefaultLanguage = 'browser',
) {
  // Readers of a feed show the pictures of newsletters on pages of their own.
  const open = common.map((text, at) =>
    common[at - 1] === 'Cross-Origin-Resource-Policy' ? 'cross-origin' : text,
  );
  const headersOf = (path: string, cache: string) => {
    const type = ['Content-Type', contentTypeOf(path)];
    const security = isLetterPicture(path) ? open : common;
    return [...security, ...type, 'Cache-Control', cache, 'Vary', 'Accept-Encoding'];
  };
  const resourceOf = (path: string) => createResource(builtFile(build, path), headersOf(path, cacheOf(path)));
  const mapOf = (stage: Stage) => createResource(map(stage), headersOf('sitemap.xml', 'no-cache'));
  const feed = (query: string) => {
    const file = build.files.get(feedFile(languageOf(new URLSearchParams(query).get('lang'), {}, standard)));
    return file === undefined ? null : createResource(file, headersOf('feed.atom', 'no-cache'));
  };
  const paths = [...build.files.keys()].filter((path) => !path.startsWith('.build/'));
  const files = new Map(paths.map((path) => [`/${path}`, resourceOf(path)]));
  // What programs ask for without reading the page.
  const icon = files.get('/icon-192.png');
  if (icon !== undefined) files.set('/favicon.ico', icon);
  return {
    files,
    maps: { soon: mapOf('soon'), live: mapOf('live') },
    feed,
  };
}

function cacheOf(path: string): string {
  if (WORKER_FILES.some((name) => name === path)) return 'no-store';
  // Names below static/ contain a content hash.
  return path.startsWith('static/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
}

/**
 * Whether search engines may index this host. A second name of the server, e.g. a staging host, must not
 * compete with the public one. An IP address or localhost means a proxy that does not forward the host.
 */
function isListed(host: string | undefined, ownHost: string): boolean {
  if (host === undefined || host === ownHost) return true;
  return /^(localhost|[\d.]+|\[.*\])(:\d+)?$/.test(host);
}

/** Never permanent and never cached: these paths become pages at the launch. */
function redirection(common: Headers, location: string): HttpResponse {
  return responseOf(302, [...common, ...NO_STORE, 'Location', location]);
}

function plainAnswer(status: number, headers: Headers, text: string): HttpResponse {
  return responseOf(status, [...headers, ...NO_STORE, 'Content-Type', 'text/plain; charset=utf-8'], text);
}
