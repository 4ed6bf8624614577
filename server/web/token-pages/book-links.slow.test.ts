import assert from 'node:assert/strict';
import { rmSync, truncateSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { bookLink, type BookId } from '#contract/books.ts';
import { ASKED_BOOKS, BOOK_IDS } from '#test/fixtures/books.ts';
import { readFixtureBuild, startApp } from '#test/fixtures/app.ts';
import { ask, FORM_TYPE, postForm } from '#test/fixtures/requests.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { createLink, lifetimeOf } from '#server/list/link-token.ts';
import { createTokenPages } from '#server/web/token-pages/token-pages.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { rowOf, subscription, verbsOf } from '#test/fixtures/subscription.ts';
import { createDownload, DOWNLOAD_LIMITS, type DownloadLimits } from './download.ts';
import { BOOKS } from '#test/fixtures/books.ts';

const NOW = Date.UTC(2026, 6, 1);
const SITE = 'https://example.com';
const OLD = 'old-key-old-key-old-key-old-key-old';
const secrets = createSecrets(['new-key-new-key-new-key-new-key-new', OLD]);

/** The real app and store with one confirmed person, `ana`, who reads Portuguese. */
async function startBooks(
  t: TestContext,
  limits: Partial<DownloadLimits> = {},
  books = BOOKS,
  title?: string,
) {
  const time = { now: NOW };
  const store = await openTestStore(t, { now: () => time.now, books: BOOK_IDS });
  const verbs = verbsOf(store, () => time.now, BOOK_IDS);
  const build = readFixtureBuild(t, books);
  if (title !== undefined) build.manifest.words.pt.books.seo = title;
  const links = createTokenPages({
    build,
    siteUrl: SITE,
    defaultLanguage: 'en',
    secrets,
    store,
    download: createDownload(() => SITE, { ...DOWNLOAD_LIMITS, ...limits }),
    onErased: async () => {},
    now: () => time.now,
  });
  const { port, log } = await startApp(t, { links, store, siteUrl: SITE, books: ASKED_BOOKS });
  await store.add(subscription('ana', { language: 'pt' }));
  const { id, key } = await rowOf(store, 'ana');
  await verbs.confirm(id);
  const pathOf = (book: BookId, changed: { key?: string; id?: number } = {}, signing = secrets) => {
    const link = { purpose: bookLink(book), subscription: changed.id ?? id, key: changed.key ?? key };
    return createLink(signing, SITE, { ...link, language: 'pt', now: NOW }).slice(SITE.length);
  };
  const fileOf = (name: string) => join(build.dist, '.build/books', name);
  return { store, verbs, id, port, log, time, pathOf, fileOf };
}

test('GET gives the file in the person’s language, HEAD the same headers; neither changes anything', async (t) => {
  const { store, port, pathOf } = await startBooks(t);
  const before = await store.write.selectFrom('outbox').selectAll().execute();
  const got = await ask(port, pathOf('seo'));
  assert.equal(got.body.toString(), '.build/books/seo.pt.pdf');
  const { date: _, connection: _c, 'keep-alive': _k, ...headers } = got.headers;
  assert.partialDeepStrictEqual(headers, {
    'content-type': 'application/pdf',
    'content-length': String(got.body.length),
    'content-disposition': `attachment; filename="SEO - Ser encontrado.pdf"; filename*=UTF-8''SEO%20-%20Ser%20encontrado.pdf`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'accept-ranges': 'none',
  });
  assert.match(String(headers['content-security-policy']), /default-src 'none'/);
  assert.match(String(headers['strict-transport-security']), /max-age/);
  const head = await ask(port, pathOf('seo'), { method: 'HEAD' });
  assert.deepEqual([head.status, head.body.length], [200, 0]);
  const { date: _d, connection: _e, 'keep-alive': _f, ...same } = head.headers;
  assert.deepEqual(same, headers);
  assert.deepEqual(await store.write.selectFrom('outbox').selectAll().execute(), before);
});

test('where the own language is missing the other one is given, and the name of the file says so', async (t) => {
  const { port, pathOf } = await startBooks(t);
  const { headers, body } = await ask(port, pathOf('ads'));
  assert.equal(body.toString(), '.build/books/ads.en.epub');
  assert.equal(headers['content-type'], 'application/epub+zip');
  assert.match(headers['content-disposition'] ?? '', /^attachment; filename="Ads - Be seen\.epub"/);
});

test('a name with other letters stays readable in old and new browsers (catches: a header that breaks)', async (t) => {
  const { port, pathOf } = await startBooks(t, {}, BOOKS, 'Ação “é” "1": a/b');
  const { headers } = await ask(port, pathOf('seo'));
  const [, plain, encoded = ''] =
    /filename="([^"]*)"; filename\*=UTF-8''(\S+)$/.exec(headers['content-disposition'] ?? '') ?? [];
  assert.equal(plain, 'Acao _e_ - 1 - a - b.pdf');
  assert.equal(decodeURIComponent(encoded), 'Ação “é” - 1 - a - b.pdf');
});

