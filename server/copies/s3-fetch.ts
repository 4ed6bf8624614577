import { AsyncLocalStorage } from 'node:async_hooks';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { BlockList, isIPv6 } from 'node:net';
import { PIECE } from './pieces.ts';
import { TargetError } from './target.ts';

// The client of S3 uses the global `fetch`, follows redirects with the body, and reads any answer whole.

/** Bytes of a list or an error. */
const MOST_ANSWERED = 1024 * 1024;

/** This machine and its network link: what is there trusts any request from here. */
const NEAR = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
] as const)
  NEAR.addSubnet(net, bits);
for (const address of ['::', '::1']) NEAR.addAddress(address, 'ipv6');
NEAR.addSubnet('fe80::', 10, 'ipv6');

type Guard = {
  mayBeNear: boolean;
  /** Milliseconds until all is answered. */
  patience: number;
};
const guards = new AsyncLocalStorage<Guard>();

/** What `work` fetches is not redirected, has limits of time and size, and comes from where it may. */
export function guarded<T>(guard: Guard, work: () => Promise<T>): Promise<T> {
  return guards.run(guard, work);
}

const fetchAnything = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const guard = guards.getStore();
  if (guard === undefined) return fetchAnything(input, init);
  const url = new URL(String(input));
  if (!guard.mayBeNear) await assertFar(url);
  const signal = AbortSignal.timeout(guard.patience);
  try {
    return await ask(url, init ?? {}, signal);
  } catch (error) {
    const late = `${url.host} did not answer within ${guard.patience / 1000} seconds.`;
    throw signal.aborted ? new TargetError('no-answer', late) : error;
  }
};

/** Node's own fetch ends the process if a connection is closed while its body waits to be read. */
async function ask(url: URL, { method, headers, body }: RequestInit, signal: AbortSignal): Promise<Response> {
  const { request } = url.protocol === 'https:' ? https : http;
  const asking = request(url, { method, headers: Object.fromEntries(new Headers(headers)), signal });
  const answered = once(asking, 'response') as Promise<[IncomingMessage]>;
  // After the answer nothing else listens.
  asking.on('error', () => {});
  asking.end(body);
  const [answer] = await answered;
  const { statusCode = 0, statusMessage = '' } = answer;
  const isPiece = statusCode === 206;
  const said = await beginningOf(answer, isPiece ? PIECE : MOST_ANSWERED);
  // The client's parser takes the square of the number of comments; storages write none.
  const read = isPiece ? said : said.toString().replaceAll('<!--', '');
  return new Response(read.length === 0 ? null : read, {
    status: statusCode,
    statusText: statusMessage,
    headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
  });
}

async function assertFar({ hostname }: URL): Promise<void> {
  const found = await lookup(hostname.replace(/^\[(.*)\]$/, '$1'), { all: true });
  const near = found.find(({ address }) => NEAR.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'));
  if (near === undefined) return;
  throw new TargetError(
    'failed',
    `${hostname} is this machine or its network link. Only S3_ENDPOINT in the server’s environment may name it.`,
  );
}

async function beginningOf(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size > most) throw new TargetError('failed', 'The storage answers too much.');
  }
  return Buffer.concat(parts);
}
