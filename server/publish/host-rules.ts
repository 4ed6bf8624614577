import { PATHS, INNER_PAGES, WORKER_FILES, type Stage } from '#contract/pages.ts';
import { securityHeaders } from '#server/base/headers.ts';

type Redirection = { from: string; to: string };

/** Header rules and redirects for the common static hosts, by the file name that each host reads. */
export function hostRules(stage: Stage, siteUrl: string, policies: string[]): Record<string, string> {
  const redirections = redirectionsOf(stage);
  const security = pairsOf(securityHeaders(siteUrl, joined(policies)));
  return {
    // Netlify and Cloudflare Pages.
    _redirects: redirections.map(({ from, to }) => `${from} ${to} 302\n`).join(''),
    _headers: [
      block('/*', security),
      block(`${HASHED}*`, KEPT),
      ...WORKER_FILES.map((name) => block(`/${name}`, NOT_KEPT)),
    ].join('\n'),
    'vercel.json': JSON.stringify(
      {
        $schema: 'https://openapi.vercel.sh/vercel.json',
        trailingSlash: false,
        redirects: redirections.map(({ from, to }) => ({
          source: from.replace('*', '(.*)'),
          destination: to,
          statusCode: 302,
        })),
        headers: [
          vercelBlock('/(.*)', security),
          vercelBlock(`${HASHED}(.*)`, KEPT),
          ...WORKER_FILES.map((name) => vercelBlock(`/${name}`, NOT_KEPT)),
        ],
      },
      null,
      2,
    ),
  };
}

/** Files below it have a content hash in their name. Hosts have all others revalidated each time. */
const HASHED = '/static/';
const NOT_KEPT: Pair[] = [['Cache-Control', 'no-store']];
const KEPT: Pair[] = [['Cache-Control', 'public, max-age=31536000, immutable']];

/**
 * 302, as the server does: after the launch these addresses are pages. One rule per page, because one host
 * applies rules even where a file exists, so that `/*` would loop: 404.html covers all other addresses.
 */
function redirectionsOf(stage: Stage): Redirection[] {
  const open = stage === 'live';
  const to = open ? PATHS.home : PATHS.soon;
  const closed = open ? [PATHS.soon] : INNER_PAGES.map((page) => PATHS[page]);
  const both = closed.flatMap((path) => (path === '/' ? [path] : [path, `${path}/`]));
  // These files are for the server.
  return [...both, '/.build/*'].map((from) => ({ from, to }));
}

/**
 * One policy that allows what any of the documents needs. A policy per document would also need one for all
 * paths, because 404.html answers at any of them; a document would then get both, and browsers enforce both.
 */
function joined(policies: string[]): string {
  const directives = new Map<string, Set<string>>();
  for (const directive of policies.flatMap((policy) => policy.split('; '))) {
    const [name = '', ...sources] = directive.split(' ');
    const known = directives.get(name) ?? new Set();
    directives.set(name, new Set([...known, ...sources]));
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}

type Pair = [name: string, value: string];

function pairsOf(headers: string[]): Pair[] {
  return headers.flatMap((name, at): Pair[] => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []));
}

function block(path: string, pairs: Pair[]): string {
  return `${path}\n${pairs.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`;
}

function vercelBlock(source: string, pairs: Pair[]): object {
  return { source, headers: pairs.map(([key, value]) => ({ key, value })) };
}
