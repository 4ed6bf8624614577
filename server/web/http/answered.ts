import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLink } from '#contract/links.ts';

/** What was asked for, in few words: an address itself can hold a person's data. */
export type RouteClass = 'page' | 'asset' | 'subscribe' | 'contact' | 'links' | 'other';

/** One request and what became of it. */
export type Answered = {
  request: IncomingMessage;
  route: RouteClass;
  /** Null when the client left before there was an answer. */
  status: number | null;
  /** Milliseconds from the end of the request's headers to the end of the answer. */
  ms: number;
};

/** Tells of each answer once, when its last byte is out or the client has left. `clock`: milliseconds, never set back. */
export function watchAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  clock: () => number,
  tell: (answered: Answered) => void,
): void {
  const begun = clock();
  response.once('close', () => {
    const status = response.headersSent ? response.statusCode : null;
    tell({ request, route: routeOf(request.url ?? ''), status, ms: clock() - begun });
  });
}

const OTHER = /^\/(?:api|healthz|readyz|\.well-known)(?=[/?]|$)/;

export function routeOf(url: string): RouteClass {
  if (isLink(url)) return 'links';
  if (/^\/api\/subscribe(?:\?|$)/.test(url)) return 'subscribe';
  if (/^\/api\/contact(?:\?|$)/.test(url)) return 'contact';
  if (OTHER.test(url)) return 'other';
  return isFile(url.split('?', 1)[0] ?? '') ? 'asset' : 'page';
}

function isFile(path: string): boolean {
  return path.startsWith('/static/') || path.includes('.', path.lastIndexOf('/'));
}
