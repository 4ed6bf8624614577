import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Failed } from '#server/base/failed.ts';
import { listenProblem } from '#server/base/listen-problem.ts';
import { NO_STORE, securityHeaders } from '#server/base/headers.ts';
import { createLimitedServer, LIMITS } from '#server/web/http/limits.ts';
import { createMetrics, type Metrics, type MetricsDeps, type ScrapedMetrics } from './prometheus.ts';

type OpenedMetrics = { counts: Metrics; stop(): Promise<void> };

/** Serves the metrics on `port`; without a port nothing is counted. @throws Failed */
export async function openMetrics(port: number | null, deps: MetricsDeps): Promise<OpenedMetrics> {
  if (port === null) {
    const counts = {
      answered: () => {},
      subscription: () => {},
      delivery: () => {},
      mailbox: () => {},
      report: () => {},
    };
    return { counts, stop: async () => {} };
  }
  const counts = await createMetrics(deps);
  try {
    const { stop } = await startMetricsServer(counts, port);
    return { counts, stop };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Failed(listenProblem(`Port ${port} of 127.0.0.1`, code, 'METRICS_PORT'));
  }
}

/** For one or two scrapers, and a person who looks. */
const METRICS_LIMITS = {
  ...LIMITS,
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  maxHeaderSize: 8 * 1024,
  maxConnections: 16,
};

const HEADERS = [...securityHeaders('http://127.0.0.1'), ...NO_STORE];

/** With DNS rebinding a foreign page's host name leads to this machine; its Host header gives it away. */
const OWN_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * Serves only `GET /metrics`, only on 127.0.0.1: the metrics are not public. 0 takes a free port. Rejects if
 * the port cannot be listened on.
 */
export async function startMetricsServer(
  metrics: Pick<ScrapedMetrics, 'contentType' | 'scrape'>,
  port: number,
) {
  const server = createLimitedServer(METRICS_LIMITS, (request, response) => {
    const isOwn = OWN_HOST.test(request.headers.host ?? '');
    if (!isOwn || request.method !== 'GET' || request.url !== '/metrics') {
      response.shouldKeepAlive = false;
      response.writeHead(isOwn ? 404 : 421, HEADERS).end();
      return;
    }
    metrics.scrape().then(
      (text) => response.writeHead(200, [...HEADERS, 'Content-Type', metrics.contentType]).end(text),
      () => response.writeHead(500, HEADERS).end(),
    );
  });
  server.listen({ host: '127.0.0.1', port });
  await once(server, 'listening');

  async function stop(): Promise<void> {
    const closed = once(server.close(), 'close');
    server.closeAllConnections();
    await closed;
  }
  return { port: (server.address() as AddressInfo).port, stop };
}
