import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { oncePerMinute } from '#server/log.ts';
import type { Site } from '#server/web/pages/site.ts';
import { createHandlers, type HandlerDeps, type Handlers } from './handlers.ts';
import { limitBodyMemory } from './http/body-memory-limit.ts';
import { BodyError, readPosted } from './http/body.ts';
import { answerClientError } from './http/client-error.ts';
import { createProblems, send, type HttpResponse, type Problems } from './http/http-response.ts';
import { createLimitedServer, LIMITS, type Limits } from './http/limits.ts';
import { isOwnWrite } from './http/origin.ts';
import { createPostQueue } from './http/post-queue.ts';
import { requestId, watchAnswer, type Answered } from './http/request-log.ts';
import { createComeBackLater, createShedding, type ComeBackLater, type Shedding } from './http/shedding.ts';
import { findRoute, labelOf, type Route, type WriteRoute } from './routes.ts';

export type AppDeps = HandlerDeps & {
  /** Answers everything that is no route: pages and files. */
  site: Site;
  /** Milliseconds by which the event loop is late. */
  eventLoopDelay: () => number;
  /** From 0 up to, not including, 1. */
  random: () => number;
  /** Told of every answer, once it is out. */
  onAnswered: (one: Answered) => void;
  limits?: Limits;
};

export type App = {
  /** Not yet listening. */
  server: Server;
  /**
   * Says that it is not ready, takes no new connection after `leaving` milliseconds, answers what is under way, and
   * closes the rest after `patience` milliseconds more; at once where that is 0.
   */
  stop(patience?: number, leaving?: number): Promise<void>;
};

/** Milliseconds between the readiness saying no and the end of listening. */
const LEAVING_MS = 250;

export function createApp(deps: AppDeps): App {
  const { site, log, limits = LIMITS } = deps;
  const problems = createProblems(deps.siteUrl);
  const logOnce = oncePerMinute(log, () => performance.now());
  const comeBackLater = createComeBackLater(problems, deps.random, (why) =>
    logOnce('a post was sent away', { why }),
  );
  const weighBody = limitBodyMemory(limits.bodyMemory, comeBackLater);
  const soon = createPostQueue();
  let stopping = false;
  const { storeTimeout } = limits;
  const handlers = createHandlers(deps, { problems, logOnce, storeTimeout, isStopping: () => stopping });
  const answerRoute = createRouteAnswers(handlers, deps, problems, comeBackLater);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const found = findRoute(request.method, request.url ?? '');
      if (found.kind === 'page') site(request, response);
      else if (found.kind === 'route') await answerRoute(found.route, request, response);
      else if (found.kind === 'wrong-method') {
        send(response, problems('method-not-allowed', { headers: ['Allow', found.allow] }));
      } else send(response, problems(found.kind));
    } catch (error) {
      if (error instanceof BodyError) return send(response, problems(error.code));
      log.error('request failed', { requestId: requestId(request), error });
      send(response, problems('internal'));
    }
  }

  const server = createLimitedServer(limits, (request, response) => {
    // Tells a client that keeps its connection to open the next one elsewhere.
    if (stopping) response.shouldKeepAlive = false;
    watchAnswer(request, response, labelOf(request.url ?? ''), deps.onAnswered);
    weighBody(request, response);
    if (!isHostClear(request)) send(response, problems('malformed'));
    else if (request.method === 'POST') soon(() => void answer(request, response));
    else void answer(request, response);
  });
  server.on('clientError', (error, socket) => answerClientError(problems, error, socket as Socket));

  async function stop(patience = 8_000, leaving = LEAVING_MS): Promise<void> {
    stopping = true;
    // Who has connected already is still let in; new ones are led elsewhere by the readiness.
    if (patience > 0 && leaving > 0) await wait(leaving);
    await closeServer(server, patience);
  }
  return { server, stop };
}

type RouteAnswer = (route: Route, request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What its row of the table says is done before the handler: nothing else guards a route. */
function createRouteAnswers(
  handlers: Handlers,
  { siteUrl, diskState, eventLoopDelay }: AppDeps,
  problems: Problems,
  comeBackLater: ComeBackLater,
): RouteAnswer {
  const shedding = createShedding({ eventLoopDelay, comeBackLater });
  return async (route, request, response) => {
    if (route.method === 'GET') return handlers[route.handler](request, response, undefined);
    const refusal = refusalOf(route, request, siteUrl, problems, shedding);
    if (refusal !== null) return send(response, refusal);
    if ((await diskState()) === 'full') return send(response, comeBackLater('disk-full'));
    const posted = await readPosted(request, route.bodyLimit);
    // It was sent away while its body came (body-memory-limit).
    if (response.headersSent) return;
    shedding.entered(response);
    await handlers[route.handler](request, response, posted);
  };
}

/** Of a post, before its body is read. */
function refusalOf(
  { origin, shedAt }: WriteRoute,
  { headers }: IncomingMessage,
  siteUrl: string,
  problems: Problems,
  shedding: Shedding,
): HttpResponse | null {
  if (origin === 'own' && !isOwnWrite(headers, siteUrl)) return problems('foreign-origin');
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') return problems('unsupported-type');
  return shedding.refusal(shedAt);
}

/**
 * Whether a request names its host as it must (RFC 9112, 3.2): once, and at all since HTTP/1.1. Node keeps the first of
 * several; a proxy in front may have believed another.
 */
function isHostClear({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((text, i) => i % 2 === 0 && /^host$/i.test(text)).length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** Resolves when the last connection is closed. */
function closeServer(server: Server, patience: number): Promise<void> {
  return new Promise((resolve) => {
    // Node closes idle connections once, when asked; those that become idle later need asking again.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const all = setTimeout(() => server.closeAllConnections(), patience);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(all);
      resolve();
    });
  });
}
