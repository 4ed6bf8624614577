import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '#server/base/log.ts';

/** A request and its outcome. */
export type Answered = {
  request: IncomingMessage;
  /** Low cardinality: a URL itself can contain personal data. */
  route: string;
  /** Null if the client disconnected before the answer. */
  status: number | null;
  /** Milliseconds from the end of the request headers to the end of the answer. */
  ms: number;
};

/** Calls back once, after the last byte or the disconnect. */
export function watchAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  route: string,
  tell: (answered: Answered) => void,
): void {
  const begun = performance.now();
  response.once('close', () => {
    const status = response.headersSent ? response.statusCode : null;
    tell({ request, route, status, ms: performance.now() - begun });
  });
}

const SANE = /^[A-Za-z0-9-]{16,64}$/;

/**
 * Returns the id in all log lines of a request. A proxy may set it (`X-Request-Id`) to correlate its log with
 * ours; values that could break a line or be personal data are replaced.
 */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  if (typeof given === 'string' && SANE.test(given)) return given;
  return (headers['x-request-id'] = randomUUID());
}

/** Logged besides all 5xx. 400, 404, 405 and 422 are normal on the open internet and mean nothing. */
const REFUSALS = new Set([403, 413, 415, 429]);
/** In an overload every request is refused; the log must not fill the disk. */
const LINES_PER_SECOND = 20;

/** Logs one line per refused or failed request. `now`: milliseconds since 1970. */
export function createRequestLog(log: Log, now: () => number): (one: Answered) => void {
  let second = 0;
  let lines = 0;

  return ({ request, route, status, ms }) => {
    if (status === null || (status < 500 && !REFUSALS.has(status))) return;
    const current = Math.floor(now() / 1000);
    if (current !== second) {
      const unlisted = lines - LINES_PER_SECOND;
      if (unlisted > 0) log.info('more requests were refused or failed', { count: unlisted });
      second = current;
      lines = 0;
    }
    if (++lines > LINES_PER_SECOND) return;
    log.info(status < 500 ? 'request refused' : 'request not served', {
      requestId: requestId(request),
      method: request.method,
      route,
      status,
      ms: Math.round(ms),
    });
  };
}
