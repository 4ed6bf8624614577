import assert from 'node:assert/strict';
import type { Discarded, Saved, SiteDraft, SiteField } from '#contract/owner/site.ts';
import { addEdition } from '#server/content/editions.ts';
import '#test/fixtures/content.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { codeOf, jsonOf, signedIn, startOwnerApp, type OwnerCaller } from '#test/fixtures/owner.ts';

const TITLE = 'text.home.title.en';

const lookAt = async (owner: OwnerCaller) => jsonOf<SiteDraft>(await owner.get('/site/draft'));
const save = async (owner: OwnerCaller, body: object) => jsonOf<Saved>(await owner.post('/site/save', body));

testOnEach(
  'an owner’s text is kept, right or not, and another sees it and by whom at the next look (catches: refused while it is too long; the answer of before the save)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const ana = await signedIn(port, store.write, { name: 'Ana' });
    const eva = await signedIn(port, store.write, { name: 'Eva' });
    assert.deepEqual(await lookAt(eva), {
      live: { number: 0, at: null, by: null },
      shown: {},
      draft: [],
      problems: [],
      others: [],
    });
    const long = 'x'.repeat(5_000);
    const first = await save(ana, { field: TITLE, value: long, revision: 0 });
    assert.ok(first.is === 'saved');
    assert.deepEqual(
      first.problems.map(({ field, code }) => [field, code]),
      [[TITLE, 'words']],
    );
    const seen = await lookAt(eva);
    assert.deepEqual(seen.draft, [first.row]);
    assert.equal(first.row.by, 'Ana');
    assert.deepEqual(seen.problems, first.problems);
    const own = await save(eva, { field: TITLE, revision: first.row.revision });
    assert.ok(own.is === 'saved' && !('value' in own.row) && own.problems.length === 0);
    for (const value of ['', 'Without {a} place', 'two\nlines', '\ud800'])
      assert.equal(
        (await save(ana, { field: 'brand.name', value, revision: await revisionOf(ana, 'brand.name') })).is,
        'saved',
        value,
      );
    const people = [{ name: '', role: { en: '', pt: '' }, portrait: null }];
    for (const [field, value] of [
      ['people', people],
      ['legal.retentionMonths', null],
      ['legal.retentionMonths', 1_000],
      ['text.services.items.0.includes.en', []],
    ] as const)
      assert.equal(
        (await save(ana, { field, value, revision: await revisionOf(ana, field) })).is,
        'saved',
        field,
      );
  },
);

async function revisionOf(owner: OwnerCaller, name: string): Promise<number> {
  return (await lookAt(owner)).draft.find(({ field }) => field === name)?.revision ?? 0;
}

testOnEach(
  'a value that cannot be kept is refused by its name, and nothing is stored (catches: a list among words; a draft that grows without end; a stack that ends)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const owner = await signedIn(port, store.write);
    const deep = (n: number) => JSON.parse('['.repeat(n) + ']'.repeat(n)) as unknown;
    const refused: [field: string, value: unknown, wrong: string][] = [
      ['text.home.titel.en', 'x', 'field'],
      ['text.home.title', 'x', 'field'],
      ['__proto__', 'x', 'field'],
      [TITLE, null, 'value'],
      [TITLE, 7, 'value'],
      [TITLE, ['x'], 'value'],
      [TITLE, 'x'.repeat(5_001), 'value'],
      ['text.services.items.0.includes.en', ['x', 7], 'value'],
      ['text.services.items.0.includes.en', Array(10).fill('x'.repeat(4_000)), 'value'],
      ['brand.name', {}, 'value'],
      ['people', {}, 'value'],
      ['people', [{ name: 'x' }], 'value'],
      ['people', deep(2_000), 'value'],
      ['cases', [{ client: deep(2_000) }], 'value'],
      ['contact.reply', { en: 'x', pt: 'x', fr: 'x' }, 'value'],
      ['legal.complaintsBook', 'x'.repeat(50_000), 'value'],
    ];
    for (const [field, value, wrong] of refused) {
      const answer = await owner.post('/site/save', { field, value, revision: 0 });
      assert.equal(codeOf(answer), 'invalid-fields', field);
      assert.match(answer.body.toString(), new RegExp(`"field":"${wrong}"`), field);
    }
    assert.equal(
      codeOf(await owner.post('/site/save', { field: TITLE, value: 'a\0', revision: 0 })),
      'invalid-fields',
    );
    assert.deepEqual((await lookAt(owner)).draft, []);
    assert.equal(
      codeOf(await owner.post('/site/save', { field: TITLE, value: 'x'.repeat(70_000), revision: 0 })),
      'too-large',
    );
  },
);

