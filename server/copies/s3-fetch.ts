import { AsyncLocalStorage } from 'node:async_hooks';
import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import { TargetError } from './target.ts';

// The client of S3 uses the global `fetch`, follows redirects with the body, and reads any answer whole.

/** Bytes of a list or an error. */
const MOST_ANSWERED = 1024 * 1024;

/** This machine and its network link: what is there trusts whoever comes from here. */
const NEAR = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
] as const)
  NEAR.addSubnet(net, bits);
for (const address of ['::', '::1']) NEAR.addAddress(address, 'ipv6');
NEAR.addSubnet('fe80::', 10, 'ipv6');

type Guard = { mayBeNear: boolean };
const guards = new AsyncLocalStorage<Guard>();

/** What `work` fetches is not redirected, has a limit unless it is an object, and comes from where it may. */
export function guarded<T>(guard: Guard, work: () => Promise<T>): Promise<T> {
  return guards.run(guard, work);
}

const fetchAnything = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const guard = guards.getStore();
  if (guard === undefined) return fetchAnything(input, init);
  const url = new URL(input instanceof Request ? input.url : input);
  if (!guard.mayBeNear) await assertFar(url);
  const answer = await fetchAnything(input, { ...init, redirect: 'manual' });
  const isObject = (init?.method ?? 'GET') === 'GET' && answer.ok && !url.searchParams.has('list-type');
  if (isObject || answer.body === null) return answer;
  // The client's parser takes the square of the number of comments; storages write none.
  const said = (await beginningOf(answer.body)).replaceAll('<!--', '');
  return new Response(said, {
    status: answer.status,
    statusText: answer.statusText,
    headers: answer.headers,
  });
};

async function assertFar({ hostname }: URL): Promise<void> {
  const found = await lookup(hostname.replace(/^\[(.*)\]$/, '$1'), { all: true });
  const near = found.find(({ address }) => NEAR.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'));
  if (near === undefined) return;
  throw new TargetError(
    'failed',
    `${hostname} is this machine or its network link. Only S3_ENDPOINT in the server’s environment may name it.`,
  );
}

async function beginningOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size > MOST_ANSWERED) throw new TargetError('failed', 'The storage answers too much.');
  }
  return Buffer.concat(parts).toString('utf8');
}
