/** What a table of routes says of an address. */
type Row = {
  method: 'GET' | 'POST';
  /** A part with a colon is a parameter. */
  path: string;
  /** Parameters of the query, of which one must be there. */
  links?: readonly string[];
};

/** `params`: decoded. `malformed`: what their escapes stand for cannot be read. */
export type Match<Route extends Row> =
  | { kind: 'route'; route: Route; params: Record<string, string> }
  | { kind: 'wrong-method'; allow: string }
  | { kind: 'not-found' | 'malformed' };

export type Matcher<Route extends Row> = {
  /** The first row that fits address and method. GET answers HEAD too. */
  match(method: string | undefined, url: string): Match<Route>;
  /** All rows of an address, whatever their method. */
  rowsAt(url: string): Route[];
};

/** What each parameter may be; any text where it is not named here. */
const PARAMETERS: Record<string, string> = { id: '[1-9]\\d{0,14}', provider: '[a-z]{1,20}' };

/** `base`: stands before each path. */
export function createMatcher<Route extends Row>(routes: readonly Route[], base = ''): Matcher<Route> {
  const patterns = routes.map((route) => ({ route, pattern: patternOf(route, base) }));

  function found(url: string) {
    const rows = patterns.flatMap(({ route, pattern }) => {
      const groups = pattern.exec(url);
      return groups === null ? [] : [{ route, params: groups.groups ?? {} }];
    });
    // Two pages of links may share a path: the first that fits has the address alone.
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

function patternOf({ path, links }: Row, base: string): RegExp {
  const named = path.replaceAll(
    /:(\w+)/g,
    (_, name: string) => `(?<${name}>${PARAMETERS[name] ?? '[^/?]{1,200}'})`,
  );
  const query = links === undefined ? '(?:\\?|$)' : `\\?(?:.*&)?(?:${links.join('|')})=`;
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
