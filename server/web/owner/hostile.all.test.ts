import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { createMessageStore } from '#server/messages/message.ts';
import { startApp } from '#test/fixtures/app.ts';
import { FILLED_CONTACT } from '#test/fixtures/contact.ts';
import { testOnEach, type OpenStore } from '#test/fixtures/each-database.ts';
import { jsonOf, newSession, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import { ask, FORM_TYPE, JSON_TYPE } from '#test/fixtures/requests.ts';
import { subscription } from '#test/fixtures/subscription.ts';
import type { OwnerRoute } from './route.ts';
import { OWNER_API, OWNER_ROUTES } from './routes.ts';

type Fields = Record<string, unknown>;

const LIST = { head: 'email', text: 'rita@example.com', line: 2 };
const PART = { ...LIST, answers: [], shape: null, run: null };
const QUERY = 'q=ana&source=ig&state=pending&language=pt&book=seo&before=9&limit=9';
/** Of `/9j/`, the beginning of a picture. */
const HASH = createHash('sha256').update(Buffer.from('/9j/', 'base64')).digest('hex');
const TEXT = 'Received: from mx.example.com\nSubject: s\n\ntext';

/** The input of each row, in its query or body. */
const TAKEN: Record<string, Fields> = {
  'GET /people': {
    state: 'pending',
    language: 'pt',
    source: 'ig',
    book: 'seo',
    newsletter: 'yes',
    before: '9',
    limit: '9',
  },
  'GET /people/count': { state: 'pending', language: 'pt', source: 'ig', book: 'seo', newsletter: 'no' },
  'GET /people/export': { ticket: 'x' },
  'GET /messages': { list: 'all', before: '9' },
  'GET /mails/:trouble': { before: '9' },
  'GET /figures': { period: 'week' },
  'GET /audit-log': { before: '9' },
  'GET /announcements/:purpose/untold': { state: 'failed', after: '9' },
  'POST /session/mail': { email: 'ana@example.com' },
  'POST /session/link/look': { token: 'x'.repeat(43) },
  'POST /session/link': { token: 'x'.repeat(43), name: 'Ana', language: 'pt' },
  'POST /session/passkey': { response: { id: 'x', response: { clientDataJSON: 'e30' } } },
  'POST /passkeys/options': { elsewhere: true },
  'POST /passkeys': { name: 'Phone', response: { id: 'x', response: { clientDataJSON: 'e30' } } },
  'POST /passkeys/not-mine': { token: 'x'.repeat(43) },
  'POST /passkeys/:id/rename': { name: 'Phone' },
  'POST /owners': { name: 'Rui', email: 'rui@example.com', language: 'pt' },
  'POST /people': { email: 'rita@example.com', language: 'pt' },
  'POST /people/search': { query: QUERY },
  'POST /people/count/search': { query: QUERY },
  'POST /people/export': { filter: QUERY, form: 'sheet', proof: true, all: true },
  'POST /people/import/look': { ...PART, consent: 'ask' },
  'POST /people/import': { ...PART, consent: 'list' },
  'POST /people/:id/language': { language: 'pt' },
  'POST /people/:id/erase': { address: 'nobody@example.com' },
  'POST /messages/:id/mark': { as: 'read' },
  'POST /mails/retry': { ids: [1] },
  'POST /mails/release': { ids: [1] },
  'POST /announcements/:purpose/words/save': { field: 'body.pt', value: TEXT, revision: 0 },
  'POST /announcements/:purpose/picture': { file: `${HASH}.jpg` },
  'POST /announcements/:purpose/test': { address: 'ana@example.com', language: 'pt' },
  'POST /announcements/:purpose/source': { source: TEXT },
  'POST /announcements/:purpose/time': {
    at: '2030-01-01 09:00',
    zone: 'UTC',
    occurrence: 'first',
    keep: true,
  },
  'POST /announcements/:purpose/open': { people: 1, opensAt: 1, version: 'x', seen: ['x'], isNow: true },
  'POST /announcements/:purpose/page': { slug: 'winter', shown: true },
  'POST /announcements/:purpose/again': { which: [1] },
  'POST /letters': { from: 'letter:1' },
  'POST /announcements/:purpose/asked': { address: 'ana@example.com' },
  'POST /site/here': { page: '/site/pages/home', field: 'text.home.title' },
  'POST /site/save': { field: 'people', value: [{ name: 'Ana', role: { en: 'x', pt: 'x' } }], revision: 0 },
  'POST /site/discard': { fields: [{ field: 'people', revision: 1 }] },
  'POST /site/preview': {
    page: 'home',
    state: 'idle',
    language: 'pt',
    version: 1,
    over: { 'text.home.title.pt': 'x' },
  },
  'GET /site/preview': { page: 'home', state: 'idle', language: 'pt', theme: 'dark', version: '1' },
  'POST /site/publish': { live: 0, draft: 0 },
  'POST /site/undo': { live: 0 },
  'POST /site/files': { hash: HASH, name: 'me.jpg', bytes: 3 },
  'POST /site/files/piece': { hash: HASH, n: 0, data: '/9j/' },
  'POST /site/files/end': { hash: HASH },
  'GET /site/history': { before: '9' },
  'POST /previews': { name: 'Rui', days: 7 },
  'POST /site/drafts': { name: 'Rui', days: 7 },
  'POST /server-settings': { changes: { REMINDER_DAYS: '5' } },
  'POST /server-settings/test-mail': { address: 'ana@example.com' },
  'POST /recovery-key': { recipient: 'age1' },
  'POST /me': { weeklySummary: true, language: 'pt' },
  'POST /backup': { passphrase: 'short' },
};

const TAKE_NOTHING = `
  GET /now   GET /today   GET /books/titles   GET /settings   GET /doctor   GET /people/choices   GET /people/:id   GET /messages/:id
  GET /server-settings   GET /site/frame   GET /site/files/:name   GET /site/files/:name/look   GET /site/drawn/:name   GET /mails   GET /owners   GET /passkeys   GET /session   GET /sessions
  GET /letters   GET /announcements/:purpose   GET /announcements/:purpose/words
  POST /session/end   POST /session/passkey/options   POST /sessions/:id/end   POST /sessions/end-others
  POST /passkeys/:id/remove   POST /owners/:id/invite   POST /owners/:id/remove
  GET /site/fields   GET /site/draft   GET /site/drafts   POST /site/drafts/:id/renew   GET /site/publishing   GET /site/history/:id   POST /site/history/:id/restore
  POST /people/:id/ask   POST /people/:id/release   POST /people/:id/newsletter/stop   POST /people/:id/links   GET /people/imports   POST /people/imports/:id/undo   POST /messages/:id/release
  POST /messages/:id/delete   POST /mails/clear   POST /mails/try   POST /site/open   POST /site/close   POST /previews/:id/end   POST /doctor   POST /backup/for-key
  POST /announcements/:purpose/words/done   POST /announcements/:purpose/rehearse   POST /announcements/:purpose/rehearse/stop   POST /announcements/:purpose/undo
  POST /announcements/:purpose/pause   POST /announcements/:purpose/resume   POST /announcements/:purpose/stop
  POST /announcements/:purpose/receipt   POST /announcements/:purpose/delete
`
  .trim()
  .split(/\s{2,}/);

const named = ({ method, path }: OwnerRoute) => `${method} ${path}`;

test('each row says here what it takes', () => {
  assert.deepEqual([...Object.keys(TAKEN), ...TAKE_NOTHING].toSorted(), OWNER_ROUTES.map(named).toSorted());
});

/** Of the wrong type, with a NUL, or a trap for a naive parser. */
const HOSTILE: readonly unknown[] = [
  [null, true, 0.5, 1e308, 999_999_999_999_999, '', '%00', '\ud800', "%'\\", '9'.repeat(400)],
  [[], [null], [[{ a: ['\0'] }]], {}, { length: 1e9 }, { toString: 1 }],
  [JSON.parse('{"__proto__":{"length":1}}')],
].flat();

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The value with one part replaced: itself, or the first one inside. */
function* spoiled(value: unknown): Generator<unknown> {
  yield* HOSTILE;
  if (typeof value === 'string') {
    yield* [`${value}\0`, `${value}%00`];
    yield* spoiledQueries(value);
  }
  if (!isFields(value)) return;
  const [[name, inner] = []] = Object.entries(value);
  if (name !== undefined) for (const one of spoiled(inner)) yield { ...value, [name]: one };
}

/** A text that is a list's query, with one of its values hostile. */
function* spoiledQueries(text: string): Generator<string> {
  for (const [name] of text.includes('=') ? new URLSearchParams(text) : [])
    for (const value of HOSTILE) {
      const query = new URLSearchParams(text);
      query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
      yield query.toString();
    }
}

function* spoiledFields(taken: Fields): Generator<unknown> {
  yield* HOSTILE;
  for (const [name, value] of Object.entries(taken))
    for (const one of spoiled(value)) yield { ...taken, [name]: one };
}

/** As long as a body may be, in place of one field. */
function longest(taken: Fields, name: string, limit: number): string[] {
  const body = JSON.stringify({ ...taken, [name]: 'HERE' });
  const room = limit - body.length;
  const deep = '['.repeat(room / 2) + ']'.repeat(room / 2);
  return [`"${'x'.repeat(room)}"`, `"${'\ud83d\ude00'.repeat(room / 4)}"`, deep].map((value) =>
    body.replace('"HERE"', value),
  );
}

const NAMED = { ':id': '1', ':name': 'x.png', ':purpose': 'launch', ':trouble': 'failed' };
/** Values for path parameters. */
const OTHERS = [
  'book:seo',
  'book:',
  '%00',
  '1%00',
  'launch%00',
  '__proto__',
  '999999999999999',
  '9'.repeat(199),
];

function addressOf({ path }: OwnerRoute, other?: string): string {
  const filled = (text: string, [name, there]: [string, string]) => text.replace(name, other ?? there);
  return Object.entries(NAMED).reduce(filled, OWNER_API + path);
}

function written({ method }: OwnerRoute, sent: unknown): string {
  if (method === 'POST') return JSON.stringify(sent);
  const texts = Object.entries(isFields(sent) ? sent : {}).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return `?${new URLSearchParams(texts).toString()}`;
}

/** Slow routes that ignore their body. */
const DEAF = /^\/doctor$|rehearse$/;

async function setUp(t: TestContext, open: OpenStore) {
  const store = await open();
  // Nobody listens there.
  const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'us@example.com' };
  const { port } = await startOwnerApp(t, store, { env });
  for (const name of ['ana', 'rui']) await store.add(subscription(name));

  async function send(route: OwnerRoute, { address, sent, cookie }: Sent): Promise<void> {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const typed = { ...headers, ...JSON_TYPE, 'idempotency-key': randomUUID() };
    const { status } =
      route.method === 'GET'
        ? await ask(port, address + sent, { headers })
        : await ask(port, address, { method: 'POST', headers: typed, body: sent });
    const what = `${status} ${named(route)} ${address} ${sent.slice(0, 300)}`;
    assert.ok(status < 500, what);
    if (/^{.*\\u0000/.test(sent) && status !== 401) assert.equal(status, 422, what);
  }

  /** `sent`: queries or bodies, all from the same owner. */
  async function attack(
    route: OwnerRoute,
    sent: readonly string[],
    address = addressOf(route),
  ): Promise<void> {
    const { token } = await newSession(store.write);
    const cookie = `owner=${token}`;
    await Promise.all(sent.map((one) => send(route, { address, sent: one, cookie })));
  }
  return { store, port, attack };
}

type Sent = { address: string; sent: string; cookie: string };

/** In parts: each has the time of a test. */
const PARTS: Record<string, (route: OwnerRoute) => boolean> = {
  'is asked': ({ method }) => method === 'GET',
  'is posted for one thing': ({ method, path }) => method === 'POST' && path.includes(':'),
  'is posted': ({ method, path }) => method === 'POST' && !path.includes(':'),
};
for (const [part, isIn] of Object.entries(PARTS))
  testOnEach(`whatever ${part}, no row fails on it, and none takes a NUL`, async (t, open) => {
    const { attack } = await setUp(t, open);
    for (const route of OWNER_ROUTES.filter(isIn)) {
      const taken = TAKEN[named(route)] ?? {};
      if (route.path.includes(':'))
        for (const other of OTHERS) await attack(route, [written(route, taken)], addressOf(route, other));
      if (DEAF.test(route.path)) continue;
      const sent = Array.from(spoiledFields(taken), (fields) => written(route, fields));
      await attack(route, sent);
      if (route.method === 'GET') continue;
      for (const name of ['any', ...Object.keys(taken)])
        await attack(route, longest(taken, name, route.bodyLimit));
    }
  });

testOnEach('what nobody thought of neither', async (t, open) => {
  const { attack } = await setUp(t, open);
  const rows = OWNER_ROUTES.filter(({ path }) => !DEAF.test(path));
  const values = fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 });
  const anything = fc.constantFrom(...rows.map(named)).chain((name) => {
    const fields = Object.entries(TAKEN[name] ?? {}).map(([field, value]) => [
      field,
      fc.oneof(fc.constant(value), values),
    ]);
    return fc.tuple(fc.constant(name), fc.oneof(fc.record(Object.fromEntries(fields)), values));
  });
  const check = fc.asyncProperty(anything, async ([name, sent]) => {
    const route = rows.find((one) => named(one) === name) ?? assert.fail();
    await attack(route, [written(route, sent)]);
  });
  await fc.assert(check, { numRuns: 300, examples: [[['POST /owners/:id/remove', { '\0': false }]]] });
});

