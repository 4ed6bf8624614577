import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy that sends a page in two parts, as a slow connection may: up to and including `cut`, and the rest
 * after its release. `drop`: removed from the page.
 */
export async function serveInHalves(site: string, cut: string, drop: RegExp | string = '') {
  const { promise, resolve } = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const answer = await fetch(site + request.url);
    const headers = ['content-type', 'content-security-policy'].map((name) => [
      name,
      answer.headers.get(name) ?? '',
    ]);
    response.writeHead(answer.status, Object.fromEntries(headers.filter(([, value]) => value)));
    const whole = Buffer.from(await answer.arrayBuffer());
    const isPage = request.url?.startsWith('/soon') === true;
    const body = isPage ? Buffer.from(whole.toString().replace(drop, '')) : whole;
    const half = isPage ? body.indexOf(cut) + cut.length : 0;
    response.write(body.subarray(0, half));
    if (half > 0) await promise;
    response.end(body.subarray(half));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: resolve,
    close: () => server.close(),
  };
}
