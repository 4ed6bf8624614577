import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Stack } from './stacks.ts';

type File = { type: string; body: Buffer; brotli: Buffer | null; immutable: boolean };
/** A post to a page's form endpoint. */
export type Post = { json: boolean; body: string };
export type Served = {
  stack: Stack;
  /** URL of its page, with the origin. */
  address: string;
  files: Map<string, File>;
  posts: Post[];
  urls: string[];
  server: Server;
};

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/**
 * One static server for all pages, on loopback: precompressed brotli, HTTP/1.1, and the same headers, font,
 * pictures and icon: those of the build in `site`.
 */
export async function serveStacks(stacks: Stack[], site: string): Promise<Served[]> {
  const pictures = await readFiles(join(site, 'static/media'), '/static/media');
  const icon = await readFiles(site, '', /^favicon/);
  return Promise.all(
    stacks.map(async (stack) => {
      const files = new Map([...pictures, ...icon, ...(await readFiles(stack.dist, ''))]);
      const served: Served = { stack, address: '', files, posts: [], urls: [], server: createServer() };
      served.server.on('request', (request, response) => answer(served, request, response));
      served.server.keepAliveTimeout = 60_000;
      await new Promise<void>((resolve) => served.server.listen(0, '127.0.0.1', resolve));
      served.address = `http://127.0.0.1:${(served.server.address() as AddressInfo).port}${stack.path}`;
      return served;
    }),
  );
}

export function stopServers(served: Served[]): void {
  for (const { server } of served) {
    server.close();
    server.closeAllConnections();
  }
}

async function readFiles(
  folder: string,
  at: string,
  wanted = /(?!\.(br|gz)$)\.\w+$/,
): Promise<[string, File][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(({ name }) => !/^\.|\.(br|gz)$/.test(name));
  return Promise.all(
    files
      .filter(
        (entry) => entry.isFile() && wanted.test(entry.name) && !entry.parentPath.includes(`${sep}.build`),
      )
      .map(async (entry): Promise<[string, File]> => {
        const path = join(entry.parentPath, entry.name);
        const body = await readFile(path);
        const address = `${at}/${relative(folder, path).replaceAll(sep, '/')}`;
        return [address, fileOf(address, body)];
      }),
  );
}

function fileOf(address: string, body: Buffer): File {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const packed = /\.(html|js|css|json|svg|txt)$/.test(address) ? brotliCompressSync(body, { params }) : null;
  return {
    type: TYPES[extname(address)] ?? 'application/octet-stream',
    body,
    brotli: packed && packed.length < body.length ? packed : null,
    immutable: /[\w-]{8,}\.(chunk\.)?\w+$/.test(address) && !address.endsWith('.html'),
  };
}

/** The document or file for a path, resolved as the common static hosts do. */
function findFile({ files }: Served, path: string): File | undefined {
  return (
    files.get(path) ?? files.get(`${path}.html`) ?? files.get(`${path}/index.html`) ?? fallbackOf(files, path)
  );
}

function fallbackOf(files: Map<string, File>, path: string): File | undefined {
  return extname(path) === '' ? (files.get('/index.html') ?? files.get('/404.html')) : undefined;
}

function answer(served: Served, request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  served.urls.push(request.url ?? '');
  if (pathname === '/api/subscribe') return void subscribe(served, request, response);
  // Only our own page requests it; any text will do.
  if (pathname === '/api/form-token')
    return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"token":"token"}');
  const file = findFile(served, decodeURIComponent(pathname));
  if (!file) return void response.writeHead(404).end();
  const packed = /\bbr\b/.test(String(request.headers['accept-encoding'])) ? file.brotli : null;
  const body = packed ?? file.body;
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': body.length,
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
    ...(packed ? { 'content-encoding': 'br' } : {}),
  });
  response.end(body);
}

/** Accepts any address except fail@; redirects a plain form post back to the page, as our server does. */
async function subscribe(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const part of request) body += String(part);
  const json = String(request.headers['content-type']).startsWith('application/json');
  served.posts.push({ json, body });
  if (!json) return void response.writeHead(303, { location: '/soon?state=subscribed' }).end();
  const ok = /"email":"[^"]+@/.test(body) && !body.includes('fail@');
  response.writeHead(ok ? 202 : 500, { 'content-type': 'application/json' }).end('{}');
}
