import { PATHS, TOKEN_STATES } from '#contract/pages.ts';
import { THIS_SERVER } from '#server/settings/address.ts';
import { createMatcher, type Match } from './matcher.ts';

/**
 * The handlers, see `createHandlers`. `returns` is for mail providers; `thisServer` is for a server that asks
 * whether it answers at an address, `alive` and `ready` for supervisors; the last three are for links in mails.
 */
export type HandlerName =
  | 'subscribe'
  | 'contact'
  | 'returns'
  | 'formToken'
  | 'thisServer'
  | 'alive'
  | 'ready'
  | 'showLink'
  | 'followLink'
  | 'giveBook';

/** Groups of routes for logs and metrics: a URL itself can contain personal data. */
export type RouteLabel = 'page' | 'asset' | 'subscribe' | 'contact' | 'links' | 'owner' | 'other';

type Address = {
  path: string;
  /** Link parameters, a `*` for the id of a book, at least one of which is required: without one, the URL is that of a page. */
  links?: readonly string[];
  label: RouteLabel;
  handler: HandlerName;
};

/** GET includes HEAD, and changes nothing. */
type ReadRoute = Address & { method: 'GET' };

export type WriteRoute = Address & {
  method: 'POST';
  /** Largest body in bytes. */
  bodyLimit: number;
  /** The raw body, of any Content-Type: it is signed. */
  body?: 'text';
  /** `own`: only from a page of this site, or from no page. `any`: authorised by a signed link or body. */
  origin: 'own' | 'any';
  /**
   * The share of the maximum load at which it is shed. A message can be resent and a link clicked again; an
   * address left once is easily lost.
   */
  shedAt: 0.5 | 1;
};

export type Route = ReadRoute | WriteRoute;

const KB = 1024;

/** Everything but pages, files and the owner's API. The first row that matches URL and method answers. */
export const ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/subscribe',
    label: 'subscribe',
    bodyLimit: 16 * KB,
    origin: 'own',
    shedAt: 1,
    handler: 'subscribe',
  },
  {
    method: 'POST',
    path: '/api/contact',
    label: 'contact',
    // The longest message takes up to 12 bytes a character in a plain form.
    bodyLimit: 96 * KB,
    origin: 'own',
    shedAt: 0.5,
    handler: 'contact',
  },
  {
    method: 'POST',
    path: '/api/returns/:provider',
    label: 'other',
    // Amazon SNS sends up to 256 KB, escaped again.
    bodyLimit: 512 * KB,
    body: 'text',
    origin: 'any',
    // Providers retry.
    shedAt: 0.5,
    handler: 'returns',
  },
  { method: 'GET', path: '/api/form-token', label: 'other', handler: 'formToken' },
  { method: 'GET', path: THIS_SERVER, label: 'other', handler: 'thisServer' },
  { method: 'GET', path: '/healthz', label: 'other', handler: 'alive' },
  { method: 'GET', path: '/readyz', label: 'other', handler: 'ready' },
  { method: 'GET', path: PATHS.soon, links: ['book-*'], label: 'links', handler: 'giveBook' },
  { method: 'GET', path: PATHS.soon, links: TOKEN_STATES, label: 'links', handler: 'showLink' },
  {
    method: 'POST',
    path: PATHS.soon,
    links: TOKEN_STATES,
    label: 'links',
    bodyLimit: 16 * KB,
    origin: 'any',
    shedAt: 0.5,
    handler: 'followLink',
  },
];

/** No pages below these: an unknown path gets an API answer. */
const API = /^\/(?:api|healthz|readyz)(?=[/?]|$)/;
const OWNER_API = /^\/api\/owner(?=[/?]|$)/;

const { match, rowsAt } = createMatcher(ROUTES);

/** In the path only: a query is parsed by its own handler. */
const BROKEN_ESCAPE = /^[^?]*%(?![\da-f]{2})/i;

/** The result of routing: a row of the table, or none of them. */
export type Found =
  | Match<Route>
  /** The owner's API: it has its own table (owner/routes.ts). */
  | { kind: 'owner' }
  | { kind: 'page' };

export function findRoute(method: string | undefined, url: string): Found {
  if (OWNER_API.test(url)) return { kind: 'owner' };
  const found = match(method, url);
  if (found.kind !== 'not-found') return found;
  if (!API.test(url)) return { kind: 'page' };
  return BROKEN_ESCAPE.test(url) ? { kind: 'malformed' } : found;
}

const OTHER = /^\/\.well-known(?=[/?]|$)/;

export function routeLabel(url: string): RouteLabel {
  const [row] = rowsAt(url);
  if (row !== undefined) return row.label;
  if (OWNER_API.test(url)) return 'owner';
  if (API.test(url) || OTHER.test(url)) return 'other';
  const [path = ''] = url.split('?', 1);
  return path.startsWith('/static/') || path.includes('.', path.lastIndexOf('/')) ? 'asset' : 'page';
}
