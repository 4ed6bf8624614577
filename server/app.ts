import Fastify, { type FastifyInstance } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createHealth } from '#server/health/routes.ts';
import { createProblems, send, type Problems } from '#server/http/answer.ts';
import { acceptBodies, type Posted } from '#server/http/body.ts';
import { answerClientError } from '#server/http/client-error.ts';
import { createErrorAnswers } from '#server/http/errors.ts';
import { createLimitedServer, LIMITS, type Limits } from '#server/http/limits.ts';
import type { Log } from '#server/http/log.ts';
import { isOwnWrite } from '#server/http/origin.ts';
import type { Site } from '#server/pages/site.ts';
import { createSubscriber } from '#server/subscribe/routes.ts';
import type { SubscribeStore } from '#server/subscribe/subscription.ts';

export type AppDeps = {
  siteUrl: string;
  site: Site;
  store: SubscribeStore;
  /** Whether the store can take a subscription now. */
  canStore: () => Promise<boolean>;
  log: Log;
  limits?: Limits;
};

export type App = {
  /** Not yet listening. */
  server: Server;
  /** The API alone; its `inject` answers without a socket. */
  api: FastifyInstance;
  /** Takes no new connection, answers what is under way, then closes the rest after `patience` milliseconds. */
  stop(patience?: number): Promise<void>;
};

/** Methods by address: the whole API. */
const API_METHODS: Record<string, string> = {
  '/api/subscribe': 'POST',
  '/healthz': 'GET, HEAD',
  '/readyz': 'GET, HEAD',
};
const API_PATH = /^\/(?:api|healthz|readyz)(?=[/?]|$)/;

export async function createApp(deps: AppDeps): Promise<App> {
  const { site, log, limits = LIMITS } = deps;
  const problems = createProblems(deps.siteUrl);
  const errors = createErrorAnswers(problems, log);
  let stopping = false;

  const api = Fastify({
    bodyLimit: limits.bodyLimit,
    // Input is read by the contract's parsers. Without these two Fastify loads its schema compilers, 9 MB.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // Requests under way may end while the server closes; see stop.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerClientError(problems, error, socket),
    frameworkErrors: (_error, _request, reply) => send(reply.raw, problems('malformed')),
    serverFactory: (answerApi) =>
      createLimitedServer(limits, (request, response) => {
        // Tells a client that keeps its connection to open the next one elsewhere.
        if (stopping) response.shouldKeepAlive = false;
        if (isHostMissing(request)) send(response, problems('malformed'));
        else if (API_PATH.test(request.url ?? '')) answerApi(request, response);
        else answerSafely(site, request, response);
      }),
  });

  // Pages need nothing of a framework; an exception must not end the process all the same.
  function answerSafely(answer: Site, request: IncomingMessage, response: ServerResponse): void {
    try {
      answer(request, response);
    } catch (error) {
      send(response, errors(error, null));
    }
  }

  api.setErrorHandler((error, request, reply) => {
    if (!reply.raw.headersSent) send(reply.raw, errors(error, request.id));
  });
  acceptBodies(api);
  addRoutes(api, deps, problems, limits, async () => !stopping && (await deps.canStore()));
  await api.ready();

  async function stop(patience = 8_000): Promise<void> {
    stopping = true;
    await closeServer(api.server, patience);
    await api.close();
  }
  return { server: api.server, api, stop };
}

function noSchemas(): never {
  throw new Error('no route has a schema');
}

function addRoutes(
  api: FastifyInstance,
  { siteUrl, store }: AppDeps,
  problems: Problems,
  limits: Limits,
  isReady: () => Promise<boolean>,
): void {
  const subscribe = createSubscriber({ store, siteUrl, problems, storeTimeout: limits.storeTimeout });
  const health = createHealth(siteUrl, problems, isReady);

  // Before a body is read.
  api.addHook('onRequest', (request, reply, done) => {
    const { headers } = request.raw;
    if (request.is404) return send(reply.raw, missing(request.raw, problems));
    if (request.method !== 'POST') return done();
    if (!isOwnWrite(headers, siteUrl)) return send(reply.raw, problems('foreign-origin'));
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      return send(reply.raw, problems('unsupported-type'));
    done();
  });
  api.post('/api/subscribe', async (request, reply) => {
    const posted = request.body as Posted | undefined;
    if (posted === undefined) return send(reply.raw, problems('unsupported-type'));
    return subscribe(request.raw, reply.raw, posted);
  });
  api.get('/healthz', (_request, reply) => health.alive(reply.raw));
  api.get('/readyz', (_request, reply) => health.ready(reply.raw));
}

/** Required since HTTP/1.1 (RFC 9112, 3.2). */
function isHostMissing(request: IncomingMessage): boolean {
  return request.headers.host === undefined && request.httpVersion !== '1.0';
}

function missing(request: IncomingMessage, problems: Problems) {
  const allowed = API_METHODS[(request.url ?? '').split('?')[0] ?? ''];
  return allowed === undefined
    ? problems('not-found')
    : problems('method-not-allowed', { headers: ['Allow', allowed] });
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
