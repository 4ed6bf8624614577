import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { DraftLink, Saved, SiteDraft } from '#contract/owner/site.ts';
import { startCollector } from '#test/fixtures/collector.ts';
import { environmentOf } from '#test/fixtures/command.ts';
import '#test/fixtures/content.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { codeOf, jsonOf, signedIn, type OwnerCaller } from '#test/fixtures/owner.ts';
import { ask, FORM_TYPE } from '#test/fixtures/requests.ts';

async function save(owner: OwnerCaller, field: string, value: string): Promise<void> {
  const { draft } = jsonOf<SiteDraft>(await owner.get('/site/draft'));
  const revision = draft.find((row) => row.field === field)?.revision ?? 0;
  assert.equal(jsonOf<Saved>(await owner.post('/site/save', { field, value, revision })).is, 'saved');
}

const TITLE = 'text.home.title.en';

testOnEach(
  'a client sees the draft as it was by a link, whose forms send nothing, until it ends; visitors see nothing of it (catches: half a sentence; a sign-up; a kept copy; a rendering left behind; a link of another kind)',
  async (t, open) => {
    const store = await open();
    const env = { ...(await environmentOf(store)), STAGE: 'live' };
    const { collector, port } = await startCollector(t, env);
    await collector.follow('');
    const site = join(store.dataDir, 'site');
    while (!existsSync(join(site, 'shown'))) await setImmediate();
    const ofSite = await readdir(site);
    const folders = async () =>
      (await readdir(site)).filter((name) => /^[0-9a-f]{32}$/.test(name) && !ofSite.includes(name));
    const ana = await signedIn(port, store.write, { name: 'Ana' });
    await save(ana, TITLE, 'For the client');
    const made = jsonOf<DraftLink>(await ana.post('/site/drafts', { name: 'Rui <b>', days: 7 }));
    await save(ana, TITLE, 'Half a sen');

    const { search } = new URL(made.link);
    const entered = await ask(port, `/${search}`);
    assert.deepEqual([entered.status, entered.headers.location], [302, '/']);
    const cookie = entered.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const agent = { 'user-agent': 'Mozilla/5.0', accept: 'text/html' };
    const asClient = { headers: { cookie, ...agent } };
    const page = async (path: string) => (await ask(port, path, asClient)).body.toString();

    const home = await ask(port, '/', asClient);
    const html = home.body.toString();
    assert.match(html, /For the client/);
    assert.match(html, /A draft for Rui &#60;b&#62;, as of \d+ \w+\. Not public\. Ends on \d+ \w+\./);
    assert.deepEqual([home.headers['cache-control'], home.headers['x-robots-tag']], ['no-store', 'noindex']);
    assert.match(await page('/soon?lang=pt'), /Rascunho para Rui/);
    const [script = ''] = /\/static\/js\/[^"]+/.exec(html) ?? [];
    assert.equal((await ask(port, script, asClient)).status, 200);
    const visited = await ask(port, '/', { headers: agent });
    assert.doesNotMatch(visited.body.toString(), /For the client|A draft for/);

    const subscribed = await ask(port, '/api/subscribe', {
      method: 'POST',
      headers: { ...FORM_TYPE, cookie },
      body: 'email=rui%40example.com&language=en',
    });
    assert.equal(subscribed.headers.location, '/soon?state=failed&lang=en');
    assert.match(await page('/soon?state=failed&lang=en'), /A draft: nothing was sent\./);
    assert.match(await page('/contact?state=failed&lang=pt'), /É um rascunho: nada foi enviado\./);
    const people = await store.write.selectFrom('subscription').select('id').execute();
    assert.deepEqual(people, []);

    // The second time nothing has changed.
    for (let n = 0; n < 2; n++) jsonOf<DraftLink>(await ana.post(`/site/drafts/${made.id}/renew`, {}));
    assert.match(await page('/'), /Half a sen/);
    const twin = jsonOf<DraftLink>(await ana.post('/site/drafts', { name: 'Rui <b>', days: 7 }));
    await ana.post(`/previews/${twin.id}/end`, {});
    assert.equal((await folders()).length, 1);
    assert.equal((await ask(port, script, asClient)).status, 200);

    // It could not be published either.
    await save(ana, TITLE, '');
    assert.equal(codeOf(await ana.post('/site/drafts', { name: 'Eva', days: 7 })), 'not-now');
    assert.equal(codeOf(await ana.post('/site/drafts', { name: ' ', days: 7 })), 'invalid-fields');
    assert.equal(codeOf(await ana.post('/site/drafts', { name: 'Eva', days: 31 })), 'invalid-fields');

    await ana.post(`/previews/${made.id}/end`, {});
    while ((await folders()).length > 0) await setImmediate();
    assert.doesNotMatch(await page('/'), /Half a sen|A draft for/);
    assert.deepEqual(jsonOf<DraftLink[]>(await ana.get('/site/drafts')), []);
    // Of the visitor above, and of the client once there was no draft.
    await collector.stop(0);
    const visits = await store.write.selectFrom('visit_hour').selectAll().execute();
    assert.equal(
      visits.reduce((sum, row) => sum + Number(row.n), 0),
      2,
    );
  },
);
