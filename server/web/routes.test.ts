import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { startApp } from '#test/fixtures/app.ts';
import { ask, FORM_TYPE, JSON_TYPE, type Answered } from '#test/fixtures/requests.ts';
import type { RequestHandler } from './form-post.ts';
import { OWNER_ROUTES } from './owner/routes.ts';
import { findRoute, routeLabel, ROUTES, type Route, type WriteRoute } from './routes.ts';

const WRITES = ROUTES.filter((route): route is WriteRoute => route.method === 'POST');
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** A URL of the row, e.g. `/soon?book-seo=x`. */
function addressOf({ path: row, links }: Route): string {
  const path = row.replace(':provider', 'ses');
  return links === undefined ? path : `${path}?lang=pt&${links[0]?.replace('*', 'seo')}=x`;
}

const named = (route: Route) => `${route.method} ${addressOf(route)}`;

function codeOf({ body }: Answered): string {
  return (JSON.parse(body.toString()) as { code: string }).code;
}

/** Signals that a link handler was reached. */
const reached: RequestHandler = (_request, response) => void response.writeHead(200).end();
const links = { show: reached, follow: reached, giveBook: reached };
const takePost = () => Promise.resolve('done' as const);
const reachable = { links, takePost };

test('the table has each row once, and each handler', () => {
  assert.equal(new Set(ROUTES.map(named)).size, ROUTES.length);
  assert.equal(new Set(ROUTES.map(({ handler }) => handler)).size, ROUTES.length);
  for (const route of ROUTES) {
    const params = route.path.endsWith('/:provider') ? { provider: 'ses' } : {};
    assert.deepEqual(findRoute(route.method, addressOf(route)), { kind: 'route', route, params });
    assert.equal(routeLabel(addressOf(route)), route.label);
  }
});

for (const route of ROUTES) {
  test(`${named(route)} answers; other methods get 405 and the methods there are`, async (t) => {
    const { port } = await startApp(t, reachable);
    const address = addressOf(route);
    const own = ROUTES.filter((one) => one.path === route.path && one.links === route.links);
    const allowed = own.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    for (const method of METHODS) {
      const answer = await ask(port, address, { method, headers: JSON_TYPE, body: '{}' });
      assert.equal(answer.status === 405, !allowed.includes(method), `${method} ${answer.status}`);
      assert.notEqual(answer.status, 404, method);
      if (answer.status === 405) assert.equal(answer.headers.allow, allowed.join(', '), method);
    }
  });
}

for (const route of WRITES) {
  const address = addressOf(route);
  const post = (port: number, headers: Record<string, string>, body: string) =>
    ask(port, address, { method: 'POST', headers: { ...FORM_TYPE, ...headers }, body });

  test(`${named(route)} takes a body of ${route.bodyLimit} bytes, and of one more says 413`, async (t) => {
    const { port } = await startApp(t, reachable);
    const longest = `x=${'a'.repeat(route.bodyLimit - 2)}`;
    assert.notEqual((await post(port, {}, longest)).status, 413);
    const answer = await post(port, {}, `${longest}a`);
    assert.deepEqual([answer.status, codeOf(answer)], [413, 'too-large']);
    const chunked = await post(port, { 'transfer-encoding': 'chunked' }, `${longest}a`);
    assert.equal(chunked.status, 413);
  });

  test(`${named(route)} from a foreign page is ${route.origin === 'own' ? 'refused with 403' : 'taken'}`, async (t) => {
    const { port } = await startApp(t, reachable);
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await post(port, headers, 'x=y');
      assert.equal(answer.status === 403, route.origin === 'own', String(answer.status));
    }
  });

  test(`${named(route)} is shed from ${route.shedAt} of the highest load on`, async (t) => {
    let eventLoopDelay = 0;
    const { port } = await startApp(t, { ...reachable, eventLoopDelay: () => eventLoopDelay });
    eventLoopDelay = 250 * route.shedAt;
    assert.notEqual((await post(port, {}, 'x=y')).status, 503);
    eventLoopDelay += 1;
    const answer = await post(port, {}, 'x=y');
    assert.deepEqual(
      [answer.status, codeOf(answer), answer.headers['retry-after']],
      [503, 'unavailable', '5'],
    );
  });

  test(`${named(route)} is refused where the disk is full, or the body is packed`, async (t) => {
    let disk: 'fine' | 'full' = 'full';
    const { port } = await startApp(t, { ...reachable, diskState: () => Promise.resolve(disk) });
    assert.equal((await post(port, {}, 'x=y')).status, 503);
    disk = 'fine';
    assert.equal((await post(port, { 'content-encoding': 'gzip' }, 'x=y')).status, 415);
    const { status } = await post(port, { 'content-type': 'text/plain' }, 'x=y');
    assert.equal(status, route.body === 'text' ? 200 : 415);
  });
}

test('an address in no row is a page, or nothing of the API', () => {
  for (const url of [
    '/',
    '/soon',
    '/soon?lang=pt',
    '/apis',
    '/services',
    '/soon?xconfirm=x',
    '/soon/?confirm=x',
  ])
    assert.equal(findRoute('GET', url).kind, 'page', url);
  for (const url of ['/api', '/api/', '/api/subscribe/', '/api/x?y', '/healthz/x', '/readyz/'])
    assert.equal(findRoute('POST', url).kind, 'not-found', url);
});

test('nginx lets through as much as each route takes (catches: a part of a list is cut off there)', () => {
  const conf = readFileSync(new URL('../../docs/nginx.conf', import.meta.url), 'utf8');
  const [, megabytes = 0] = /client_max_body_size (\d+)m;/.exec(conf) ?? [];
  for (const route of [...ROUTES, ...OWNER_ROUTES])
    if (route.method === 'POST') assert.ok(route.bodyLimit <= Number(megabytes) * 1024 * 1024, route.path);
});
