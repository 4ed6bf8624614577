import { BOOK_ID } from '#contract/books.ts';

/** What a row of a route table says about its URL. */
type Row = {
  method: 'GET' | 'POST';
  /** A segment with a colon is a parameter. */
  path: string;
  /** Query parameters, a `*` for the id of a book, at least one of which is required. */
  links?: readonly string[];
};

/** `params`: decoded. `malformed`: invalid percent-encoding. */
export type Match<Route extends Row> =
  | { kind: 'route'; route: Route; params: Record<string, string> }
  | { kind: 'wrong-method'; allow: string }
  | { kind: 'not-found' | 'malformed' };

export type Matcher<Route extends Row> = {
  /** Returns the first row that matches URL and method. GET includes HEAD. */
  match(method: string | undefined, url: string): Match<Route>;
  /** Returns all rows of a URL, whatever their method. */
  rowsAt(url: string): Route[];
};

/** The patterns of parameters; any text if not listed. */
const PARAMETERS: Record<string, string> = { id: '[1-9]\\d{0,14}', provider: '[a-z]{1,20}' };

/** `base`: the prefix of each path. */
export function createMatcher<Route extends Row>(routes: readonly Route[], base = ''): Matcher<Route> {
  const patterns = routes.map((route) => ({ route, pattern: patternOf(route, base) }));
  /** The rows that may match a path; each request is asked for twice. */
  const candidates = new Map(routes.map(({ path }) => [base + path, patterns.filter(mayMatch(path))]));
  const others = patterns.filter(mayMatch(null));

  function found(url: string) {
    const rows = (candidates.get(url.split('?', 1)[0] ?? '') ?? others).flatMap(({ route, pattern }) => {
      const groups = pattern.exec(url);
      return groups === null ? [] : [{ route, params: groups.groups ?? {} }];
    });
    // Two link pages may share a path: the first match owns the URL.
    return rows.filter(({ route }) => route.links === rows[0]?.route.links);
  }

  return {
    match(method, url) {
      const rows = found(url);
      if (rows.length === 0) return { kind: 'not-found' };
      const wanted = method === 'HEAD' ? 'GET' : method;
      const row = rows.find(({ route }) => route.method === wanted);
      if (row === undefined) return { kind: 'wrong-method', allow: allowOf(rows.map(({ route }) => route)) };
      const params = decoded(row.params);
      return params === null ? { kind: 'malformed' } : { kind: 'route', route: row.route, params };
    },
    rowsAt: (url) => found(url).map(({ route }) => route),
  };
}

function mayMatch(path: string | null): (row: { route: Row }) => boolean {
  return ({ route }) => route.path === path || route.path.includes(':');
}

function patternOf({ path, links }: Row, base: string): RegExp {
  const named = path.replaceAll(
    /:(\w+)/g,
    (_, name: string) => `(?<${name}>${PARAMETERS[name] ?? '[^/?]{1,200}'})`,
  );
  const query =
    links === undefined ? '(?:\\?|$)' : `\\?(?:.*&)?(?:${links.join('|').replaceAll('*', BOOK_ID)})=`;
  return new RegExp(`^${base}${named}${query}`);
}

function allowOf(rows: readonly Row[]): string {
  return [...new Set(rows.map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method)))].join(', ');
}

function decoded(params: Record<string, string>): Record<string, string> | null {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    return null;
  }
}
