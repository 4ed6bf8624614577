import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startApp } from '#test/fixtures/app.ts';
import { ask, askRaw } from '#test/fixtures/requests.ts';
import { LIMITS } from '#server/web/http/limits.ts';

const POST = 'POST /api/subscribe HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const quick = { ...LIMITS, headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };

test('the limits in use are the documented ones (catches: one of them stays on the value of Node)', async (t) => {
  const { app } = await startApp(t);
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections } = app.server;
  // Node has no types for these two.
  const connectionsCheckingInterval = Number(Reflect.get(app.server, 'connectionsCheckingInterval'));
  const maxHeaderSize = Number(Reflect.get(app.server, 'maxHeaderSize'));
  assert.deepEqual(
    {
      headersTimeout,
      requestTimeout,
      connectionsCheckingInterval,
      keepAliveTimeout,
      timeout,
      maxConnections,
      maxHeaderSize,
    },
    {
      headersTimeout: 10_000,
      requestTimeout: 13_000,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 125_000,
      timeout: 30_000,
      maxConnections: 20_000,
      maxHeaderSize: 16 * 1024,
    },
  );
});

const SLOW: [name: string, bytes: string][] = [
  ['nothing at all', ''],
  ['half a line', 'GET /so'],
  ['half of the headers', 'GET /soon HTTP/1.1\r\nHost: x\r\n'],
  ['half of a body', `${POST}Content-Length: 20\r\n\r\n{"email":`],
  ['an endless body', `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`],
];

for (const [name, bytes] of SLOW) {
  test(`a client that sends ${name} and waits is answered with 408 and cut off`, async (t) => {
    const { port } = await startApp(t, { limits: quick });
    const answer = await askRaw(port, bytes).answer;
    assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    assert.match(answer, /"code":"timeout"\}$/);
    assert.equal(answer.split('HTTP/1.1').length, 2);
  });
}

test('one byte at a time does not prolong the time for a request', async (t) => {
  const { port } = await startApp(t, { limits: quick });
  const { socket, answer } = askRaw(port, `${POST}Transfer-Encoding: chunked\r\n\r\n`);
  const dripping = setInterval(() => socket.write('1\r\na\r\n'), 10);
  assert.match(await answer, /^HTTP\/1\.1 408 /);
  clearInterval(dripping);
});

test('a body that says it is too large is refused before it is sent', async (t) => {
  const { port } = await startApp(t);
  const answer = await askRaw(port, `${POST}Content-Length: 10000000\r\n\r\n`).answer;
  assert.match(answer, /^HTTP\/1\.1 413 [^]*\r\nConnection: close\r\n[^]*"code":"too-large"\}$/);
});

test('a body that does not say its size is refused once it is too large', async (t) => {
  const { port } = await startApp(t);
  const chunk = `1000\r\n${'a'.repeat(4096)}\r\n`;
  const answer = await askRaw(port, `${POST}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}`).answer;
  assert.match(answer, /^HTTP\/1\.1 413 /);
});

test('a body of exactly 16 KiB is read', async (t) => {
  const { port } = await startApp(t);
  const fields = JSON.stringify({ email: 'a@b.co', more: '' });
  const body = JSON.stringify({ email: 'a@b.co', more: 'x'.repeat(16 * 1024 - fields.length) });
  const headers = { 'content-type': 'application/json' };
  const answer = await ask(port, '/api/subscribe', { method: 'POST', headers, body });
  assert.equal(answer.status, 202);
  const larger = await ask(port, '/api/subscribe', { method: 'POST', headers, body: `${body} ` });
  assert.equal(larger.status, 413);
});

test('a refused request without a body leaves its connection open', async (t) => {
  const { port } = await startApp(t);
  const { socket, answer } = askRaw(port, 'GET /api/y HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  socket.write('GET /api/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  assert.equal((await answer).match(/HTTP\/1\.1 404 /g)?.length, 2);
});

test('a connection without a next request is closed', async (t) => {
  const { port } = await startApp(t, { limits: { ...LIMITS, keepAliveTimeout: 50 } });
  const answer = await askRaw(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n').answer;
  assert.match(answer, /^HTTP\/1\.1 200 /);
});

test('a client that stops reading is cut off', async (t) => {
  const { app, port } = await startApp(t, {
    limits: { ...LIMITS, stillTimeout: 200 },
    // More than the system's socket buffers hold.
    site: (_request, response) => void response.end(Buffer.alloc(32 * 1024 * 1024)),
  });
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.on('error', () => {});
  socket.write('GET /soon HTTP/1.1\r\nHost: x\r\n\r\n');
  const [serverSide] = await once(app.server, 'connection');
  await once(serverSide, 'close');
  socket.destroy();
});

test('connections beyond the limit are dropped, the others are served', async (t) => {
  const { app, port } = await startApp(t, { limits: { ...LIMITS, maxConnections: 2 } });
  const kept = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  await Promise.all(kept.map((socket) => once(socket, 'connect')));
  const dropped = once(app.server, 'drop');
  const { answer } = askRaw(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await dropped;
  assert.equal(await answer, '');
  kept[0]?.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  const [data] = await once(kept[0] as (typeof kept)[0], 'data');
  assert.match(String(data), /^HTTP\/1\.1 200 /);
  for (const socket of kept) socket.destroy();
});

test('a post there is no room for leaves its connection open (catches: all have to connect again)', async (t) => {
  const { port } = await startApp(t, { eventLoopDelay: () => 10_000 });
  const body = '{"email":"a@example.com"}';
  const posts = `${POST}Content-Length: ${body.length}\r\n\r\n${body}`.repeat(2);
  const { socket, answer } = askRaw(port, posts);
  let answers = '';
  for await (const chunk of socket) {
    answers += chunk;
    if (answers.split('HTTP/1.1 503 ').length > 2) break;
  }
  assert.doesNotMatch(await answer, /Connection: close/);
});