testOnEach(
  'of two owners in one field the second is shown what the first wrote, also after it is gone (catches: the last one wins; a conflict without a name)',
  async (t, open) => {
    const store = await open();
    const [here, there] = [await startOwnerApp(t, store), await startOwnerApp(t, await open())];
    const ana = await signedIn(here.port, store.write, { name: 'Ana' });
    const eva = await signedIn(there.port, store.write, { name: 'Eva' });
    const both = await Promise.all(
      [ana, eva].map((owner) => save(owner, { field: TITLE, value: owner.cookie, revision: 0 })),
    );
    assert.deepEqual(both.map(({ is }) => is).toSorted(), ['conflict', 'saved']);
    const [row] = (await lookAt(ana)).draft;
    const lost = both.find(({ is }) => is === 'conflict');
    assert.deepEqual(lost, { is: 'conflict', current: row });
    assert.ok(row?.by === 'Ana' || row?.by === 'Eva');

    const gone = [{ field: TITLE, revision: row.revision }];
    const { rows } = jsonOf<Discarded>(await eva.post('/site/discard', { fields: gone }));
    assert.deepEqual(rows, [row]);
    assert.deepEqual(await save(ana, { field: TITLE, value: 'x', revision: row.revision }), {
      is: 'conflict',
      current: null,
    });
    assert.equal((await save(eva, { field: TITLE, value: row.value, revision: 0 })).is, 'saved');
    const again = jsonOf<Discarded>(await ana.post('/site/discard', { fields: gone }));
    assert.deepEqual(again.rows, [], 'a row that was written since stays');
    assert.deepEqual(
      (await lookAt(eva)).draft.map(({ value }) => value),
      [row.value],
    );
  },
);

testOnEach(
  'visitors’ words are shown with their publisher, also once that owner is gone, and what this program does not know of a newer one’s is left out (catches: a field that nobody can repair blocks publishing; nobody’s)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const ana = await signedIn(port, store.write, { name: 'Ana' });
    const eva = await signedIn(port, store.write, { name: 'Eva' });
    await save(ana, { field: TITLE, value: 'Slowly', revision: 0 });
    const content = { [TITLE]: 'Slow', 'text.shop.title.en': 'New', 'brand.name': { short: 'E' } };
    await addEdition(store.write, { after: 0, content, owner: ana.id, draftSeen: 0 }, 5);
    await store.write.deleteFrom('owner').where('id', '=', ana.id).execute();
    for (let look = 0; look < 2; look++) {
      const { live, shown, draft, problems } = await lookAt(eva);
      assert.deepEqual([live, shown], [{ number: 1, at: 5, by: 'Ana' }, { [TITLE]: 'Slow' }]);
      assert.deepEqual([draft.map(({ value, by }) => [value, by]), problems], [[['Slowly', 'Ana']], []]);
    }
  },
);

