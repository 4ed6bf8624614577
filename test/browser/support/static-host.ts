import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { contentTypeOf } from '#server/web/pages/content-type.ts';

/**
 * How a host serves files. `plain`: files only, a folder's document at the folder's name.
 * `cloudflare`: applies `_redirects` before files, adds a folder's slash, sends `_headers`; a header
 * set by two rules is sent twice.
 * `netlify`: files first, then `_redirects`; sends `_headers`.
 */
export const HOST_KINDS = ['plain', 'cloudflare', 'netlify'] as const;
export type HostKind = (typeof HOST_KINDS)[number];

/** A static host: serves `dist` on a free port of 127.0.0.1. */
export async function serveStatic(
  dist: string,
  kind: HostKind,
): Promise<{ address: string; stop: () => void }> {
  const server: Server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    if (kind !== 'plain')
      for (const [name, value] of headersFor(dist, pathname)) response.appendHeader(name, value);
    answer(response, dist, { kind, pathname, search });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

type Asked = { kind: HostKind; pathname: string; search: string };

function answer(response: ServerResponse, dist: string, { kind, pathname, search }: Asked): void {
  const redirection = kind === 'plain' ? undefined : redirectionFor(dist, pathname);
  const file = fileAt(dist, pathname);
  if (redirection && (kind === 'cloudflare' || file === null)) {
    response.writeHead(redirection.status, { Location: redirection.to + search }).end();
  } else if (kind === 'cloudflare' && file?.endsWith('index.html') && !pathname.endsWith('/')) {
    response.writeHead(308, { Location: `${pathname}/${search}` }).end();
  } else {
    const found = file ?? join(dist, '404.html');
    response.writeHead(file === null ? 404 : 200, { 'Content-Type': contentTypeOf(found) });
    response.end(readFileSync(found));
  }
}

function fileAt(dist: string, pathname: string): string | null {
  const path = join(dist, pathname);
  return [path, join(path, 'index.html')].find((one) => existsSync(one) && statSync(one).isFile()) ?? null;
}

function redirectionFor(dist: string, pathname: string): { to: string; status: number } | undefined {
  for (const line of readFileSync(join(dist, '_redirects'), 'utf8').trim().split('\n')) {
    const [from = '', to = '', status = ''] = line.split(' ');
    if (matches(from, pathname)) return { to, status: Number(status) };
  }
  return undefined;
}

function headersFor(dist: string, pathname: string): [name: string, value: string][] {
  const blocks = readFileSync(join(dist, '_headers'), 'utf8').trim().split('\n\n');
  return blocks.flatMap((block) => {
    const [pattern = '', ...lines] = block.split('\n');
    if (!matches(pattern, pathname)) return [];
    return lines.map((line): [string, string] => {
      const at = line.indexOf(': ');
      return [line.slice(0, at).trim(), line.slice(at + 2)];
    });
  });
}

/** `*` matches anything, only at the end. */
function matches(pattern: string, pathname: string): boolean {
  return pattern.endsWith('*') ? pathname.startsWith(pattern.slice(0, -1)) : pattern === pathname;
}
