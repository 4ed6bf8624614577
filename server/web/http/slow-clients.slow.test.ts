import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Server, type Socket } from 'node:net';
import { test } from 'node:test';
import { startApp } from '#test/fixtures/app.ts';
import { ask } from '#test/fixtures/requests.ts';
import { LIMITS } from '#server/web/http/limits.ts';

const POST = 'POST /api/subscribe HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
/** What slow clients send before they stall. */
const BEGINNINGS = ['', 'GET /so', 'GET /soon HTTP/1.1\r\nHost: x\r\n', `${POST}Content-Length: 20\r\n\r\n{`];
/** Both ends of each connection are descriptors of this process; some are left for everything else. */
const SOCKETS = Math.min(10_000, Math.max(1, Math.floor((fileLimit() - 500) / 200)) * 100);
/** Megabytes of this process, including clients. */
const MOST_MEMORY = 512;
/** Kilobytes for both ends of a mostly idle connection. */
const MOST_EACH = 40;

/** The limit of open files of this process; if unknown, what every system allows. */
function fileLimit(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  } catch {
    return 4_500;
  }
}

const PORTION = 100;

async function openSlow(server: Server, port: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  // In portions that fit into the backlog.
  while (sockets.length < SOCKETS) {
    const taken = accepted(server, PORTION);
    const portion = Array.from({ length: PORTION }, () => connect(port, '127.0.0.1'));
    await Promise.all([taken, ...portion.map((socket) => once(socket, 'connect'))]);
    portion.forEach((socket, i) => socket.write(BEGINNINGS[i % BEGINNINGS.length] ?? ''));
    sockets.push(...portion);
  }
  return sockets;
}

/** Resolves when the server has accepted so many more connections. */
function accepted(server: Server, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let taken = 0;
  server.on('connection', function note() {
    if (++taken < count) return;
    server.off('connection', note);
    resolve();
  });
  return promise;
}

function megabytes(): number {
  return process.memoryUsage.rss() / 1024 / 1024;
}

test(`${SOCKETS} slow clients leave a normal request answered, take little memory, and are cut off with 408 (catches: each connection keeps 64 KiB)`, async (t) => {
  const limits = {
    ...LIMITS,
    headersTimeout: 60_000,
    requestTimeout: 60_000,
    connectionsCheckingInterval: 50,
  };
  const { app, port } = await startApp(t, { limits });
  assert.equal((await ask(port, '/soon')).status, 200);
  const before = megabytes();
  const sockets = await openSlow(app.server, port);
  for (let i = 0; i < 100; i++) assert.equal((await ask(port, '/soon')).status, 200);
  const memory = megabytes();
  const each = ((memory - before) * 1024) / SOCKETS;
  t.diagnostic(`memory: ${before.toFixed(0)} MB before, ${memory.toFixed(0)} MB, ${each.toFixed(1)} kB each`);
  assert.ok(memory < MOST_MEMORY, `${memory} MB`);
  assert.ok(each < MOST_EACH, `${each} kB for each connection`);

  const answers = sockets.map(async (socket) => {
    assert.equal(socket.closed, false);
    const [data] = await once(socket, 'data');
    socket.resume();
    await once(socket, 'close');
    return String(data).slice(9, 12);
  });
  // Their timeouts end at once, not after a minute.
  app.server.headersTimeout = 100;
  app.server.requestTimeout = 100;
  assert.deepEqual(new Set(await Promise.all(answers)), new Set(['408']));
});

test(
  'a normal request is answered while others send their bodies in single bytes (catches: it waits for the posts before)',
  // Before the slow ones get their 408.
  { timeout: 8_000 },
  async (t) => {
    const { port } = await startApp(t);
    const slow = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'));
    const drip = () => slow.forEach((socket) => socket.write('1\r\n{\r\n'));
    for (const socket of slow) socket.write(`${POST}Transfer-Encoding: chunked\r\n\r\n`);
    const dripping = setInterval(drip, 5);
    t.after(() => {
      clearInterval(dripping);
      slow.forEach((socket) => socket.destroy());
    });
    const body = '{"email":"a@b.co"}';
    const headers = { 'content-type': 'application/json' };
    for (let i = 0; i < 50; i++) {
      assert.equal((await ask(port, '/api/subscribe', { method: 'POST', headers, body })).status, 202);
    }
  },
);

test('a client that asks much and reads nothing is not read any further (catches: answers are kept without end)', async (t) => {
  let asked = 0;
  const page = Buffer.alloc(64 * 1024);
  const { port } = await startApp(t, {
    site: (_request, response) => {
      asked++;
      response.end(page);
    },
  });
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.pause();
  const requests = 20_000;
  socket.write('GET /soon HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests));
  assert.equal((await ask(port, '/soon')).status, 200);
  let before = -1;
  // Until the socket buffers of the system are full.
  while (asked > before) {
    before = asked;
    for (let i = 0; i < 20; i++) await ask(port, '/healthz');
  }
  assert.ok(asked < requests / 2, `${asked} answers are held`);
});
