import assert from 'node:assert/strict';
import { MARK_END, markBegin } from '#contract/marks.ts';
import type { PreviewMade } from '#contract/owner/preview.ts';
import { writeField } from '#server/content/draft.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { jsonOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';

const HOME = { page: 'home', state: 'idle', language: 'en' };

testOnEach(
  'a preview shows the draft, with marks around its words (fault: the live words)',
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