testOnEach('nobody is found by a NUL (catches: SQLite finds all, PostgreSQL fails)', async (t, open) => {
  const { store, port } = await setUp(t, open);
  const { get, post } = await signedIn(port, store.write);
  const nobody = { people: [], next: null };
  for (const query of ['q=%00', 'q=ana%00', 'source=%00', 'source=-%00']) {
    assert.deepEqual(jsonOf(await post('/people/search', { query })), nobody, query);
    assert.deepEqual(jsonOf(await post('/people/count/search', { query })), { n: 0, isExact: true }, query);
  }
  assert.deepEqual(jsonOf(await get('/people?source=%00')), nobody);
  const asked = await post('/people/export', { filter: 'q=%00', form: 'sheet', proof: false });
  const file = await get(jsonOf<{ path: string }>(asked).path);
  assert.doesNotMatch(file.body.toString(), /@/);
  assert.equal(
    jsonOf<{ people: unknown[] }>(await post('/people/search', { query: 'q=ana' })).people.length,
    1,
  );
});

testOnEach('a NUL in a form of the site is left out, or refused as part of an address', async (t, open) => {
  const store = await open();
  const { port } = await startApp(t, { store, messages: createMessageStore(store, Date.now) });
  const forms: Record<string, Record<string, string>> = {
    '/api/subscribe': {
      email: 'ana@example.com',
      language: 'pt',
      consent: 'v1fixture',
      interest: 'seo',
      path: '/services?utm_source=ig&utm_term=a',
      referrer: 'https://example.org/a',
    },
    '/api/contact': {
      ...FILLED_CONTACT,
      website: 'example.org',
      key: 'aaaa-bbbb',
      language: 'pt',
      consent: 'v1fixture',
    },
  };
  for (const [path, fields] of Object.entries(forms))
    for (const [name, value] of Object.entries(fields))
      for (const spoilt of ['\0', `\0${value}`, `${value}\0`, `${value}%00`, value.replace(/.$/, '\0$&')]) {
        const sent = { ...fields, key: randomUUID(), [name]: spoilt };
        const json = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(sent) };
        const form = { method: 'POST', headers: FORM_TYPE, body: new URLSearchParams(sent).toString() };
        const { status } = await ask(port, path, json);
        assert.ok([202, 422].includes(status), `${status} ${JSON.stringify(sent)}`);
        const { headers } = await ask(port, path, form);
        assert.equal(
          headers.location?.includes('state=failed'),
          status === 422 && path === '/api/subscribe',
          json.body,
        );
      }
  const rows = [
    await store.write.selectFrom('subscription').selectAll().execute(),
    await store.write.selectFrom('message').selectAll().execute(),
  ];
  assert.ok(rows.every(({ length }) => length > 0));
  assert.ok(!JSON.stringify(rows).includes(String.raw`\u0000`));
});
