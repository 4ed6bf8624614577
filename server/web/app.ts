import Fastify, { type FastifyInstance } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Guard } from '#server/abuse/guard.ts';
import { CONTACT_BODY_LIMIT, createContact } from '#server/web/contact.ts';
import type { MessageStore } from '#server/messages/message.ts';
import { createHealth } from '#server/web/health/routes.ts';
import { responseOf, createProblems, send, type Problems } from '#server/web/http/http-response.ts';
import { acceptBodies, type Posted } from '#server/web/http/body.ts';
import { limitBodyMemory } from '#server/web/http/body-memory-limit.ts';
import { watchAnswer, type Answered } from '#server/web/http/answered.ts';
import { answerClientError } from '#server/web/http/client-error.ts';
import { createErrorAnswers } from '#server/web/http/errors.ts';
import { createPostQueue } from '#server/web/http/post-queue.ts';
import type { RequestIds } from '#server/web/http/request-id.ts';
import {
  createComeBackLater,
  createShedding,
  type ComeBackLater,
  type WriteKind,
} from '#server/web/http/shedding.ts';
import { createLimitedServer, LIMITS, type Limits } from '#server/web/http/limits.ts';
import { NO_STORE, securityHeaders } from '#server/web/http/headers.ts';
import { isHostClear } from '#server/web/http/host.ts';
import { oncePerMinute, type Log } from '#server/log.ts';
import type { LinkPages } from '#server/web/token-pages/token-pages.ts';
import { isOwnWrite } from '#server/web/http/origin.ts';
import { isBookLink, isLink } from '#contract/links.ts';
import { PATHS } from '#contract/pages.ts';
import type { Interest } from '#contract/subscribe.ts';
import type { DiskState } from '#server/store/disk/free-space.ts';
import type { Site } from '#server/web/pages/site.ts';
import { createSubscriber } from '#server/web/subscribe.ts';
import type { SubscribeStore } from '#server/list/subscription.ts';

export type AppDeps = {
  siteUrl: string;
  site: Site;
  store: SubscribeStore;
  messages: MessageStore;
  /** The books that are handed out. */
  books: readonly Interest[];
  links: LinkPages;
  guard: Guard;
  /** Something was accepted from which more may have to follow. */
  onAccepted: () => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Whether the store can take a subscription now. */
  canStore: () => Promise<boolean>;
  /** Of the disk the store writes to. Never rejects. */
  diskState: () => Promise<DiskState>;
  /** Milliseconds by which the event loop is late. */
  eventLoopDelay: () => number;
  /** From 0 up to, not including, 1. */
  random: () => number;
  idOf: RequestIds;
  /** Told of every answer, once it is out. */
  onAnswered: (one: Answered) => void;
  log: Log;
  limits?: Limits;
};

export type App = {
  /** Not yet listening. */
  server: Server;
  /** The API alone; its `inject` answers without a socket. */
  api: FastifyInstance;
  /**
   * Says that it is not ready, takes no new connection after `leaving` milliseconds, answers what is under way, and
   * closes the rest after `patience` milliseconds more; at once where that is 0.
   */
  stop(patience?: number, leaving?: number): Promise<void>;
};

/** Methods by address: the whole API, and the page behind signed links. */
export const API_METHODS: Record<string, string> = {
  '/api/subscribe': 'POST',
  '/api/contact': 'POST',
  '/api/form-token': 'GET, HEAD',
  '/healthz': 'GET, HEAD',
  '/readyz': 'GET, HEAD',
  [PATHS.soon]: 'GET, HEAD, POST',
};
const API_PATH = /^\/(?:api|healthz|readyz)(?=[/?]|$)/;

