import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Stage } from '#contract/pages.ts';
import { createSite } from './site.ts';
import { NO_PREVIEW, readFixtureBuild, siteAt, startApp } from '#test/fixtures/app.ts';
import { ask, type Answered } from '#test/fixtures/requests.ts';

const SITE = 'http://localhost:3000';
const TO_SOON = 302;
const PATHS: [path: string, status: number][] = [
  ['/soon', 200],
  ['/soon?lang=pt', 200],
  ['/soon?state=nonsense', 200],
  ['/soon?', 200],
  ['/robots.txt', 200],
  ['/favicon.svg', 200],
  ['/.well-known/security.txt', 200],
  ['/static/js/app.0a1b2c3d.chunk.js', 200],
  ['/static/logo.11223344.svg', 200],
  ['/', TO_SOON],
  ['/?utm_source=ig', TO_SOON],
  ['/services', TO_SOON],
  ['/products', TO_SOON],
  ['/about', TO_SOON],
  ['/contact', TO_SOON],
  ['/services/', TO_SOON],
  ['/soon/', TO_SOON],
  ['/SOON', TO_SOON],
  ['/Soon/?a=1', TO_SOON],
  ['/anything', TO_SOON],
  ['/a/b/c/d', TO_SOON],
  ['/pt', TO_SOON],
  ['/wp-admin/', TO_SOON],
  ['/servi%C3%A7os', TO_SOON],
  ['/apis', TO_SOON],
  ['/statics', TO_SOON],
  ['//evil.example/', TO_SOON],
  ['/version-2.0', TO_SOON],
  ['/index.html', TO_SOON],
  ['/soon/index.html', TO_SOON],
  ['/services/index.html', TO_SOON],
  ['/index.php', TO_SOON],
  ['/_headers', TO_SOON],
  ['/_redirects', TO_SOON],
  ['/vercel.json', 404],
  ['/.build/pages/soon.idle.en.html', 404],
  ['/.build/pages/home.idle.en.html', 404],
  ['/.build/manifest.json', 404],
  ['/static/js/app.0a1b2c3d.chunk.js.br', 404],
  ['/static/js/missing.00000000.chunk.js', 404],
  ['/static', 404],
  ['/favicon.ico', 200],
  ['/404.html', 404],
  ['/apple-touch-icon.png', 404],
  ['/service-worker.js', 404],
  ['/x.php', 404],
  ['/wp-login.php', 404],
  ['/xmlrpc.php?rsd', 404],
  ['/.env', 404],
  ['/.git/config', 404],
  ['/.well-known/x', 404],
  ['/.well-known/change-password', 404],
  ['/api', 404],
  ['/api/', 404],
  ['/api/x', 404],
  ['/api/subscribe/', 404],
  ['/api/subscriptions', 404],
  ['/API/subscribe', 404],
  ['/%61pi/subscribe', 404],
  ['/dashboard', 200],
  ['/dashboard/', 200],
  ['/dashboard/people/3?from=mail', 200],
  // What a cache in front might take for a static file and keep for everybody.
  ['/dashboard/people.css', 404],
  ['/dashboard/people%2ecss', 404],
  ['/dashboard/people;x.css', 404],
  ['/dashboard/people%2f3', 404],
  ['/Dashboard', 404],
  ['/healthz/', 404],
  ['/%zz', 404],
  ['/%00', 404],
  ['/a/../soon', 404],
  ['/a/%2e%2e/soon', 404],
  [`/${'a'.repeat(2000)}`, 404],
];
const ANSWER_TO_WRITES: Record<number, number> = { 200: 405, 302: 405, 404: 404 };

test('every path answers each method as its kind of path does', async (t) => {
  const { port } = await startApp(t);
  for (const [path, status] of PATHS) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const expected = method === 'GET' || method === 'HEAD' ? status : ANSWER_TO_WRITES[status];
      const answer = await ask(port, path, { method });
      const name = `${method} ${path.slice(0, 60)}`;
      assert.equal(answer.status, expected, name);
      if (method === 'HEAD') assert.equal(answer.body.length, 0, name);
      if (answer.status !== 200) assert.equal(answer.headers['cache-control'], 'no-store', name);
      if (answer.status === 405) assert.equal(answer.headers.allow, 'GET, HEAD', name);
      if (answer.status === 302) assert.match(answer.headers.location ?? '', /^\/soon(\?|$)/, name);
      if (answer.status === 404 && path.startsWith('/api')) {
        assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8', name);
      }
    }
  }
});

test('a missing asset is never answered with a page', async (t) => {
  const { port } = await startApp(t);
  const answer = await ask(port, '/static/js/gone.00000000.chunk.js');
  assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8');
  assert.equal(answer.body.toString(), 'Not found\n');
});

