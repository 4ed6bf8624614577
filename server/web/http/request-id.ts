import type { IncomingMessage } from 'node:http';

/** The id by which all log lines of one request are found. */
export type RequestIds = (request: IncomingMessage) => string;

const SANE = /^[A-Za-z0-9-]{16,64}$/;

/**
 * A proxy may give the id (`X-Request-Id`), so that its log and ours can be read side by side; whatever could break a
 * line or be somebody's data is not taken. `random`: e.g. `randomUUID`; asked only for requests that need an id.
 */
export function createRequestIds(random: () => string): RequestIds {
  const ids = new WeakMap<IncomingMessage, string>();
  return (request) => {
    const known = ids.get(request);
    if (known !== undefined) return known;
    const given = request.headers['x-request-id'];
    const id = typeof given === 'string' && SANE.test(given) ? given : random();
    ids.set(request, id);
    return id;
  };
}
