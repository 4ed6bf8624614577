import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { DAY } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { startApp } from '#test/fixtures/app.ts';
import { ask } from '#test/fixtures/requests.ts';
import { createSite } from '#server/web/pages/site.ts';
import { loadBuild } from '#server/base/build.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { endLink, makeLink, MOST_LINKS, openLinks, watchLinks } from './links.ts';
import { createPreview, previewLink } from './preview.ts';
import { watchSettings } from '#server/settings/watch.ts';
import { readStage, STAGE, stageIn, writeStage } from './stage.ts';

testOnEach('the stage is what the switch says, in each process within a second', async (t, open) => {
  const { write } = await open();
  assert.equal(await readStage(write), null);
  const changes: (string | null)[] = [];
  let changed = Promise.withResolvers<void>();
  const watch = await watchSettings(write, [STAGE], (rows) => {
    changes.push(stageIn(rows.get(STAGE)));
    changed.resolve();
  });
  // Before the store is closed.
  t.after(watch.stop);
  for (const stage of ['live', 'soon'] as const) {
    const begun = performance.now();
    await writeStage(write, stage);
    await changed.promise;
    assert.ok(performance.now() - begun < 1000);
    changed = Promise.withResolvers();
  }
  assert.deepEqual(changes, ['live', 'soon']);
  await watch.stop();
});

const NOW = 1_795_000_000_000;
const SITE_URL = 'http://localhost:3000';
const SITE = { siteUrl: SITE_URL, defaultLanguage: 'en' } as const;

test('one switch opens the site and closes it again, and nothing is kept that would be wrong afterwards (E3)', async (t) => {
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  let stage: 'soon' | 'live' = 'soon';
  const preview = createPreview(
    createSecrets(['k'.repeat(40)]),
    () => 0,
    () => new Map(),
  );
  const { port } = await startApp(t, { site: createSite(loadBuild(dist), SITE, () => stage, preview) });
  const closed = async () => {
    for (const path of ['/', '/services', '/anything', '/products?utm_source=x']) {
      const { status, headers } = await ask(port, path);
      assert.deepEqual([status, headers['cache-control']], [302, 'no-store'], path);
      assert.match(headers.location ?? '', /^\/soon/);
    }
    assert.equal((await ask(port, '/soon')).status, 200);
  };
  await closed();
  stage = 'live';
  for (const [path, title] of [
    ['/', 'home'],
    ['/services', 'services'],
    ['/products/', 'products'],
    ['/about?utm_source=x', 'about'],
    ['/contact', 'contact'],
  ] as const) {
    const { status, headers, body } = await ask(port, path);
    assert.deepEqual([status, headers['cache-control']], [200, 'no-cache'], path);
    assert.match(body.toString(), new RegExp(`<title>${title} idle en<`));
    assert.match(String(headers['content-security-policy']), /google/);
    // Tags would run with the owner's cookie.
    const owners = await ask(port, path, { headers: { cookie: `owner=${'x'.repeat(43)}` } });
    assert.deepEqual([owners.status, owners.headers['cache-control']], [200, 'no-store'], path);
    assert.doesNotMatch(String(owners.headers['content-security-policy']), /google/);
  }
  assert.match((await ask(port, '/about?lang=pt')).body.toString(), /about idle pt/);
  const portuguese = await ask(port, '/about', { headers: { cookie: 'language=pt' } });
  assert.match(portuguese.body.toString(), /about idle pt/);
  const missing = await ask(port, '/nowhere');
  assert.equal(missing.status, 404);
  assert.match(missing.body.toString(), /<title>missing idle en</);
  const soon = await ask(port, '/soon?utm_source=x&lang=pt&from=%2Fa');
  assert.deepEqual(
    [soon.status, soon.headers.location, soon.headers['cache-control']],
    [302, '/?utm_source=x&lang=pt', 'no-store'],
  );
  for (const path of ['/soon?state=privacy', '/soon?state=confirmed'])
    assert.equal((await ask(port, path)).status, 200, path);
  assert.equal((await ask(port, '/missing.png')).status, 404);
  assert.equal((await ask(port, '/', { method: 'POST' })).status, 405);
  stage = 'soon';
  await closed();
});

