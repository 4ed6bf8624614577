import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import { sql } from '#kysely';
import { bookLink } from '#contract/books.ts';
import { TOKEN_STATES } from '#contract/pages.ts';
import { ASKED_BOOKS, BOOK_IDS } from '#test/fixtures/books.ts';
import { ROUTES } from '#server/web/routes.ts';
import { BOOKS } from '#test/fixtures/books.ts';
import { createMessageStore } from '#server/messages/message.ts';
import { readFixtureBuild, startApp } from '#test/fixtures/app.ts';
import { ask, askRaw, postForm } from '#test/fixtures/requests.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { createLink } from '#server/list/link-token.ts';
import { createDownload } from '#server/web/token-pages/download.ts';
import { createAskedBooks } from '#server/books/titles.ts';
import { createTokenPages } from '#server/web/token-pages/token-pages.ts';
import { confirm } from '#server/list/confirm.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { rowOf, subscription } from '#test/fixtures/subscription.ts';
import type { CommitOutcome } from '#server/store/database.ts';

const POST = 'POST /api/subscribe HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const BODY = '{"email":"a@b.co"}';

/** A store whose answers wait until they are released. */
function heldStore() {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<CommitOutcome>();
  function add(): Promise<CommitOutcome> {
    asked.resolve();
    return held.promise;
  }
  return { add, asked: asked.promise, release: () => held.resolve('stored') };
}

test('the collector is alive, and ready when it can store', async (t) => {
  let canStore = true;
  const { port } = await startApp(t, { canStore: () => Promise.resolve(canStore) });
  const ready = await ask(port, '/readyz');
  assert.deepEqual([ready.status, ready.body.toString()], [200, '{"ok":true}']);
  canStore = false;
  const unready = await ask(port, '/readyz');
  assert.deepEqual([unready.status, unready.headers['retry-after']], [503, '10']);
  const alive = await ask(port, '/healthz');
  assert.deepEqual([alive.status, alive.headers['cache-control']], [200, 'no-store']);
});

test('a book that the site has not is none (catches: any id is kept)', async (t) => {
  const { port, store } = await startWhole(t);
  for (const [name, interest, page] of [
    ['bea', 'seo', '/products?state=subscribed-book&lang=en'],
    ['eva', 'x-2', '/soon?state=subscribed&lang=en'],
    // Where there is no book yet.
    ['ida', 'no_book', '/products?state=subscribed&lang=en'],
  ]) {
    const { headers } = await postForm(port, `email=${name}%40b.co&interest=${interest}&language=en`);
    assert.equal(headers.location, page);
  }
  const kept = await store.write.selectFrom('interest').select('product').execute();
  assert.deepEqual(kept, [{ product: 'seo' }]);
});

test('a form asks for the newsletter by a field of its own, if there is one, and its answer is the same for all (catches: what Products posts subscribes; known ones are told apart)', async (t) => {
  const store = await openTestStore(t, { now: () => 0 });
  const books = createAskedBooks();
  const build = readFixtureBuild(t);
  const none = await startApp(t, { store, books: books(build) });
  const one = { ...build, manifest: { ...build.manifest, newsletter: 1 as const } };
  const some = await startApp(t, { store, books: books(one) });
  const over = await startApp(t, { store, books: books(build) });
  const locationOf = async (port: number, fields: string) =>
    (await postForm(port, `language=pt&${fields}`)).headers.location;
  for (const { port } of [none, over])
    assert.equal(await locationOf(port, 'email=a%40b&asks=news'), '/soon?state=failed&lang=pt');
  for (const fields of ['interest=news', 'interest=no_book', 'asks=seo', 'asks=no_book'])
    await postForm(some.port, `email=b%40b.co&${fields}`);
  const kept = () => store.write.selectFrom('interest').select('product').execute();
  assert.deepEqual(await kept(), []);
  await store.add(subscription('ana'));
  await confirm(store.write, (await rowOf(store, 'ana')).id, 0);
  const seen = new Set<string>();
  for (const email of ['ana@example.com', 'ana@example.com', 'new@example.com', 'new@example.com']) {
    const answer = await postForm(some.port, `language=pt&asks=news&email=${encodeURIComponent(email)}`);
    delete answer.headers.date;
    seen.add(JSON.stringify([answer.status, answer.headers, answer.body.toString()]));
  }
  assert.equal(seen.size, 1);
  assert.match([...seen].join(), /"\/newsletter\?state=subscribed&lang=pt"/);
  assert.equal(await locationOf(some.port, 'email=a%40b&asks=news'), '/newsletter?state=failed&lang=pt');
  assert.deepEqual(await kept(), [{ product: 'news' }], 'of the new one alone');
});

test('a request ends with the site that it came to (catches: a page that this site lacks)', async (t) => {
  const store = heldStore();
  const { port, show } = await startApp(t, { store });
  const body = 'email=a%40b.co&interest=seo&language=en';
  const first = postForm(port, body);
  await store.asked;
  show({ books: ASKED_BOOKS });
  const second = postForm(port, body);
  store.release();
  const answers = await Promise.all([first, second]);
  assert.deepEqual(
    answers.map(({ headers }) => headers.location),
    ['subscribed', 'subscribed-book'].map((state) => `/products?state=${state}&lang=en`),
  );
});

