import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { oncePerMinute, type Log } from '#server/base/log.ts';
import type { Live } from '#server/base/shown-site.ts';
import { createHandlers, type HandlerDeps, type SiteHandlerDeps } from './handlers.ts';
import { limitBodyMemory } from './http/body-memory-limit.ts';
import { BodyError, readPosted, readText } from './http/body.ts';
import { answerClientError } from './http/client-error.ts';
import { createProblems, type HttpResponse, type Problems, send } from './http/http-response.ts';
import { createLimitedServer, LIMITS, type Limits } from './http/limits.ts';
import { isOwnWrite } from './http/origin.ts';
import { createPostQueue } from './http/post-queue.ts';
import { requestId, watchAnswer, type Answered } from './http/request-log.ts';
import { createShedding, type Shedding, type SheddingDeps } from './http/shedding.ts';
import type { SiteHandler } from './pages/site.ts';
import type { Gate } from './owner/gate.ts';
import type { OwnerParts } from './owner/route.ts';
import { findRoute, type Found, routeLabel, type RouteLabel } from './routes.ts';

/** What answers from one site, by the settings of its time. A request keeps to those of when it came. */
export type SiteDeps = SiteHandlerDeps & {
  /** Answers everything that is not a route: pages and files. */
  site: SiteHandler;
  /** The dependencies of the owner's API. */
  owner: OwnerParts;
};

export type AppDeps = Omit<
  HandlerDeps,
  keyof SiteHandlerDeps | 'problems' | 'logOnce' | 'storeTimeout' | 'isStopping'
> &
  SheddingDeps & {
    shown: Live<SiteDeps>;
    /** Called after every answer. */
    onAnswered: (one: Answered) => void;
    log: Log;
    limits?: Limits;
  };

export type WebApp = {
  /** Not listening yet. */
  server: Server;
  /**
   * Reports not ready, stops listening after `leaving` milliseconds, finishes open requests, and closes the
   * remaining connections after another `patience` milliseconds; at once if `patience` is 0.
   */
  stop(patience?: number, leaving?: number): Promise<void>;
};

/** Milliseconds between not being ready and the end of listening. */
const LEAVING_MS = 250;

export function createApp(deps: AppDeps): WebApp {
  const { log, limits = LIMITS } = deps;
  const shownProblems = deps.shown.map(({ siteUrl }) => createProblems(siteUrl));
  const problems: Problems = (...about) => shownProblems()(...about);
  const logOnce = oncePerMinute(log, () => performance.now());
  const shedding = createShedding(deps, problems, (why) => logOnce('request shed', { why }));
  const weighBody = limitBodyMemory(limits.bodyMemory, shedding.retryLater);
  const soon = createPostQueue();
  let stopping = false;
  const { storeTimeout } = limits;
  const isStopping = () => stopping;
  const answers = deps.shown.map((site) =>
    createAnswer({ ...deps, ...site, problems, logOnce, storeTimeout, isStopping, shedding }),
  );

  const server = createLimitedServer(limits, (request, response) => {
    takeOriginForm(request);
    // Makes a keep-alive client open its next connection elsewhere.
    if (stopping) response.shouldKeepAlive = false;
    watchAnswer(request, response, routeLabel(request.url ?? ''), deps.onAnswered);
    weighBody(request, response);
    if (!isHostClear(request)) send(response, problems('malformed'));
    else if (request.method === 'POST') soon(() => void answers()(request, response));
    else void answers()(request, response);
  });
  server.on('clientError', (error, socket) => answerClientError(problems, error, socket as Socket));

  async function stop(patience = 4_000, leaving = LEAVING_MS): Promise<void> {
    stopping = true;
    // Connections already on their way are still accepted; readiness directs new ones elsewhere.
    if (patience > 0 && leaving > 0) await wait(leaving);
    await closeServer(server, patience);
  }
  return { server, stop };
}

/** Creates the handler of all requests to one site, whatever they throw. */
function createAnswer(deps: AppDeps & SiteDeps & HandlerDeps & { shedding: Shedding }) {
  const { site, siteUrl, problems, shedding, log } = deps;
  const handlers = createHandlers(deps);
  let gate: Promise<Gate> | null = null;
  /** Loaded with an owner's first request: visitors need none of that code. */
  const loadGate = () => (gate ??= import('./owner/gate.ts').then(({ createGate }) => createGate(deps)));

  /** Enforces the route's row before its handler: nothing else guards a route. */
  async function answerRoute(
    { route, params }: Extract<Found, { kind: 'route' }>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (route.method === 'GET') return handlers[route.handler](request, response, undefined, params);
    const { headers } = request;
    const { 'content-encoding': encoding = 'identity' } = headers;
    if (route.origin === 'own' && !isOwnWrite(headers, siteUrl)) {
      return send(response, problems('foreign-origin'));
    }
    if (encoding !== 'identity') return send(response, problems('unsupported-type'));
    if (shedding.isTooMuch(route.shedAt)) return send(response, shedding.retryLater('overload'));
    if ((await deps.diskState()) === 'full') return send(response, shedding.retryLater('disk-full'));
    const read = route.body === 'text' ? readText : readPosted;
    const posted = await read(request, route.bodyLimit);
    // The request was shed while its body arrived (body-memory-limit).
    if (response.headersSent) return;
    shedding.entered(response);
    await handlers[route.handler](request, response, posted, params);
  }

  /** Links report an unavailable store where others fail. An owner gets the cause, if known. */
  async function failure(label: RouteLabel): Promise<HttpResponse> {
    const away = problems('unavailable', ['Retry-After', '10']);
    if (label === 'links') return away;
    if (label !== 'owner') return problems('internal');
    if ((await deps.diskState()) === 'full') return problems('disk-full');
    return (await deps.canStore()) ? problems('internal') : away;
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = '' } = request;
    try {
      const found = findRoute(method, url);
      if (found.kind === 'page') site(request, response);
      else if (found.kind === 'route') await answerRoute(found, request, response);
      else if (found.kind === 'owner') await (await loadGate())(request, response);
      else if (found.kind === 'wrong-method') {
        send(response, problems('method-not-allowed', ['Allow', found.allow]));
      } else send(response, problems(found.kind));
    } catch (error) {
      if (error instanceof BodyError) return send(response, problems(error.code));
      log.error('request failed', { requestId: requestId(request), error });
      send(response, await failure(routeLabel(url)));
    }
  };
}

/**
 * Whether a request has a valid Host header (RFC 9112, 3.2): exactly one; optional before HTTP/1.1. Of
 * several, Node keeps the first; a proxy in front may have used another.
 */
function isHostClear({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((text, i) => i % 2 === 0 && /^host$/i.test(text)).length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** A target may also be a whole address, whose host then counts instead of the header (RFC 9112, 3.2.2). */
function takeOriginForm(request: IncomingMessage): void {
  const [whole = '', host = ''] = /^https?:\/\/([^/?#]+)/i.exec(request.url ?? '') ?? [];
  if (whole === '') return;
  request.url = request.url?.slice(whole.length).replace(/^(?!\/)/, '/');
  request.headers.host = host;
}

/** Resolves when the last connection is closed. */
function closeServer(server: Server, patience: number): Promise<void> {
  return new Promise((resolve) => {
    // Node closes idle connections only once; later ones need another call.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const all = setTimeout(() => server.closeAllConnections(), patience);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(all);
      resolve();
    });
  });
}
