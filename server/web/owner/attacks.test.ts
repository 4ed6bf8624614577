import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { sql } from '#kysely';
import type { Proof } from '#contract/owner/session.ts';
import { MINUTE } from '#contract/time.ts';
import { addPasskey } from '#server/owners/passkeys.ts';
import { endSession } from '#server/owners/sessions.ts';
import { callerOf, codeOf, newSession, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import { ask, FORM_TYPE, JSON_TYPE, type Answered, type Asked } from '#test/fixtures/requests.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import type { PublicRoute, InnerRoute, OwnerRoute } from './route.ts';
import { OWNER_API, OWNER_ROUTES } from './routes.ts';

const INNER = OWNER_ROUTES.filter((route): route is InnerRoute => !route.isPublic);
const PUBLIC = OWNER_ROUTES.filter((route): route is PublicRoute => route.isPublic === true);
const OWN = { 'sec-fetch-site': 'same-origin' };

/** The URL of a row, with values for its parameters. */
const addressOf = ({ path }: OwnerRoute) =>
  OWNER_API + path.replace(':id', '1').replaceAll(/:\w+/g, 'launch');
const named = (route: OwnerRoute) => `${route.method} ${route.path}`;

function call(
  port: number,
  route: OwnerRoute,
  headers: Record<string, string>,
  body = '{}',
): Promise<Answered> {
  const isAct = route.method === 'POST';
  const asked: Asked = { method: route.method, headers: { ...(isAct && JSON_TYPE), ...headers } };
  return ask(port, addressOf(route), isAct ? { ...asked, body } : asked);
}

async function setUp(t: TestContext) {
  const store = await openTestStore(t);
  const clock = { time: Date.now() };
  const { port } = await startOwnerApp(t, store, { now: () => clock.time });
  return { store, clock, port };
}

/** Asserts that an answer is not cached, indexed or framed. */
function assertClosed({ headers }: Answered, what: string): void {
  assert.equal(headers['cache-control'], 'no-store', what);
  assert.equal(headers['x-robots-tag'], 'noindex, nofollow', what);
  assert.match(
    String(headers['content-security-policy']),
    /^default-src 'none'; frame-ancestors 'none'/,
    what,
  );
  assert.equal(headers['access-control-allow-origin'], undefined, what);
}

test('the table has each row once, and acts by POST alone', () => {
  assert.equal(new Set(OWNER_ROUTES.map(named)).size, OWNER_ROUTES.length);
  assert.ok(INNER.length > 20 && PUBLIC.length > 5);
});

test('no row inside answers without a session, or with one that has ended, was idle, is over or of an owner who is gone', async (t) => {
  const { store, clock, port } = await setUp(t);
  const now = clock.time;
  const { id, token } = await newSession(store.write, { now });
  const [session] = await store.write.selectFrom('owner_session').select('id').execute();
  await endSession(store.write, { owner: id, id: session?.id ?? 0, now });
  const idle = await newSession(store.write, { now: now - 30 * MINUTE });
  const over = await newSession(store.write, { now: now - 12 * 60 * MINUTE });
  await store.write
    .updateTable('owner_session')
    .set({ used_at: now })
    .where('owner_id', '=', over.id)
    .execute();
  const gone = await newSession(store.write, { now });
  await store.write.deleteFrom('owner').where('id', '=', gone.id).execute();
  const cookies = [
    '',
    'owner=',
    `owner=${'x'.repeat(43)}`,
    `__Host-owner=${idle.token}`,
    "owner=' OR 1=1 --",
  ];
  for (const old of [token, idle.token, over.token, gone.token]) cookies.push(`owner=${old}`);
  for (const route of INNER)
    for (const cookie of cookies) {
      const answer = await call(port, route, { ...OWN, cookie });
      assert.deepEqual([answer.status, codeOf(answer)], [401, 'signed-out'], `${named(route)} ${cookie}`);
      assertClosed(answer, named(route));
    }
});

const FOREIGN: Record<string, string>[] = [
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-origin', origin: 'null' },
  { origin: 'https://evil.example' },
  { origin: 'http://localhost:3000.evil.example' },
];

test('no row, an unauthenticated one neither, answers what another page sends with the cookie, or what was typed in', async (t) => {
  const { store, port } = await setUp(t);
  const { cookie } = await signedIn(port, store.write);
  for (const route of OWNER_ROUTES) {
    for (const headers of FOREIGN) {
      const answer = await call(port, route, { ...headers, cookie });
      assert.deepEqual(
        [answer.status, codeOf(answer)],
        [403, 'foreign-origin'],
        `${named(route)} ${JSON.stringify(headers)}`,
      );
      assertClosed(answer, named(route));
    }
    if (route.method === 'GET') continue;
    // A browser without Sec-Fetch-Site still sends Origin.
    assert.equal(codeOf(await call(port, route, { cookie })), 'foreign-origin', named(route));
  }
});

test('no row takes anything but JSON, or more of it than it says', async (t) => {
  const { store, port } = await setUp(t);
  const { cookie } = await signedIn(port, store.write);
  for (const route of OWNER_ROUTES) {
    if (route.method === 'GET') continue;
    const post = (headers: Record<string, string>, body?: string) =>
      call(port, route, { ...OWN, cookie, ...headers }, body);
    for (const type of ['text/plain', FORM_TYPE['content-type'], 'multipart/form-data', ''])
      assert.equal(
        codeOf(await post({ 'content-type': type }, 'a=b')),
        'unsupported-type',
        `${named(route)} ${type}`,
      );
    assert.equal(codeOf(await post({ 'content-encoding': 'gzip' })), 'unsupported-type', named(route));
    assert.equal(codeOf(await post({}, '{')), 'malformed', named(route));
    const tooLarge = await post({}, JSON.stringify('x'.repeat(route.bodyLimit)));
    assert.deepEqual([tooLarge.status, codeOf(tooLarge)], [413, 'too-large'], named(route));
  }
});

const actsOf = (...proofs: Proof[]) =>
  INNER.filter((route) => route.method === 'POST' && proofs.includes(route.proof));

/** What a stolen session can do: nothing here ends, closes, adds, sends or exports anything. */
const WITHOUT_PROOF = [
  '/people/search',
  '/people/count/search',
  '/people/import/look',
  '/people/:id/language',
  '/messages/:id/mark',
  '/mails/clear',
  '/site/preview',
  ...[
    'words/save',
    'words/done',
    'page',
    'picture',
    'source',
    'time',
    'rehearse',
    'rehearse/stop',
    'asked',
    'pause',
    'delete',
  ].map((act) => `/announcements/:purpose/${act}`),
  ...[
    'here',
    'save',
    'discard',
    'publish',
    'undo',
    'history/:id/restore',
    'files',
    'files/piece',
    'files/end',
  ].map((act) => `/site/${act}`),
  '/letters',
  '/me',
  '/doctor',
  '/recovery-key',
  '/passkeys/:id/rename',
];

test('an action that ends, closes, adds, sends or gives away needs a passkey or a link from the server of the last ten minutes (catches: a reader of the mailbox ends the owner’s sessions and closes the site)', async (t) => {
  const { store, clock, port } = await setUp(t);
  const mailed = await signedIn(port, store.write, { begun: 'mailed', now: clock.time });
  const late = await signedIn(port, store.write, { now: clock.time, name: 'Eva' });
  for (const { id } of [mailed, late]) await givePasskey(store, id);
  clock.time += 10 * MINUTE;
  for (const route of actsOf('always', 'with-passkey'))
    for (const { cookie } of [mailed, late]) {
      const answer = await call(port, route, { ...OWN, cookie });
      assert.deepEqual([answer.status, codeOf(answer)], [403, 'needs-passkey'], named(route));
    }
  assert.deepEqual(
    actsOf('never')
      .map(({ path }) => path)
      .toSorted(),
    WITHOUT_PROOF.toSorted(),
  );
});

test('an owner without a passkey is locked out of nothing but what always asks for a proof', async (t) => {
  const { store, port } = await setUp(t);
  for (const route of actsOf('always', 'with-passkey')) {
    const { cookie } = await signedIn(port, store.write, { begun: 'mailed' });
    const { body } = await call(port, route, { ...OWN, cookie });
    const isAsked = body.includes('"code":"needs-passkey"');
    assert.equal(isAsked, route.method === 'POST' && route.proof === 'always', named(route));
  }
});

async function givePasskey({ write }: TestStore, owner: number): Promise<void> {
  const credential = `credential of ${owner}`;
  const passkey = { credential, public_key: 'k', counter: 0, transports: '[]', synced: 0 as const };
  await write.transaction().execute((trx) => addPasskey(trx, { owner, name: 'Phone', passkey, now: 0 }));
}

/** What all owners see. Other rows with an id are about the owner's own things. */
const SHARED = /^\/(people|messages|previews|owners|site\/history)\//;

test('no owner reaches what belongs to another', async (t) => {
  const { store, clock, port } = await setUp(t);
  const victim = await newSession(store.write, { now: clock.time });
  await givePasskey(store, victim.id);
  const { cookie } = await signedIn(port, store.write, { name: 'Eva', now: clock.time });
  const own = INNER.filter(({ path }) => path.includes(':id') && !SHARED.test(path));
  assert.ok(own.length > 2);
  for (const route of own) {
    const answer = await call(port, route, { ...OWN, cookie }, '{"name":"mine"}');
    assert.equal(codeOf(answer), 'not-found', named(route));
  }
  const info = await callerOf(port, victim.id, `owner=${victim.token}`).get('/session');
  assert.match(info.body.toString(), /"signedIn":true.*"passkeys":1/);
});

test('no reading changes anything', async (t) => {
  const { store, port } = await setUp(t);
  const { cookie } = await signedIn(port, store.write);
  const names = await store.write.introspection.getTables();
  const whole = () =>
    Promise.all(names.map(({ name }) => sql`SELECT * FROM ${sql.table(name)}`.execute(store.write)));
  const before = await whole();
  for (const route of OWNER_ROUTES) {
    if (route.method !== 'GET') continue;
    const { status } = await call(port, route, { ...OWN, cookie });
    assert.ok(status < 500, named(route));
  }
  assert.deepEqual(await whole(), before);
});

test('an address of the owner without a row is nothing, and another method than its own is refused', async (t) => {
  const { port } = await setUp(t);
  for (const path of ['', '/', '/people/0x1/erase', '/sessions/1/end/', '/../subscribe'])
    assert.equal((await ask(port, OWNER_API + path, { headers: OWN })).status, 404, path);
  for (const route of OWNER_ROUTES)
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
      const answer = await ask(port, addressOf(route), { method, headers: OWN });
      assert.equal(answer.status, 405, `${method} ${route.path}`);
      assert.ok(answer.headers.allow?.split(', ').includes(route.method));
    }
});

test('under load the dashboard waits before an address is shed, and reading before acting', async (t) => {
  const store = await openTestStore(t);
  let eventLoopDelay = 0;
  const { port } = await startOwnerApp(t, store, { eventLoopDelay: () => eventLoopDelay });
  const { get, post } = await signedIn(port, store.write);
  const answers = async (delay: number) => {
    eventLoopDelay = delay;
    return [(await get('/sessions')).status, (await post('/sessions/end-others')).status];
  };
  assert.deepEqual(await answers(100), [200, 200]);
  assert.deepEqual(await answers(101), [503, 200]);
  assert.deepEqual(await answers(188), [503, 503]);
});

test('over https the cookie is of this host alone and goes over nothing else', async (t) => {
  const store = await openTestStore(t);
  const { port } = await startOwnerApp(t, store, { env: { SITE_URL: 'https://example.com' } });
  const end = await callerOf(port, 0, 'x=y').post('/session/end');
  assert.deepEqual(end.headers['set-cookie'], [
    '__Host-owner=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
  ]);
});