export async function createApp(deps: AppDeps): Promise<App> {
  const { site, log, limits = LIMITS } = deps;
  const problems = createProblems(deps.siteUrl);
  const errors = createErrorAnswers(problems, log);
  const logOnce = oncePerMinute(log, () => performance.now());
  const comeBackLater = createComeBackLater(problems, deps.random, (why) =>
    logOnce('a post was sent away', { why }),
  );
  const weighBody = limitBodyMemory(limits.bodyMemory, comeBackLater);
  const soon = createPostQueue();
  let stopping = false;

  const api = Fastify({
    bodyLimit: limits.bodyLimit,
    // Input is read by the contract's parsers. Without these two Fastify loads its schema compilers, 9 MB.
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    // Requests under way may end while the server closes; see stop.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerClientError(problems, error, socket),
    frameworkErrors: (_error, _request, reply) => send(reply.raw, problems('malformed')),
    serverFactory: (answerApi) =>
      createLimitedServer(limits, (request, response) => {
        // Tells a client that keeps its connection to open the next one elsewhere.
        if (stopping) response.shouldKeepAlive = false;
        watchAnswer(request, response, () => performance.now(), deps.onAnswered);
        weighBody(request, response);
        if (!isHostClear(request)) send(response, problems('malformed'));
        else if (API_PATH.test(request.url ?? '') || isLink(request.url ?? '')) {
          if (request.method === 'POST') soon(() => answerApi(request, response));
          else answerApi(request, response);
        } else answerSafely(site, request, response);
      }),
  });

  // Pages need nothing of a framework; an exception must not end the process all the same.
  function answerSafely(answer: Site, request: IncomingMessage, response: ServerResponse): void {
    try {
      answer(request, response);
    } catch (error) {
      send(response, errors(error, deps.idOf(request)));
    }
  }

  api.setErrorHandler((error, request, reply) => {
    if (!reply.raw.headersSent) send(reply.raw, errors(error, deps.idOf(request.raw)));
  });
  acceptBodies(api);
  addRoutes(
    api,
    deps,
    problems,
    comeBackLater,
    logOnce,
    limits,
    async () => !stopping && (await deps.diskState()) !== 'full' && (await deps.canStore()),
  );
  await api.ready();

  async function stop(patience = 8_000, leaving = LEAVING_MS): Promise<void> {
    stopping = true;
    // Who has connected already is still let in; new ones are led elsewhere by the readiness.
    if (patience > 0 && leaving > 0) await wait(leaving);
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
  deps: AppDeps,
  problems: Problems,
  comeBackLater: ComeBackLater,
  logOnce: ReturnType<typeof oncePerMinute>,
  limits: Limits,
  isReady: () => Promise<boolean>,
): void {
  const { siteUrl, store, messages, books, links, guard, onAccepted, now } = deps;
  const { storeTimeout } = limits;
  const subscribe = createSubscriber({
    store,
    siteUrl,
    problems,
    books,
    storeTimeout,
    onNotStored: (outcome) => logOnce('an address was not stored', outcome),
  });
  const contact = createContact({
    store: messages,
    siteUrl,
    problems,
    storeTimeout,
    now,
    onNotStored: (outcome) => logOnce('a message was not stored', outcome),
  });
  const health = createHealth(siteUrl, problems, isReady, async () => (await deps.diskState()) === 'low');
  const json = [...securityHeaders(siteUrl), ...NO_STORE, 'Content-Type', 'application/json; charset=utf-8'];

  const shedding = createShedding({ eventLoopDelay: deps.eventLoopDelay, comeBackLater });

  // Before a body is read.
  api.addHook('onRequest', (request, reply, done) => {
    const { headers, url = '' } = request.raw;
    if (request.is404) return send(reply.raw, missing(request.raw, problems));
    if (request.method !== 'POST') return done();
    // A signed link carries its own right, also where a mail program sends it from.
    if (!isLink(url) && !isOwnWrite(headers, siteUrl)) return send(reply.raw, problems('foreign-origin'));
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      return send(reply.raw, problems('unsupported-type'));
    const refusal = shedding.refusal(kindOf(url));
    if (refusal !== null) return send(reply.raw, refusal);
    void deps
      .diskState()
      .then((disk) => (disk === 'full' ? send(reply.raw, comeBackLater('disk-full')) : done()));
  });
  api.addHook('preHandler', (request, reply, done) => {
    if (request.method === 'POST') shedding.entered(reply.raw);
    done();
  });

  api.post('/api/subscribe', async ({ raw, body }, reply) => {
    const posted = body as Posted | undefined;
    if (posted === undefined) return send(reply.raw, problems('unsupported-type'));
    await subscribe(raw, reply.raw, posted, await guard.admit(raw, posted, 'visitor'));
    onAccepted();
  });
  api.post('/api/contact', { bodyLimit: CONTACT_BODY_LIMIT }, async ({ raw, body }, reply) => {
    const posted = body as Posted | undefined;
    if (posted === undefined) return send(reply.raw, problems('unsupported-type'));
    await contact(reply.raw, posted, await guard.admit(raw, posted, 'owner'));
    onAccepted();
  });
  api.get('/api/form-token', (_request, reply) => {
    send(reply.raw, responseOf(200, json, JSON.stringify({ token: guard.token() })));
  });

  const away = problems('unavailable', { headers: ['Retry-After', '10'] });
  api.get(PATHS.soon, ({ raw }, reply) => links.show(raw, reply.raw).catch(storeIsAway(reply.raw)));
  api.post(PATHS.soon, ({ raw, body }, reply) =>
    links.act(raw, reply.raw, body as Posted | undefined).catch(storeIsAway(reply.raw)),
  );
  function storeIsAway(response: ServerResponse) {
    return (error: unknown) => {
      deps.log.error('a signed link could not be answered', { error });
      send(response, away);
    };
  }

  api.get('/healthz', (_request, reply) => health.alive(reply.raw));
  api.get('/readyz', (_request, reply) => health.ready(reply.raw));
}

function kindOf(url: string): WriteKind {
  if (url.startsWith('/api/subscribe')) return 'subscribe';
  return url.startsWith('/api/contact') ? 'contact' : 'link';
}

function missing(request: IncomingMessage, problems: Problems) {
  const url = request.url ?? '';
  const allowed = isBookLink(url) ? 'GET, HEAD' : API_METHODS[url.split('?')[0] ?? ''];
  return allowed === undefined
    ? problems('not-found')
    : problems('method-not-allowed', { headers: ['Allow', allowed] });
}

/** Milliseconds between the readiness saying no and the end of listening. */
const LEAVING_MS = 250;

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
