import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startApp } from '#test/fixtures/app.ts';
import { askRaw } from '#test/fixtures/requests.ts';
import { LIMITS } from '#server/web/http/limits.ts';

const GET = 'GET /soon HTTP/1.1\r\nHost: x\r\n\r\n';

test('a client that asks a thousand times at once and reads nothing is cut off (catches: each is answered, and kept)', async (t) => {
  let answered = 0;
  const { app, port } = await startApp(t, {
    site: (_request, response) => {
      answered++;
      response.end('x');
    },
  });
  const kept = new Set<object>();
  app.server.on('request', (request, response) => kept.add(request).add(response));
  const connected = once(app.server, 'connection');
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.pause();
  socket.on('error', () => {});
  socket.write(GET.repeat(1_000));
  const [serverSide] = await connected;
  await once(serverSide, 'close');
  assert.ok(answered <= LIMITS.maxPipelined + 1, `${answered} were answered`);
  // For the others Node keeps one object each.
  assert.ok(kept.size <= 2 * LIMITS.maxPipelined + 8, `${kept.size} requests and responses`);
});

test('eight requests sent at once are answered in order', async (t) => {
  const { port } = await startApp(t, { site: (request, response) => void response.end(request.url) });
  const requests = Array.from({ length: 8 }, (_, i) => GET.replace('/soon', `/no-${i}`));
  const last = GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  const answer = await askRaw(port, requests.join('') + last).answer;
  assert.deepEqual(answer.match(/\/no-\d/g), [
    '/no-0',
    '/no-1',
    '/no-2',
    '/no-3',
    '/no-4',
    '/no-5',
    '/no-6',
    '/no-7',
  ]);
  assert.equal(answer.split('HTTP/1.1 200 ').length, 10);
});

test('a connection may go on asking as long as it waits for the answers (catches: all its requests are counted)', async (t) => {
  const { port } = await startApp(t);
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  for (let i = 0; i < 40; i++) {
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5));
    let answers = 0;
    while (answers < 5) {
      const [data] = await once(socket, 'data');
      answers += String(data).split('HTTP/1.1 200 ').length - 1;
    }
  }
});
