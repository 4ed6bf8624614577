import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { STAGES, type Stage } from '#contract/pages.ts';
import { readConfig } from '#server/base/config.ts';
import { ask } from '#test/fixtures/requests.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { HOST_KINDS, serveStatic, type HostKind } from '#test/browser/support/static-host.ts';
import { addressWarning, writeStaticHost } from './static-host.ts';

const configOf = (stage: Stage) => readConfig({ SITE_URL: 'https://example.com', STAGE: stage });

async function layOut(t: TestContext, stage: Stage): Promise<string> {
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  await writeStaticHost(configOf(stage), dist);
  return dist;
}

async function open(t: TestContext, dist: string, kind: HostKind) {
  const { address, stop } = await serveStatic(dist, kind);
  t.after(stop);
  const port = Number(new URL(address).port);
  return async (path: string) => {
    const { status, headers, body } = await ask(port, path);
    const title = /<title>(.*)<\/title>/.exec(body.toString())?.[1];
    return { status, headers, title, location: headers.location };
  };
}

const INNER = ['/services', '/products', '/about', '/contact'];

for (const kind of HOST_KINDS) {
  test(`before the launch a ${kind} host shows /soon, and leads everything else there or hands its page out (catches: a rule for /soon itself)`, async (t) => {
    const get = await open(t, await layOut(t, 'soon'), kind);
    const soon = await get(kind === 'cloudflare' ? '/soon/' : '/soon');
    assert.deepEqual([soon.status, soon.title], [200, 'idle en']);
    for (const path of ['/', ...INNER, '/services/']) {
      const { status, location, title } = await get(`${path}?utm_source=x`);
      const isFirst = path === '/' && kind !== 'cloudflare';
      if (kind === 'plain' || isFirst)
        assert.deepEqual([status, title], [isFirst ? 200 : 404, 'idle en'], path);
      else assert.deepEqual([status, location], [302, '/soon?utm_source=x'], path);
    }
    const nowhere = await get('/no/such/page');
    assert.deepEqual([nowhere.status, nowhere.title], [404, 'idle en']);
    for (const path of ['/soon/confirm/', '/soon/me/']) assert.equal((await get(path)).status, 404, path);
    assert.equal((await get('/robots.txt')).status, 200);
  });

  test(`once open a ${kind} host shows each page, leads /soon to the first and says 404 (catches: /soon left there)`, async (t) => {
    const get = await open(t, await layOut(t, 'live'), kind);
    const home = await get('/');
    assert.deepEqual([home.status, home.title], [200, 'home idle en']);
    for (const path of INNER) {
      const page = await get(kind === 'cloudflare' ? `${path}/` : path);
      assert.deepEqual([page.status, page.title], [200, `${path.slice(1)} idle en`], path);
    }
    for (const path of ['/soon', '/soon/']) {
      const { status, location, title } = await get(path);
      if (kind === 'plain') assert.deepEqual([status, title], [404, 'missing idle en']);
      else assert.deepEqual([status, location], [302, '/']);
    }
    const nowhere = await get('/no/such/page');
    assert.deepEqual([nowhere.status, nowhere.title], [404, 'missing idle en']);
  });
}

test('a file in a build for the server is behind a redirect in both stages', async (t) => {
  for (const stage of STAGES) {
    const get = await open(t, await layOut(t, stage), 'cloudflare');
    assert.equal((await get('/.build/pages/home.idle.en.html')).status, 302, stage);
    assert.equal((await get('/.build/manifest.json')).status, 302, stage);
  }
});

test('every answer of a host carries each security header once, the page for unknown addresses too (catches: a policy for all and one for a page)', async (t) => {
  for (const stage of STAGES) {
    const get = await open(t, await layOut(t, stage), 'netlify');
    for (const path of ['/soon/', '/', '/no/such/page', '/robots.txt']) {
      const { headers } = await get(path);
      // With two policies, browsers would enforce both; Node joins them with a comma, which no policy of this site has.
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'self';( img-src [^;,]+;)? report-to [^,]+$/,
        path,
      );
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['strict-transport-security'], 'max-age=63072000; includeSubDomains');
    }
    const script = await get('/static/js/app.0a1b2c3d.chunk.js');
    assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal((await get('/robots.txt')).headers['cache-control'], undefined);
  }
});

test('another stage is laid out without a new build, and leaves nothing of the one before (catches: both)', async (t) => {
  const dist = await layOut(t, 'soon');
  const map = () => readFileSync(join(dist, 'sitemap.xml'), 'utf8');
  assert.match(map(), /soon/);
  await writeStaticHost(configOf('live'), dist);
  assert.match(map(), /live/);
  // For an empty folder a host may answer 403 instead of 404.
  for (const file of ['soon/index.html', 'soon', 'pt'])
    assert.equal(existsSync(join(dist, file)), false, file);
  await writeStaticHost(configOf('soon'), dist);
  assert.equal(existsSync(join(dist, 'services')), false);
  assert.ok(existsSync(join(dist, 'soon/index.html')));
});

test('each host gets the same rules', async (t) => {
  for (const stage of STAGES) {
    const dist = await layOut(t, stage);
    const read = (file: string) => readFileSync(join(dist, file), 'utf8');
    const vercel = JSON.parse(read('vercel.json')) as {
      redirects: { source: string; destination: string; statusCode: number }[];
      headers: { source: string; headers: { key: string; value: string }[] }[];
    };
    const lines = vercel.redirects.map(({ source, destination, statusCode }) =>
      [source.replace('(.*)', '*'), destination, statusCode].join(' '),
    );
    assert.deepEqual(lines, read('_redirects').trim().split('\n'));
    for (const { source, headers } of vercel.headers) {
      const block = [source.replace('(.*)', '*'), ...headers.map(({ key, value }) => `  ${key}: ${value}`)];
      assert.ok(read('_headers').includes(`${block.join('\n')}\n`), source);
    }
  }
});

test('pages for a form service that lead to this machine are reported (catches: published in silence; a trial is reported, too)', () => {
  const SUBSCRIBE_ENDPOINT = 'https://forms.example/f/abc';
  assert.match(addressWarning(readConfig({ SUBSCRIBE_ENDPOINT })) ?? '', /localhost:3000\. .* SITE_URL/);
  for (const env of [
    {},
    { SUBSCRIBE_ENDPOINT, SITE_URL: 'https://example.com' },
    { SUBSCRIBE_ENDPOINT: 'http://127.0.0.1:9000/f' },
  ]) {
    assert.equal(addressWarning(readConfig(env)), null);
  }
});
