import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import type { DiskState } from '#server/store/disk/free-space.ts';
import { startApp } from '#test/fixtures/app.ts';
import { ask, askRaw, JSON_TYPE, postJson } from '#test/fixtures/requests.ts';
import { LIMITS } from '#server/web/http/limits.ts';

const POST = 'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const CHUNKED = `${POST}Transfer-Encoding: chunked\r\n\r\n`;
/** More chunks than any body may have. */
const CRUMBS = CHUNKED + '1\r\na\r\n'.repeat(3_000);
const REFUSED =
  /^HTTP\/1\.1 503 [^]*X-Content-Type-Options: nosniff\r\n[^]*Retry-After: [^]*"code":"unavailable"\}$/;

/** A body without its last byte. */
function begun(bytes: number): string {
  return `${POST}Content-Length: ${bytes + 1}\r\n\r\n${'a'.repeat(bytes)}`;
}

/** A large message that is read, and rejected as invalid. */
async function sendLarge(port: number): Promise<number> {
  const body = JSON.stringify({ message: 'x'.repeat(20_000) });
  return (await ask(port, '/api/contact', { method: 'POST', headers: JSON_TYPE, body })).status;
}

test('a body in pieces of one byte is shed and read no further (catches: each piece is kept, 350 bytes, up to the limit of bytes)', async (t) => {
  const { port } = await startApp(t);
  const { answer } = askRaw(port, CRUMBS);
  assert.match(await answer, REFUSED);
});

test('bodies beyond the room are shed, subscriptions never, and there is room again after them (catches: bodies that do not end take all memory)', async (t) => {
  const messages = { add: () => assert.fail('part of a body was stored') };
  // These small bodies fill the budget to the last byte.
  const holders = 28;
  const limits = { ...LIMITS, bodyMemory: holders * (3_000 + 512) };
  const { app, port } = await startApp(t, { limits, messages });
  const serverSides: Socket[] = [];
  app.server.on('connection', (socket) => serverSides.push(socket));
  const held = Array.from({ length: holders }, () => askRaw(port, begun(3_000)));
  // Until the server has read what they sent.
  while ((await sendLarge(port)) !== 503);

  const refused = Array.from({ length: 20 }, () => askRaw(port, CRUMBS).answer);
  refused.push(askRaw(port, begun(8_000)).answer);
  assert.equal((await postJson(port, { email: 'a@b.co' })).status, 202);
  for (const answer of await Promise.all(refused)) assert.match(answer, REFUSED);
  assert.equal(await sendLarge(port), 503);
  assert.equal((await postJson(port, { email: 'a@b.co' })).status, 202);

  const gone = serverSides.filter((socket) => !socket.destroyed).map((socket) => once(socket, 'close'));
  for (const { socket } of held) socket.destroy();
  await Promise.all(gone);
  assert.equal(await sendLarge(port), 422);
});

test('answered bodies leave their room, whatever the answer (catches: what was once read counts forever)', async (t) => {
  const { port } = await startApp(t, { limits: { ...LIMITS, bodyMemory: 100_000 } });
  for (let i = 0; i < 10; i++) assert.equal(await sendLarge(port), 422);
  const text = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(20_000) };
  for (let i = 0; i < 10; i++) assert.equal((await ask(port, '/api/contact', text)).status, 415);
  for (let i = 0; i < 10; i++) assert.match(await askRaw(port, CRUMBS).answer, REFUSED);
  assert.equal(await sendLarge(port), 422);
});

test('a large message in ordinary chunks is read (catches: its pieces are taken for an attack)', async (t) => {
  const { port } = await startApp(t);
  const body = JSON.stringify({ message: 'x'.repeat(90_000) });
  const chunks = body.match(/.{1,200}/gs)?.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`);
  const { socket, answer } = askRaw(port, `${CHUNKED}${chunks?.join('')}0\r\n\r\n`);
  await once(socket, 'data');
  socket.end();
  assert.match(await answer, /^HTTP\/1\.1 422 /);
});

test('a post that is shed while the disk is asked is answered once (catches: the second answer ends the process)', async (t) => {
  const asked = Promise.withResolvers<void>();
  const disk = Promise.withResolvers<DiskState>();
  function diskState() {
    asked.resolve();
    return disk.promise;
  }
  const { port } = await startApp(t, { diskState });
  const { socket, answer } = askRaw(port, CHUNKED);
  await asked.promise;
  socket.write(CRUMBS.slice(CHUNKED.length));
  assert.match(await answer, REFUSED);
  disk.resolve('full');
  assert.equal((await ask(port, '/healthz')).status, 200);
});

test('nothing is kept of what comes with a request for a page (catches: it is held until the answer is out)', async (t) => {
  const { port } = await startApp(t, {
    site: (request, response) =>
      void request.once('end', () => response.end('whole')).once('data', () => response.end('kept')),
  });
  const answer = await ask(port, '/soon', { body: 'x'.repeat(1_000), headers: { 'content-length': '1000' } });
  assert.equal(answer.body.toString(), 'whole');
});
