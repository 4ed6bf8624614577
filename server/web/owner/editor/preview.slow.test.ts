import assert from 'node:assert/strict';
import { MARK_END, markBegin } from '#contract/marks.ts';
import type { PreviewMade } from '#contract/owner/preview.ts';
import { writeField } from '#server/content/draft.ts';
import { addEdition } from '#server/content/editions.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { codeOf, jsonOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';

const HOME = { page: 'home', state: 'idle', language: 'en' };

testOnEach(
  'a preview shows the draft, with marks around its words (catches: the live words)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const owner = await signedIn(port, store.write);
    const draft = { field: 'text.home.title.en', value: 'Written', revision: 0, owner: owner.id };
    await writeField(store.write, draft, 0);
    const { html, marks } = jsonOf<PreviewMade>(await owner.post('/site/preview', HOME));
    const mark = marks.findIndex((one) => 'field' in one && one.field === 'text.home.title.en');
    assert.ok(html.includes(`${markBegin(mark)}Written${MARK_END}`), html);
  },
);

testOnEach(
  'a version is drawn by its number, and in a tab without marks, in its theme (catches: the draft instead; a link that leads to the live site)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const owner = await signedIn(port, store.write);
    const old = { 'text.home.title.en': 'Once', 'text.shop.title.en': 'Of another program' };
    for (const [after, content] of [old, {}].entries())
      await addEdition(store.write, { after, content, owner: owner.id, draftSeen: 0 }, after);
    const draft = { field: 'text.home.title.en', value: 'Written', revision: 0, owner: owner.id };
    await writeField(store.write, draft, 0);
    const { html } = jsonOf<PreviewMade>(await owner.post('/site/preview', { ...HOME, version: 1 }));
    assert.match(html, /Once/);
    assert.doesNotMatch(html, /Written/);

    const alone = (more: object) =>
      owner.get(`/site/preview?${String(new URLSearchParams({ ...HOME, theme: 'light', ...more }))}`);
    const [drafted, first] = [await alone({}), await alone({ version: '1' })];
    assert.match(drafted.body.toString(), /^<!doctype html><html data-theme="light"[^>]*>.*>Written</is);
    assert.match(first.body.toString(), />Once</);
    assert.ok(!first.body.includes(MARK_END) && !/<script|data-theme="dark"/.test(first.body.toString()));
    assert.doesNotMatch(first.body.toString(), /<a[^>]* href="[^"#]/);
    assert.match(String(first.headers['content-security-policy']), /script-src 'none'/);
    assert.equal(codeOf(await owner.post('/site/preview', { ...HOME, version: 9 })), 'not-found');
    for (const wrong of [{ version: '9' }, { version: 'x' }, { theme: 'red' }])
      assert.equal(codeOf(await alone(wrong)), 'not-found', JSON.stringify(wrong));
  },
);
