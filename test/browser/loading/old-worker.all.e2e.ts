import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WORKER_FILES } from '#contract/pages.ts';
import { addressOf } from '../support/sites.ts';
import { WORDS } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

/** Serves every page from its cache, as many generated service workers do. */
const OLD_WORKER = `
addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(caches.open('old').then((cache) => cache.put('/soon', new Response('<h1>The old site</h1>', { headers: { 'Content-Type': 'text/html' } }))));
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => event.request.mode === 'navigate' && event.respondWith(caches.match('/soon')));`;

/** One origin that serves another site first, then ours. */
async function serveBoth(file: string) {
  let ours = false;
  function old({ url }: IncomingMessage, response: ServerResponse) {
    const isWorker = url === `/${file}`;
    response.writeHead(200, { 'Content-Type': isWorker ? 'text/javascript' : 'text/html' });
    response.end(isWorker ? OLD_WORKER : '<h1>The old site</h1>');
  }
  const server = createServer((asked, response) => {
    if (!ours) return old(asked, response);
    const { method, url, headers } = asked;
    const onward = request(addressOf('plain') + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  const address = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { address, open: () => void (ours = true), stop };
}

for (const file of WORKER_FILES) {
  test(`a worker that an earlier site left at /${file} is gone after a visit (W4)`, async ({ page }) => {
    const { address, open, stop } = await serveBoth(file);
    await page.goto(`${address}/soon`);
    await page.evaluate(async (name) => {
      await navigator.serviceWorker.register(name);
      await navigator.serviceWorker.ready;
    }, `/${file}`);
    await expect.poll(() => page.evaluate(() => caches.has('old'))).toBe(true);
    open();
    await page.goto(`${address}/soon`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.en.title);
    const left = () =>
      page.evaluate(async () => [
        (await navigator.serviceWorker.getRegistrations()).length,
        (await caches.keys()).length,
      ]);
    await expect.poll(left).toEqual([0, 0]);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.en.title);
    stop();
  });

  test(`/${file} is a script that nothing keeps`, async ({ request: ask }) => {
    const answer = await ask.get(`/${file}`);
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-type']).toMatch(/^text\/javascript/);
    expect(answer.headers()['cache-control']).toBe('no-store');
  });
}