/** Asked for once the site is open: what people type and programs paste, and where it leads. */
const MEANT: [asked: string, location: string][] = [
  ['/SERVICES', '/services'],
  ['/Contact/', '/contact'],
  ['/services)', '/services'],
  ['/services%E2%80%9D.', '/services'],
  ['/soon', '/'],
  ['/soon/', '/'],
  ['/SOON', '/'],
  ['/soon.', '/'],
  ['//soon', '/'],
  ['/soon%20', '/'],
  ['/soon&utm_source=poster', '/?utm_source=poster'],
  ['/soon%3Futm_source=poster&x=1?lang=pt', '/?lang=pt&utm_source=poster'],
  ['/About?fbclid=a&msclkid=b&ttclid=c&x=1', '/about?fbclid=a&msclkid=b&ttclid=c'],
  ['/index.html', '/'],
  ['/index.php?x=1', '/'],
  ['/contact/index.html', '/contact'],
  ['/about.html', '/about'],
  ['http://localhost:3000/SERVICES', '/services'],
];

test('a page by another name of it leads to the page (catches: a QR code in capitals, a bracket after a link)', async (t) => {
  const { port } = await startApp(t, { site: siteAt(t, 'live') });
  for (const [asked, location] of MEANT) {
    const { status, headers } = await ask(port, asked);
    assert.deepEqual(
      [status, headers.location, headers['cache-control']],
      [302, location, 'no-store'],
      asked,
    );
  }
  for (const path of ['/nothing', '/services-2', '/xservices', '/soon/x', '/services/x'])
    assert.equal((await ask(port, path)).status, 404, path);
});

test('a whole address as target is answered as its path is, whatever the Host header (RFC 9112, 3.2.2)', async (t) => {
  const { port } = await startApp(t);
  for (const [target, noindex] of [
    ['http://localhost:3000/soon?lang=pt', undefined],
    ['http://staging.example/soon?lang=pt', 'noindex'],
  ] as const) {
    const answer = await ask(port, target, { headers: { host: 'localhost:3000' } });
    assert.equal(titleOf(answer), 'idle pt');
    assert.equal(answer.headers['x-robots-tag'], noindex);
  }
  assert.equal((await ask(port, 'HTTP://localhost:3000?lang=pt')).headers.location, '/soon?lang=pt');
});

function titleOf({ body }: Answered): string | undefined {
  return /<title>(.*)<\/title>/.exec(body.toString())?.[1];
}

const DOCUMENTS: [path: string, cookie: string, title: string][] = [
  ['/soon', '', 'idle en'],
  ['/soon?lang=pt', '', 'idle pt'],
  ['/soon?lang=fr', '', 'idle en'],
  ['/soon', 'language=pt', 'idle pt'],
  ['/soon', 'a=1; language=pt; b=2', 'idle pt'],
  ['/soon', 'a=1;language=pt', 'idle pt'],
  ['/soon', 'language=fr', 'idle en'],
  ['/soon', 'mylanguage=pt', 'idle en'],
  ['/soon', 'x=language=pt', 'idle en'],
  ['/soon?lang=en', 'language=pt', 'idle en'],
  ['/soon?lang=xx', 'language=pt', 'idle pt'],
  ['/soon?state=subscribed', '', 'subscribed en'],
  ['/soon?state=failed&lang=pt', '', 'failed pt'],
  ['/soon?state=privacy', 'language=pt', 'privacy pt'],
  ['/soon?state=live', '', 'idle en'],
  ['/soon?state=__proto__', '', 'idle en'],
  ['/soon?state=failed&state=idle', '', 'failed en'],
  ['/soon?utm_source=ig', 'language=pt', 'idle pt'],
];

test('state and language choose the document of /soon', async (t) => {
  const { port } = await startApp(t);
  for (const [path, cookie, title] of DOCUMENTS) {
    const answer = await ask(port, path, cookie === '' ? {} : { headers: { cookie } });
    assert.equal(titleOf(answer), title, `${path} ${cookie}`);
    assert.equal(answer.headers['content-language'], title.split(' ')[1]);
    assert.equal(answer.headers.vary, 'Cookie, Accept-Encoding');
    assert.equal(answer.headers['cache-control'], 'no-cache');
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(
      String(answer.headers['content-security-policy']),
      new RegExp(`report-to ${title.split(' ')[0]}$`),
    );
  }
});

