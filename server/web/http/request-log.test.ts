import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { routeLabel } from '#server/web/routes.ts';
import { createLog } from '#server/base/log.ts';
import { createRequestLog, requestId } from './request-log.ts';

const GIVEN = '0123456789-abcDEF';

function fixture() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog(
    (line) => lines.push(JSON.parse(line)),
    () => new Date(0),
  );
  return { lines, log };
}

/** A request log with an id from outside, and a clock. */
function requestLog() {
  const { lines, log } = fixture();
  const state = { now: 0 };
  const tell = createRequestLog(log, () => state.now);
  const headers = { 'x-forwarded-for': 'canary', 'x-request-id': GIVEN };
  function answer(status: number | null): void {
    const request = { method: 'POST', url: '/soon?me=canary', headers } as unknown as IncomingMessage;
    tell({ request, route: 'links', status, ms: 1.6 });
  }
  return { lines, state, answer };
}

test('each request that was refused or failed has one line with an id, all others none', () => {
  const { lines, answer } = requestLog();
  for (const status of [200, 202, 302, 303, 304, 400, 404, 405, 422, null]) answer(status);
  assert.deepEqual(lines, []);
  for (const status of [403, 413, 415, 429, 500, 503]) answer(status);
  assert.deepEqual(lines[0], {
    time: '1970-01-01T00:00:00.000Z',
    level: 'info',
    msg: 'request refused',
    requestId: GIVEN,
    method: 'POST',
    route: 'links',
    status: 403,
    ms: 2,
  });
  assert.deepEqual(
    lines.map(({ msg, status }) => [msg, status]).slice(3),
    [429, 500, 503].map((status) => [status < 500 ? 'request refused' : 'request not served', status]),
  );
});

test('an overload does not flood the log: 20 lines a second, the rest counted', () => {
  const { lines, state, answer } = requestLog();
  for (let i = 0; i < 1_000; i++) answer(503);
  assert.equal(lines.length, 20);
  state.now = 1_000;
  answer(503);
  assert.deepEqual([lines[20]?.msg, lines[20]?.count], ['more requests were refused or failed', 980]);
  assert.equal(lines[21]?.status, 503);
  state.now = 0;
  answer(503);
  assert.equal(lines.length, 23);
});

test('an id from outside is taken only when it is sane, and stays the same for a request', () => {
  const given = (id: string) => requestId({ headers: { 'x-request-id': id } } as unknown as IncomingMessage);
  assert.equal(given(GIVEN), GIVEN);
  for (const id of [
    '',
    'short',
    'x'.repeat(65),
    'jane@example.com-0123',
    'a b c d e f g h i',
    `${GIVEN}\n`,
  ]) {
    assert.match(given(id), /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, id);
  }
  const request = { headers: {} } as IncomingMessage;
  assert.equal(requestId(request), requestId(request));
});

test('addresses have few labels', () => {
  const classes = {
    page: ['/', '/soon', '/soon?lang=pt', '/a.b/c', '/anything?x=.css', ''],
    asset: ['/static/js/a', '/favicon.ico', '/static/css/a.css?b'],
    links: ['/soon?confirm=a', '/soon?lang=pt&unsubscribe=a', '/soon?me=a'],
    subscribe: ['/api/subscribe', '/api/subscribe?a'],
    contact: ['/api/contact'],
    other: [
      '/api',
      '/api/form-token',
      '/healthz',
      '/readyz?a',
      '/.well-known/security.txt',
      '/api/subscribe/a',
    ],
  };
  for (const [route, urls] of Object.entries(classes))
    for (const url of urls) assert.equal(routeLabel(url), route, url);
});

test('an address made of dots takes no time to classify', () => {
  // The best of several: any of them may wait for other work of the machine.
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    routeLabel(`/${'.'.repeat(16_000)}/`);
    routeLabel(`/soon?${'&'.repeat(16_000)}`);
    return performance.now() - start;
  });
  assert.ok(Math.min(...times) < 50, `${Math.min(...times)} ms`);
});

test('an error is logged by kind, code and place, without its message and those of its causes', () => {
  const { lines, log } = fixture();
  const cause = Object.assign(new TypeError('canary@example.com\n    at canary (x:1:1)'), { code: 'ERR_X' });
  log.error('failed', { kind: 'confirm', error: new Error('for Canary', { cause }) });
  const [line] = lines as { error: { name: string; at: string[]; cause: object }; kind: string }[];
  assert.ok(line);
  assert.deepEqual([line.kind, line.error.name], ['confirm', 'Error']);
  assert.match(line.error.at[0] ?? '', /request-log\.test\.ts:\d+:\d+/);
  assert.deepEqual({ ...line.error.cause, at: [] }, { name: 'TypeError', code: 'ERR_X', at: [] });
  assert.doesNotMatch(JSON.stringify(lines), /canary/i);
});

test('an error of the system keeps its message: it names a file or a host', () => {
  const { lines, log } = fixture();
  const message = "ENOENT: no such file or directory, open '/data/x'";
  log.error('failed', { error: Object.assign(new Error(message), { code: 'ENOENT', syscall: 'open' }) });
  assert.match(JSON.stringify(lines), /ENOENT: no such file/);
});

test('a thrown value that is not an error, or has causes without end, is logged all the same', () => {
  const { lines, log } = fixture();
  log.error('failed', { error: 'canary' });
  assert.deepEqual(lines[0]?.error, { thrown: 'string' });
  const circle = new Error('canary');
  circle.cause = circle;
  log.error('failed', { error: circle });
  assert.doesNotMatch(JSON.stringify(lines), /canary/);
});