test('a third book is given by its own link, and not by that of another', async (t) => {
  const third = { book: 'x-2', files: { pt: { file: '.build/books/x-2.pt.pdf', kind: 'pdf' as const } } };
  const { port, pathOf } = await startBooks(t, {}, [...BOOKS, third]);
  assert.equal((await ask(port, pathOf('x-2'))).body.toString(), '.build/books/x-2.pt.pdf');
  assert.equal((await ask(port, pathOf('seo').replace('book-seo', 'book-x-2'))).status, 410);
});

test('a part that is asked for, rightly or wrongly, is answered with the whole file', async (t) => {
  const { port, pathOf } = await startBooks(t);
  for (const range of ['bytes=0-3', 'bytes=9999999-', 'bytes=5-1', 'bytes=-0,,', 'pages=1']) {
    const { status, body } = await ask(port, pathOf('seo'), { headers: { range, 'if-range': '"x"' } });
    assert.deepEqual([status, body.toString()], [200, '.build/books/seo.pt.pdf'], range);
  }
});

test('a link too old, cut, forged, for another book or person gives no byte, but a page with a way on', async (t) => {
  const { port, pathOf, time, id } = await startBooks(t);
  const right = pathOf('seo');
  const wrong = [
    right.replace('book-seo', 'book-ads'),
    right.replace(/=(.)/, (_, letter: string) => `=${letter === 'A' ? 'B' : 'A'}`),
    right.slice(0, 60),
    '/soon?book-seo=&lang=pt',
    pathOf('removed-2'),
    pathOf('seo', { key: 'eva@example.com' }),
    pathOf('seo', { id: id + 1 }),
    pathOf('seo', {}, createSecrets(['x'.repeat(32)])),
  ];
  const refused = async (path: string) => {
    const { status, headers, body } = await ask(port, path);
    assert.deepEqual(
      [status, headers['cache-control'], headers['x-robots-tag']],
      [410, 'no-store', 'noindex, nofollow'],
      path,
    );
    const language = path.includes('lang=pt') ? 'pt' : 'en';
    assert.match(body.toString(), new RegExp(`<title>book-expired ${language}</title>`));
    assert.equal(headers['content-disposition'], undefined);
  };
  for (const path of wrong) await refused(path);
  time.now = NOW + lifetimeOf('book-seo') - 1;
  assert.equal((await ask(port, right)).status, 200);
  time.now += 1;
  await refused(right);
});

test('a link goes on working when the key is new and when the person has left, and ends with the erasure', async (t) => {
  const { port, pathOf, verbs, id } = await startBooks(t);
  const old = pathOf('seo', {}, createSecrets([OLD]));
  await verbs.leave(id);
  assert.equal((await ask(port, old)).status, 200);
  await verbs.erase(id);
  for (const method of ['GET', 'HEAD']) assert.equal((await ask(port, old, { method })).status, 410);
});

test('a book that is taken back is gone, also where no book is left (catches: a page that is not there)', async (t) => {
  const some = await startBooks(t, {}, BOOKS.slice(1));
  const none = await startBooks(t, {}, []);
  for (const [{ port, pathOf }, page] of [
    [some, 'book-expired'],
    [none, 'expired'],
  ] as const) {
    const { status, body } = await ask(port, pathOf('seo'));
    assert.equal(status, 410);
    assert.match(body.toString(), new RegExp(`<title>${page} pt`));
  }
});

test('POST gives nothing and changes nothing, wherever it is from', async (t) => {
  const { store, port, pathOf, id } = await startBooks(t);
  for (const headers of [FORM_TYPE, { ...FORM_TYPE, origin: 'https://evil.example' }]) {
    const answer = await ask(port, pathOf('seo'), { method: 'POST', headers, body: 'do=erase' });
    assert.deepEqual([answer.status, answer.headers['allow']], [405, 'GET, HEAD']);
  }
  const row = await store.write.selectFrom('subscription').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([row.id, row.state], [id, 'confirmed']);
});