test('a page comes in the best encoding the browser takes, and is the same page in each', async (t) => {
  const { port } = await startApp(t);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };
  const pages = [];
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', 'identity'],
  ] as const) {
    const answer = await ask(port, '/soon', { headers: { 'accept-encoding': accepted } });
    assert.equal(answer.headers['content-encoding'] ?? 'identity', encoding);
    assert.equal(answer.headers['content-length'], String(answer.body.length));
    pages.push({ etag: answer.headers.etag, text: decode[encoding](answer.body).toString() });
  }
  assert.equal(new Set(pages.map((page) => page.text)).size, 1);
  assert.equal(new Set(pages.map((page) => page.etag)).size, 3);
});

test('a page the browser has is answered with 304, without a body', async (t) => {
  const { port } = await startApp(t);
  for (const path of ['/soon', '/static/js/app.0a1b2c3d.chunk.js', '/robots.txt']) {
    const { etag = '' } = (await ask(port, path)).headers;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await ask(port, path, { headers: { 'if-none-match': known } });
      assert.deepEqual(
        [answer.status, answer.body.length, answer.headers.etag],
        [304, 0, etag],
        `${path} ${known}`,
      );
      assert.ok(answer.headers['cache-control'] && answer.headers.vary, path);
    }
    const other = await ask(port, path, { headers: { 'if-none-match': '"other"' } });
    assert.equal(other.status, 200);
  }
});

test('files with a hash in their name are kept for a year, others for an hour', async (t) => {
  const { port } = await startApp(t);
  const hashed = await ask(port, '/static/js/app.0a1b2c3d.chunk.js');
  assert.equal(hashed.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(hashed.headers['content-type'], 'text/javascript; charset=utf-8');
  const other = await ask(port, '/robots.txt');
  assert.equal(other.headers['cache-control'], 'public, max-age=3600');
});

test('HEAD is answered with the headers of GET', async (t) => {
  const { port } = await startApp(t);
  for (const path of ['/soon', '/services', '/robots.txt', '/x.php', '/healthz', '/api/x']) {
    const [get, head] = [await ask(port, path), await ask(port, path, { method: 'HEAD' })];
    delete get.headers.date;
    delete head.headers.date;
    assert.deepEqual([head.status, head.headers, head.body.length], [get.status, get.headers, 0]);
  }
});

test('a second host name of the server is kept out of search engines, the public one is not', async (t) => {
  const { port } = await startApp(t, { siteUrl: 'https://example.com' });
  const listed = ['example.com', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'];
  for (const host of [...listed, 'staging.example.com', 'example.com.evil.example']) {
    const { headers } = await ask(port, '/soon', { headers: { host } });
    assert.equal(headers['x-robots-tag'], listed.includes(host) ? undefined : 'noindex', host);
  }
});

test('the newsletter has a page only once the site is open and there is one (catches: before the launch; where none was decided)', async (t) => {
  const open = async (stage: Stage, newsletter: 1 | null) => {
    const build = { ...readFixtureBuild(t) };
    build.manifest = { ...build.manifest, newsletter };
    const site = createSite(build, { siteUrl: SITE, defaultLanguage: 'en' }, () => stage, NO_PREVIEW);
    const { port } = await startApp(t, { site });
    const read = async (path: string) => {
      const { status, headers, body } = await ask(port, path);
      return `${status} ${headers.location ?? /<title>(.*?)</.exec(body.toString())?.[1]}`;
    };
    return read;
  };
  const there = await open('live', 1);
  assert.equal(await there('/newsletter'), '200 newsletter idle en');
  assert.equal(await there('/newsletter/?lang=pt'), '200 newsletter idle pt');
  assert.equal(await there('/newsletter?state=subscribed&lang=pt'), '200 newsletter subscribed pt');
  assert.equal(await there('/newsletter?state=failed'), '200 newsletter failed en');
  assert.equal(await there('/NEWSLETTER.'), '302 /newsletter');
  for (const path of ['/newsletter', '/newsletter/', '/newsletter?state=subscribed'])
    assert.match(await (await open('live', null))(path), /^404 missing/);
  for (const newsletter of [1, null] as const)
    assert.equal(await (await open('soon', newsletter))('/newsletter'), '302 /soon?from=%2Fnewsletter');
  assert.equal(await there('/newsletter/winter?lang=pt'), '200 letter idle pt');
  assert.equal(await there('/Newsletter/Winter)'), '302 /newsletter/winter');
  assert.equal(await there('/newsletter/summer'), '404 missing idle en');
  assert.equal(await there('/newsletter/feed.xml'), '200 en');
  assert.equal(await there('/newsletter/feed.xml?lang=pt'), '200 pt');
  const closed = await open('soon', 1);
  assert.equal(await closed('/newsletter/winter'), '302 /soon?from=%2Fnewsletter%2Fwinter');
  assert.equal(await closed('/newsletter/feed.xml'), '404 undefined');
});
