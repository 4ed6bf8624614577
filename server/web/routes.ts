import { BOOK_LINKS } from '#contract/books.ts';
import { PATHS, TOKEN_STATES } from '#contract/pages.ts';
import { createMatcher, type Match } from './matcher.ts';

/**
 * What answers a route: see `createHandlers`. `returns` is for mail providers; `alive` and `ready` are for supervisors; the
 * last three are the links of mails.
 */
export type HandlerName =
  | 'subscribe'
  | 'contact'
  | 'returns'
  | 'formToken'
  | 'alive'
  | 'ready'
  | 'showLink'
  | 'followLink'
  | 'giveBook';

/** Groups of routes for the log and the metrics: an address itself can hold a person's data. */
export type RouteLabel = 'page' | 'asset' | 'subscribe' | 'contact' | 'links' | 'owner' | 'other';

type Address = {
  path: string;
  /** The link's parameters, of which one must be there: without any, the address is that of a page. */
  links?: readonly string[];
  label: RouteLabel;
  handler: HandlerName;
};

/** GET answers HEAD too, and changes nothing. */
type ReadRoute = Address & { method: 'GET' };

export type WriteRoute = Address & {
  method: 'POST';
  /** Largest body in bytes. */
  bodyLimit: number;
  /** Taken as it comes, of any type: others have signed it, and how they call it is their matter. */
  body?: 'text';
  /** `own`: only from a page of this site, or from no page. `any`: a signed link, or a signed body, carries its own right. */
  origin: 'own' | 'any';
  /**
   * From which share of the highest load on it is refused. A message can be sent again and a link pressed again; an
   * address left once is easily lost.
   */
  shedAt: 0.5 | 1;
};

export type Route = ReadRoute | WriteRoute;

const KB = 1024;

/** Everything but pages, files and the owner's API. The first row that fits an address and a method answers. */
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
    // Amazon SNS sends up to 256 KB, escaped once more.
    bodyLimit: 512 * KB,
    body: 'text',
    origin: 'any',
    // Providers send it again.
    shedAt: 0.5,
    handler: 'returns',
  },
  { method: 'GET', path: '/api/form-token', label: 'other', handler: 'formToken' },
  { method: 'GET', path: '/healthz', label: 'other', handler: 'alive' },
  { method: 'GET', path: '/readyz', label: 'other', handler: 'ready' },
  { method: 'GET', path: PATHS.soon, links: BOOK_LINKS, label: 'links', handler: 'giveBook' },
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

/** Below these nothing is a page: an unknown address there is answered as the API answers. */
const API = /^\/(?:api|healthz|readyz)(?=[/?]|$)/;
const OWNER_API = /^\/api\/owner(?=[/?]|$)/;

const { match, rowsAt } = createMatcher(ROUTES);

/** In the path: a query is read by whoever it is for. */
const BROKEN_ESCAPE = /^[^?]*%(?![\da-f]{2})/i;

/** What a request leads to: what the table says, or nothing of it. */
export type Found =
  | Match<Route>
  /** The owner's API: its own table says more (owner/routes.ts). */
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

export function labelOf(url: string): RouteLabel {
  const [row] = rowsAt(url);
  if (row !== undefined) return row.label;
  if (OWNER_API.test(url)) return 'owner';
  if (API.test(url) || OTHER.test(url)) return 'other';
  const [path = ''] = url.split('?', 1);
  return path.startsWith('/static/') || path.includes('.', path.lastIndexOf('/')) ? 'asset' : 'page';
}
