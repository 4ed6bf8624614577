import type { Answered } from './answered.ts';
import type { Log } from '#server/log.ts';
import type { RequestIds } from './request-id.ts';

/** Beside every 5xx. 400, 404, 405 and 422 are everyday life on the open internet and tell nothing. */
const REFUSALS = new Set([403, 413, 415, 429]);
/** In an overload every request is refused; the log must not fill the disk then. */
const LINES_PER_SECOND = 20;

/** One line for each request that was refused or failed. `now`: milliseconds since 1970. */
export function createRequestLog(log: Log, idOf: RequestIds, now: () => number): (one: Answered) => void {
  let second = 0;
  let lines = 0;

  function beginSecond(current: number): void {
    const unlisted = lines - LINES_PER_SECOND;
    if (unlisted > 0) log.info('more requests were refused or failed', { count: unlisted });
    second = current;
    lines = 0;
  }

  return ({ request, route, status, ms }) => {
    if (status === null || (status < 500 && !REFUSALS.has(status))) return;
    const current = Math.floor(now() / 1000);
    if (current !== second) beginSecond(current);
    if (++lines > LINES_PER_SECOND) return;
    const fields = { requestId: idOf(request), method: request.method, route, status, ms: Math.round(ms) };
    log.info(status < 500 ? 'request refused' : 'request not served', fields);
  };
}