test('other links do what they did (catches: all go to the books)', async (t) => {
  const { port, id } = await startBooks(t);
  const link = { purpose: 'me', subscription: id, key: 'ana@example.com', language: 'pt', now: NOW } as const;
  const { status, body } = await ask(port, createLink(secrets, SITE, link).slice(SITE.length));
  assert.equal(status, 200);
  assert.match(body.toString(), /ADDRESS=ana@example\.com/);
});

/** Begins a download without reading it; resolves once its headers have arrived. */
function begin(port: number, path: string): Promise<{ leave(): void }> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, agent: false }, (response) => {
      response.on('error', () => {});
      resolve({ leave: () => response.destroy() });
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('a large book is read as it is sent, not into memory (catches: the whole file for each request)', async (t) => {
  const { port, pathOf, fileOf } = await startBooks(t);
  // Received data is memory too, until it is garbage-collected.
  const size = 320 * 1024 * 1024;
  truncateSync(fileOf('seo.pt.pdf'), size);
  const before = process.memoryUsage().arrayBuffers;
  const still = await Promise.all([begin(port, pathOf('seo')), begin(port, pathOf('seo'))]);
  let most = 0;
  const received = await new Promise<number>((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path: pathOf('seo'), agent: false }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      });
      response.on('end', () => resolve(bytes));
    });
    sent.on('error', reject);
    sent.end();
  });
  assert.equal(received, size);
  assert.ok(most < size / 2, `${most} bytes`);
  for (const one of still) one.leave();
});

test('a download cut in the middle makes room for others; with no room the answer says when to come again (catches: a place lost)', async (t) => {
  const { store, verbs, port, pathOf, fileOf } = await startBooks(t, { most: 2, ofOnePerson: 1 });
  truncateSync(fileOf('seo.pt.pdf'), 50 * 1024 * 1024);
  truncateSync(fileOf('seo.en.pdf'), 50 * 1024 * 1024);
  const paths = [pathOf('seo')];
  for (const name of ['eva', 'rui']) {
    await store.add(subscription(name));
    const { id, key } = await rowOf(store, name);
    await verbs.confirm(id);
    paths.push(pathOf('seo', { id, key }));
  }
  const [ana = '', eva = '', rui = ''] = paths;
  const statusOf = async (path: string) => (await ask(port, path, { method: 'HEAD' })).status;
  const first = await begin(port, ana);
  const again = await ask(port, ana);
  assert.deepEqual([again.status, again.headers['retry-after']], [503, '60']);
  const second = await begin(port, eva);
  assert.equal(await statusOf(rui), 503);
  for (const one of [first, second]) one.leave();
  for (const path of paths) {
    while ((await statusOf(path)) !== 200) await new Promise((resolve) => setImmediate(resolve));
  }
});

test('a file that is gone is said to be away, and logged', async (t) => {
  const { port, log, pathOf, fileOf } = await startBooks(t);
  rmSync(fileOf('seo.pt.pdf'));
  assert.equal((await ask(port, pathOf('seo'))).status, 503);
  assert.match(log.splice(0).join(), /request failed/);
  assert.equal((await ask(port, pathOf('ads'))).status, 200);
});

test('a form for a book that is out is answered with the page that says so, for known and unknown alike (catches: told apart)', async (t) => {
  const { store, port } = await startBooks(t);
  const answers = new Set<string>();
  for (const name of ['ana', 'new', 'new', 'ana']) {
    const { status, headers, body } = await postForm(
      port,
      `email=${name}%40example.com&interest=seo&language=pt`,
    );
    delete headers.date;
    answers.add(JSON.stringify([status, headers, body.toString()]));
  }
  assert.equal(answers.size, 1);
  assert.match([...answers][0] ?? '', /"location":"\/products\?state=subscribed-book&lang=pt"/);
  const failed = await postForm(port, 'email=a&interest=seo&language=pt');
  assert.equal(failed.headers.location, '/products?state=failed&lang=pt');
  const books = await store.write.selectFrom('outbox').select('kind').where('kind', '=', 'book').execute();
  assert.equal(books.length, 1);
});