test('a preview link lets one look, unlisted and unkept, and nobody else (catches: any cookie, a kept answer)', async (t) => {
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  const clock = { now: 0 };
  const secrets = createSecrets(['k'.repeat(40)]);
  const one = { id: 1, name: 'Ana', edition: null, created_at: 900_000_000_000, ends_at: 1_000_000_000_000 };
  const followed: number[] = [];
  const preview = createPreview(
    secrets,
    () => clock.now,
    () => new Map([[1, one]]),
    (id) => followed.push(id),
  );
  const { port } = await startApp(t, { site: createSite(loadBuild(dist), SITE, () => 'soon', preview) });
  const link = previewLink(secrets, SITE_URL, one);
  clock.now = 999_999_000_000;
  const entered = await ask(port, link.slice(SITE_URL.length));
  assert.deepEqual([entered.status, entered.headers.location], [302, '/']);
  // Only checking whether a link is alive does not follow it.
  await ask(port, link.slice(SITE_URL.length), { method: 'HEAD' });
  assert.deepEqual(followed, [1]);
  const [cookie = ''] = entered.headers['set-cookie'] ?? [];
  assert.match(cookie, /^preview=[\w.-]+; Path=\/; Max-Age=1000; HttpOnly; SameSite=Lax$/);
  const asVisitor = { headers: { cookie: cookie.split(';')[0] ?? '' } };
  const page = await ask(port, '/services', asVisitor);
  assert.deepEqual(
    [page.status, page.headers['cache-control'], page.headers['x-robots-tag']],
    [200, 'no-store', 'noindex'],
  );
  assert.match(page.body.toString(), /<html data-preview="" lang="en"><title>services/);
  // In no other document: text browsers show what styles hide.
  assert.match(page.body.toString(), /<div id="root"><p data-preview="">Only a preview<\/p>/);
  assert.doesNotMatch(String(page.headers['content-security-policy']), /google/);
  assert.equal((await ask(port, '/services')).status, 302);
  assert.equal(
    (await ask(port, '/services', { headers: { cookie: 'preview=1000000000.AAAA' } })).status,
    302,
  );
  // With a preview cookie one can also see what the others see.
  assert.equal((await ask(port, '/soon', asVisitor)).status, 200);
  clock.now = 1_000_000_000_000;
  assert.equal((await ask(port, '/services', asVisitor)).status, 302);
  assert.match((await ask(port, link.slice(SITE_URL.length))).headers.location ?? '', /^\/soon/);
});

testOnEach(
  'a link is counted each time it is followed, and ended within a second (catches: who has it still looks)',
  async (t, open) => {
    const { write } = await open();
    const made = await makeLink(write, { name: 'Fio Azul', madeBy: 'Marta', days: 7, edition: null }, NOW);
    const id = made?.id ?? assert.fail();
    const watch = await watchLinks(write, () => NOW);
    t.after(watch.stop);
    assert.deepEqual([...watch.links().keys()], [id]);
    watch.followed(id);
    watch.followed(id);
    while ((await openLinks(write, NOW))[0]?.opened !== 2);
    assert.ok(await endLink(write, id, NOW));
    assert.equal(await endLink(write, id, NOW), false);
    const begun = performance.now();
    while (watch.links().size > 0) await wait(20);
    assert.ok(performance.now() - begun < 1_000);
    // An expired link does not count against the limit, and is deleted eventually.
    for (let n = 0; n < MOST_LINKS.preview; n++)
      assert.ok(await makeLink(write, { name: '', madeBy: null, days: 1, edition: null }, NOW));
    assert.equal(await makeLink(write, { name: '', madeBy: null, days: 1, edition: null }, NOW), null);
    const later = NOW + 100 * DAY;
    assert.ok(await makeLink(write, { name: '', madeBy: null, days: 1, edition: null }, later));
    const { n } = await write
      .selectFrom('preview_link')
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    assert.equal(Number(n), 1);
    await watch.stop();
  },
);
