import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '#server/log.ts';

/** One request and what became of it. */
export type Answered = {
  request: IncomingMessage;
  /** Of few values: an address itself can hold a person's data. */
  route: string;
  /** Null when the client left before there was an answer. */
  status: number | null;
  /** Milliseconds from the end of the request's headers to the end of the answer. */
  ms: number;
};

/** Tells of an answer once, when its last byte is out or the client has left. */
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
 * The id by which all log lines of one request are found. A proxy may give it (`X-Request-Id`), so that its log and ours
 * can be read side by side; whatever could break a line or be somebody's data is not taken.
 */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  if (typeof given === 'string' && SANE.test(given)) return given;
  return (headers['x-request-id'] = randomUUID());
}

/** Beside every 5xx. 400, 404, 405 and 422 are everyday life on the open internet and tell nothing. */
const REFUSALS = new Set([403, 413, 415, 429]);
/** In an overload every request is refused; the log must not fill the disk then. */
const LINES_PER_SECOND = 20;

/** One line for each request that was refused or failed. `now`: milliseconds since 1970. */
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