test('while it stops, what is under way is answered and nothing more is taken', async (t) => {
  const store = heldStore();
  const { app, port } = await startApp(t, { store });
  const { socket, answer } = askRaw(port, `${POST}Content-Length: ${BODY.length}\r\n\r\n${BODY}`);
  await store.asked;
  const stopped = app.stop(8_000, 0);
  await assert.rejects(ask(port, '/healthz'), { code: 'ECONNREFUSED' });
  // The same connection sends another request before its first answer, and is asked to close.
  socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(app.server, 'request');
  store.release();
  assert.match(await answer, /^HTTP\/1\.1 202 [^]*\{"ok":true\}HTTP\/1\.1 503 [^]*\r\nConnection: close\r\n/);
  await stopped;
});

test('it is not ready from the moment it stops', async (t) => {
  const { app, port } = await startApp(t);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n');
  await once(app.server, 'connection');
  const stopped = app.stop();
  socket.write('\r\n');
  const [data] = await once(socket, 'data');
  assert.match(String(data), /^HTTP\/1\.1 503 [^]*\r\nConnection: close\r\n/);
  await stopped;
});

test('a client that comes just before it is closed is answered, and led elsewhere (catches: reset)', async (t) => {
  const { app, port } = await startApp(t);
  const stopped = app.stop();
  const late = await ask(port, '/healthz');
  assert.deepEqual([late.status, late.headers.connection], [200, 'close']);
  await stopped;
});

test('idle connections do not hold up the stop', async (t) => {
  const { app, port } = await startApp(t);
  const { socket, answer } = askRaw(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  await app.stop();
  assert.match(await answer, /^HTTP\/1\.1 200 /);
});

test('a request that never ends is cut off when patience is over', async (t) => {
  const { app, port } = await startApp(t);
  const { socket, answer } = askRaw(port, `${POST}Content-Length: 9\r\n\r\n`);
  await once(app.server, 'request');
  await app.stop(100);
  assert.equal(await answer, '');
  socket.destroy();
});

test('a page that fails is answered flatly and logged, and the next one is served', async (t) => {
  const { port, log } = await startApp(t, {
    site: (request, response) => {
      if (request.url === '/soon') throw new Error('planted');
      response.end();
    },
  });
  const answer = await ask(port, '/soon');
  assert.equal(answer.status, 500);
  assert.doesNotMatch(answer.body.toString(), /planted/);
  assert.match(log.splice(0).join(''), /"msg":"request failed"/);
  assert.equal((await ask(port, '/')).status, 200);
});

/** The app with everything that writes, on a real store with a person who may be asked for the newsletter, and one to confirm. */
async function startWhole(t: TestContext) {
  const siteUrl = 'http://localhost:3000';
  const now = () => 0;
  const secrets = createSecrets(['a-key-a-key-a-key-a-key-a-key-a-key-']);
  const store = await openTestStore(t, { now, books: BOOK_IDS });
  const build = readFixtureBuild(t, BOOKS);
  build.manifest.newsletter = 1;
  const links = createTokenPages({
    build,
    siteUrl,
    defaultLanguage: 'en',
    secrets,
    store,
    download: createDownload(() => siteUrl),
    onErased: async () => {},
    now,
  });
  const messages = createMessageStore(store, now);
  const { port } = await startApp(t, { siteUrl, store, messages, links, books: ASKED_BOOKS });
  for (const name of ['ana', 'eva']) await store.add(subscription(name));
  const [ana, eva] = [await rowOf(store, 'ana'), await rowOf(store, 'eva')];
  await confirm(store.write, eva.id, 0);
  const linkPaths = [...TOKEN_STATES, ...BOOK_IDS.map(bookLink)].map((purpose) => {
    const { id, key } = purpose === 'news' ? eva : ana;
    const link = { purpose, subscription: id, key, language: 'en' as const, now: 0 };
    return createLink(secrets, siteUrl, link).slice(siteUrl.length);
  });
  return { store, port, linkPaths };
}

/** Every row of every table. */
async function rowsOf({ write }: TestStore): Promise<Record<string, unknown[]>> {
  const named = sql<{ name: string }>`SELECT name FROM sqlite_schema WHERE type = 'table'`;
  const rows: Record<string, unknown[]> = {};
  for (const { name } of (await named.execute(write)).rows)
    rows[name] = (await sql`SELECT * FROM ${sql.table(name)}`.execute(write)).rows;
  return rows;
}

test('no GET or HEAD changes a row of the store (catches: opening a link confirms, a read of the form subscribes)', async (t) => {
  const { store, port, linkPaths } = await startWhole(t);
  const before = await rowsOf(store);
  assert.equal(before.subscription?.length, 2);
  const form = 'email=bea%40example.com&name=Bea&company=X&phone=%2B351912345678&message=Hi&do=erase';
  const fields = `${form}&question=q`;
  const reads = ROUTES.map(({ path }) => `${path.replace(':provider', 'postmark')}?${fields}`);
  const shown = linkPaths.flatMap((path) => [path, `${path}&${fields}`]);
  for (const path of [...reads, ...shown]) {
    for (const method of ['GET', 'HEAD']) {
      const { status } = await ask(port, path, { method });
      assert.deepEqual(await rowsOf(store), before, `${method} ${path}`);
      assert.ok(status === 200 || status === 405, `${method} ${path}: ${status}`);
    }
  }
});
