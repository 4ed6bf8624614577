import assert from 'node:assert/strict';
import type { Json } from '#contract/content/content.ts';
import type { Restored, SiteDraft, Version, VersionContent } from '#contract/owner/site.ts';
import { writeField } from '#server/content/draft.ts';
import { addEdition, editionNumber } from '#server/content/editions.ts';
import '#test/fixtures/content.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { codeOf, jsonOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';

const TITLE = 'text.home.title.en';
const LEAD = 'text.home.lead.en';

testOnEach(
  'tags are published, undone and restored with a proof alone, also by an owner without a passkey (catches: a reader of the mailbox runs scripts as the owner; a restored version, or undoing, goes round it)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const mailed = await signedIn(port, store.write, { begun: 'mailed' });
    const { write } = store;
    const tagged = { 'analytics.gtmId': 'GTM-THIEF' };
    for (const [after, content] of [tagged, {}].entries())
      await addEdition(write, { after, content, owner: null, draftSeen: 0 }, after);
    assert.equal(codeOf(await mailed.post('/site/history/1/restore')), 'needs-passkey');
    assert.equal(codeOf(await mailed.post('/site/undo', { live: 2 })), 'needs-passkey');
    for (const [field, value] of [
      ['analytics.gaId', 'G-THIEF00000'],
      ['analytics.gtmId', 'GTM-THIEF'],
      ['analytics.scriptOrigins', ['https://thief.example']],
    ] as const) {
      await write.deleteFrom('draft').execute();
      await writeField(write, { field, value: value as Json, revision: 0, owner: null }, 5);
      const { draft } = jsonOf<SiteDraft>(await mailed.get('/site/draft'));
      const body = { live: 2, draft: draft[0]?.revision };
      assert.equal(codeOf(await mailed.post('/site/publish', body)), 'needs-passkey', field);
    }
    assert.deepEqual(jsonOf<Restored>(await mailed.post('/site/history/2/restore')).kept, 3);
  },
);

testOnEach(
  'the history says what each version changed and by whom; a restored one is the draft, and what was in the draft is in the history (catches: compared with a draft; fields of another program brought back; more than a page)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const eva = await signedIn(port, store.write, { name: 'Eva' });
    const contents = [
      { [TITLE]: 'One', [LEAD]: 'One', 'text.shop.title.en': 'New' },
      { [TITLE]: 'Two', [LEAD]: 'One' },
      {},
    ];
    for (const [after, content] of contents.entries())
      await addEdition(store.write, { after, content, owner: eva.id, draftSeen: 0 }, after);
    await writeField(store.write, { field: TITLE, value: 'x'.repeat(4_000), revision: 0, owner: null }, 5);
    const restored = jsonOf<Restored>(await eva.post('/site/history/1/restore'));
    assert.deepEqual(restored, { kept: 4 });
    const { draft, live } = jsonOf<SiteDraft>(await eva.get('/site/draft'));
    assert.deepEqual(
      draft.map(({ field, value, by }) => [field, value, by]),
      [
        [LEAD, 'One', 'Eva'],
        [TITLE, 'One', 'Eva'],
      ],
    );
    assert.equal(live.number, 3);
    for (let look = 0; look < 2; look++) {
      const versions = jsonOf<Version[]>(await eva.get('/site/history'));
      assert.deepEqual(
        versions.map(({ number, kind, by, fields, undid }) => [number, kind, by, fields, undid]),
        [
          [4, 'draft', 'Eva', [TITLE], null],
          [3, 'published', 'Eva', [LEAD, TITLE], null],
          [2, 'published', 'Eva', [TITLE, 'text.shop.title.en'].toSorted(), null],
          [1, 'published', 'Eva', [LEAD, TITLE, 'text.shop.title.en'].toSorted(), null],
        ],
      );
    }
    const kept = jsonOf<VersionContent>(await eva.get('/site/history/4'));
    assert.deepEqual([kept.kind, kept.content], ['draft', { [TITLE]: 'x'.repeat(4_000) }]);
    assert.deepEqual(jsonOf<Restored>(await eva.post('/site/history/4/restore')), { kept: 5 });
    const again = jsonOf<SiteDraft>(await eva.get('/site/draft'));
    assert.deepEqual([again.draft.length, again.problems.map(({ field }) => field)], [1, [TITLE]]);
    for (const wrong of ['/site/history/9', '/site/history/0'])
      assert.equal(codeOf(await eva.get(wrong)), 'not-found', wrong);
    assert.equal(codeOf(await eva.post('/site/history/9/restore')), 'not-found');
    for (let n = 0; n < 100; n++) {
      const after = await editionNumber(store.write);
      await addEdition(store.write, { after, content: {}, owner: null, draftSeen: 0 }, n);
    }
    const page = jsonOf<Version[]>(await eva.get('/site/history'));
    const rest = jsonOf<Version[]>(await eva.get(`/site/history?before=${page.at(-1)?.number}`));
    assert.deepEqual([page.length, rest.map(({ number }) => number)], [100, [5, 4, 3, 2, 1]]);
    assert.equal(page[0]?.by, null);
  },
);

testOnEach(
  'a version says which one it undid, also the first and an undo (catches: what was published twice undid something; a draft undid)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const eva = await signedIn(port, store.write, { name: 'Eva' });
    const first = { [TITLE]: 'One' };
    for (const [after, content] of [first, {}, first, first, first, { [TITLE]: 'Two' }].entries())
      await addEdition(store.write, { after, content, owner: eva.id, draftSeen: 0 }, after);
    await writeField(store.write, { field: TITLE, value: 'One', revision: 0, owner: null }, 5);
    assert.deepEqual(jsonOf<Restored>(await eva.post('/site/history/2/restore')), { kept: 7 });
    const versions = jsonOf<Version[]>(await eva.get('/site/history'));
    assert.deepEqual(
      versions.map(({ number, undid }) => [number, undid]),
      [
        [7, null],
        [6, null],
        [5, null],
        [4, null],
        [3, 2],
        [2, 1],
        [1, null],
      ],
    );
  },
);