testOnEach(
  'owners see who else edits and where, until that one leaves or says nothing for 20 seconds (catches: oneself; forever)',
  async (t, open) => {
    const store = await open();
    const clock = { time: Date.now() };
    const { port } = await startOwnerApp(t, store, { now: () => clock.time });
    const ana = await signedIn(port, store.write, { name: 'Ana', now: clock.time });
    const eva = await signedIn(port, store.write, { name: 'Eva', now: clock.time });
    const at = { page: '/site/pages/home', field: 'text.home.title' };
    const others = async (owner: OwnerCaller) => (await lookAt(owner)).others;
    jsonOf(await ana.post('/site/here', at));
    assert.deepEqual([await others(eva), await others(ana)], [[{ name: 'Ana', ...at }], []]);
    clock.time += 19_999;
    assert.equal((await others(eva)).length, 1);
    clock.time += 1;
    assert.deepEqual(await others(eva), []);
    jsonOf(await ana.post('/site/here', at));
    jsonOf(await ana.post('/site/here', { page: null, field: null }));
    assert.deepEqual(await others(eva), []);
  },
);

testOnEach(
  'the audit log says what was before and after, once for a field that is typed (catches: a row at each pause; another’s words joined; the first words lost)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const ana = await signedIn(port, store.write, { name: 'Ana' });
    const eva = await signedIn(port, store.write, { name: 'Eva' });
    const type = async (owner: OwnerCaller, field: string, value: unknown) =>
      save(owner, { field, value, revision: await revisionOf(owner, field) });
    for (const value of ['C', 'Ca', 'x'.repeat(600)]) await type(ana, 'brand.name', value);
    await type(eva, 'brand.name', 'Casa');
    await type(eva, 'brand.markAt', null);
    await type(eva, 'brand.name', 'Casas');
    const events = await store.read.selectFrom('audit_event').selectAll().orderBy('id').execute();
    const long = `${'x'.repeat(500)}…`;
    assert.deepEqual(
      events.map(({ owner_name, action, detail }) => [owner_name, action, JSON.parse(detail)]),
      [
        ['Ana', 'site-saved', { field: 'brand.name', before: 'embreve', after: long }],
        ['Eva', 'site-saved', { field: 'brand.name', before: long, after: 'Casa' }],
        ['Eva', 'site-saved', { field: 'brand.markAt', before: '4', after: 'null' }],
        ['Eva', 'site-saved', { field: 'brand.name', before: 'Casa', after: 'Casas' }],
      ],
    );
  },
);

testOnEach('every field says how it is written', async (t, open) => {
  const store = await open();
  const { port } = await startOwnerApp(t, store);
  const owner = await signedIn(port, store.write);
  const fields = jsonOf<SiteField[]>(await owner.get('/site/fields'));
  const named = (key: string) => fields.find((one) => one.key === key);
  assert.deepEqual(named('brand.name'), {
    key: 'brand.name',
    language: null,
    own: 'embreve',
    longest: 40,
    places: [],
    agreed: false,
    kind: 'line',
  });
  assert.equal(named('legal.entity')?.agreed, true);
  const note = named('text.page.soon.subscribeMessage.pt');
  assert.deepEqual([note?.language, note?.agreed, typeof note?.longest], ['pt', true, 'number']);
  assert.ok(fields.some(({ key, places }) => key.startsWith('mails.') && places.length > 0));
});

testOnEach(
  'invisible marks that a paste brings are taken out, of words and facts at any depth; a joiner of an emoji and a soft hyphen of words stay (catches: refused for a reason that is not so)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const owner = await signedIn(port, store.write);
    const role = { en: 'Owner\u202c', pt: 'Dona' };
    for (const [field, value, kept] of [
      [TITLE, '\u200eGood brands\u200f', 'Good brands'],
      ['text.home.lead.en', 'Mar\u00adket\u00ading 👩\u200d💻', 'Mar\u00adket\u00ading 👩\u200d💻'],
      ['brand.name', '\ufeffNor\u00adte\u200b', 'Norte'],
      [
        'people',
        [{ name: '\u2068Ana\u2069', role, portrait: null }],
        [{ name: 'Ana', role: { ...role, en: 'Owner' }, portrait: null }],
      ],
    ] as const) {
      const saved = await save(owner, { field, value, revision: 0 });
      assert.deepEqual(saved.is === 'saved' && [saved.row.value, saved.problems], [kept, []]);
    }
  },
);
