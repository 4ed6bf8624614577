import type { IncomingMessage, ServerResponse } from 'node:http';
import { innerPageAt, isLiveState, isSoonState, PATHS, WORKER_FILES, type Stage } from '#contract/pages.ts';
import { responseOf, send, type HttpResponse } from '#server/web/http/http-response.ts';
import { NO_STORE, securityHeaders, type Headers } from '#server/web/http/headers.ts';
import type { Build } from '#server/build.ts';
import { contentTypeOf } from '#server/web/pages/content-type.ts';
import { createInnerDocuments } from '#server/web/pages/inner.ts';
import { isPagePath, redirectToHome, redirectToSoon } from '#server/web/pages/redirect.ts';
import { createResource, sendResource, type Resource } from '#server/web/pages/resource.ts';
import { createSoonDocuments, pickSoonDocument } from '#server/web/pages/soon.ts';
import { PREVIEW, type Preview } from '#server/stage/preview.ts';

/** Answers everything that is not the API: pages, files, redirects, 404. Changes nothing. */
export type Site = (request: IncomingMessage, response: ServerResponse) => void;

/** `stage`: what visitors may see now; `preview`: who may look behind the Coming Soon page. */
export function createSite(build: Build, siteUrl: string, stage: () => Stage, preview: Preview): Site {
  const common = securityHeaders(siteUrl);
  const documents = createSoonDocuments(build, siteUrl, null);
  const unlistedDocuments = createSoonDocuments(build, siteUrl, 'noindex');
  const inner = createInnerDocuments(build, siteUrl, { robots: null, preview: false });
  const unlistedInner = createInnerDocuments(build, siteUrl, { robots: 'noindex', preview: false });
  const previewed = createInnerDocuments(build, siteUrl, { robots: 'noindex', preview: true });
  const files = createFiles(build, common);
  const maps = createMaps(build, common);
  const notFound = plainAnswer(404, common, 'Not found\n');
  const wrongMethod = plainAnswer(405, [...common, 'Allow', 'GET, HEAD'], 'Method not allowed\n');
  const ownHost = new URL(siteUrl).host;

  return function answerSite(request, response) {
    const url = request.url ?? '';
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    const query = mark === -1 ? '' : url.slice(mark + 1);
    const reading = request.method === 'GET' || request.method === 'HEAD';
    const live = stage() === 'live';
    if (path === PATHS.soon) {
      if (!reading) return send(response, wrongMethod);
      if (live && isBehind(query)) return send(response, redirection(common, redirectToHome(query)));
      const listed = isListed(request.headers.host, ownHost);
      const document = pickSoonDocument(
        listed ? documents : unlistedDocuments,
        query,
        request.headers.cookie,
      );
      return sendResource(request, response, document);
    }
    if (path === '/sitemap.xml') {
      return reading ? sendResource(request, response, maps[stage()]) : send(response, wrongMethod);
    }
    const file = files.get(path);
    if (file !== undefined)
      return reading ? sendResource(request, response, file) : send(response, wrongMethod);
    if (live && isPagePath(path)) {
      if (!reading) return send(response, wrongMethod);
      const listed = isListed(request.headers.host, ownHost);
      const page = innerPageAt(path) ?? 'missing';
      return sendResource(
        request,
        response,
        (listed ? inner : unlistedInner)(page, query, request.headers.cookie),
      );
    }
    if (reading && !live && isPagePath(path)) {
      const entrance = enter(path, query);
      if (entrance !== null) return send(response, entrance);
      if (preview.isAllowed(request.headers.cookie)) {
        const page = innerPageAt(path) ?? 'missing';
        return sendResource(request, response, previewed(page, query, request.headers.cookie));
      }
    }
    const location = live ? null : redirectToSoon(path, query);
    if (location === null) return send(response, notFound);
    send(response, reading ? redirection(common, location) : wrongMethod);
  };

  /** The link is followed once; then a cookie says who is looking, and no address shown to others holds the token. */
  function enter(path: string, query: string): HttpResponse | null {
    const token = query.includes(PREVIEW) ? new URLSearchParams(query).get(PREVIEW) : null;
    const end = token === null ? null : preview.endOf(token);
    if (end === null || innerPageAt(path) === null) return null;
    const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
    const cookie = `${PREVIEW}=${token}; Path=/; Max-Age=${end - preview.now()}; HttpOnly; SameSite=Lax${secure}`;
    return redirection([...common, 'Set-Cookie', cookie], path);
  }
}

/** Of `/soon`, what is gone once the site is open; the pages a mail leads to and the notice stay. */
function isBehind(query: string): boolean {
  const state = new URLSearchParams(query).get('state') ?? 'idle';
  return !isSoonState(state) || isLiveState(state);
}

function cacheOf(path: string): string {
  if (WORKER_FILES.some((name) => name === path)) return 'no-store';
  // The names below static/ carry a hash of the content.
  return path.startsWith('static/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
}

function createFiles(build: Build, common: Headers): Map<string, Resource> {
  const files = new Map<string, Resource>();
  for (const [path, file] of build.files) {
    if (path.startsWith('.build/')) continue;
    const cache = cacheOf(path);
    const headers = [
      ...common,
      'Content-Type',
      contentTypeOf(path),
      'Cache-Control',
      cache,
      'Vary',
      'Accept-Encoding',
    ];
    files.set(`/${path}`, createResource(file, headers));
  }
  return files;
}

/** The map of the site is another one before and after the launch. */
function createMaps(build: Build, common: Headers): Record<Stage, Resource> {
  const headers = [...common, 'Content-Type', 'application/xml; charset=utf-8', 'Cache-Control', 'no-cache'];
  const mapOf = (stage: Stage) => {
    const file = build.files.get(`.build/pages/sitemap.${stage}.xml`);
    if (file === undefined) throw new Error(`no map of the site for ${stage}`);
    return createResource(file, headers);
  };
  return { soon: mapOf('soon'), live: mapOf('live') };
}

/**
 * Whether search engines may list what this host shows. A second name of the server, a staging host say, must not
 * compete with the public one. An IP address or localhost is a proxy that does not pass the host on.
 */
function isListed(host: string | undefined, ownHost: string): boolean {
  if (host === undefined || host === ownHost) return true;
  return /^(localhost|[\d.]+|\[.*\])(:\d+)?$/.test(host);
}

/** Never permanent and never stored: these paths become pages on the day of the launch. */
function redirection(common: Headers, location: string): HttpResponse {
  return responseOf(302, [...common, ...NO_STORE, 'Location', location]);
}

function plainAnswer(status: number, headers: Headers, text: string): HttpResponse {
  return responseOf(status, [...headers, ...NO_STORE, 'Content-Type', 'text/plain; charset=utf-8'], text);
}
