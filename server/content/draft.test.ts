import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Content } from '#contract/content/content.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { overlaid, readDraft, renewDraft, replaceDraft, writeField } from './draft.ts';

const NAME = { field: 'brand.name', owner: null };

testOnEach(
  'a write of one server is seen by another at once, and of two writers the second is warned (catches: a cache, the last one wins)',
  async (_t, open) => {
    const { write } = await open();
    const other = await open();
    const first = await writeField(write, { ...NAME, value: 'Ana', revision: 0 }, 1);
    assert.equal(first.is, 'written');
    const row = { ...NAME, value: 'Ana', revision: first.is === 'written' ? first.revision : 0, at: 1 };
    assert.deepEqual(await readDraft(other.read), [row]);

    const blind = await writeField(other.write, { ...NAME, value: 'Rui', revision: 0 }, 2);
    assert.deepEqual(blind, { is: 'conflict', current: row });
    const seen = await writeField(other.write, { ...NAME, value: 'Rui', revision: row.revision }, 3);
    assert.ok(seen.is === 'written' && seen.revision > row.revision);
    const late = await writeField(write, { ...NAME, value: 'Eva', revision: row.revision }, 4);
    assert.ok(late.is === 'conflict' && late.current?.value === 'Rui');
    assert.deepEqual((await readDraft(write))[0]?.value, 'Rui');
  },
);

testOnEach(
  'of writers at the same time exactly one writes (catches: both see the old revision)',
  async (_t, open) => {
    const stores = [await open(), await open()];
    for (let round = 0, revision = 0; round < 10; round++) {
      const written = await Promise.all(
        stores.map(({ write }, n) => writeField(write, { ...NAME, value: n, revision }, round)),
      );
      const won = written.filter((one) => one.is === 'written');
      assert.equal(won.length, 1);
      revision = won[0]?.revision ?? 0;
    }
  },
);

testOnEach(
  'a revision is given once, so that one who has seen a deleted field does not overwrite a new one (catches: each field counts from 1)',
  async (_t, open) => {
    const { write } = await open();
    const first = await writeField(write, { ...NAME, value: 'Ana', revision: 0 }, 1);
    const revision = first.is === 'written' ? first.revision : 0;
    await replaceDraft(write, {}, {}, null, 2);
    assert.deepEqual(await writeField(write, { ...NAME, value: 'Eva', revision }, 3), {
      is: 'conflict',
      current: null,
    });
    assert.equal((await writeField(write, { ...NAME, value: 'Rui', revision: 0 }, 4)).is, 'written');
    assert.equal((await writeField(write, { ...NAME, value: 'Eva', revision }, 5)).is, 'conflict');
  },
);

testOnEach(
  'a case study in the draft of an earlier version is its first case, unless cases are written already (catches: it is unread forever; it comes back over them)',
  async (_t, open) => {
    const { write } = await open();
    const each = (words: string) => ({ en: words, pt: words });
    const study = {
      client: each('Ribeira'),
      before: each('B'),
      decision: each('D'),
      after: each('A'),
      picture: null,
    };
    const said = { 'brand.name': 'Ana', 'text.home.caseSteps.after.pt': 'Hoje' };
    await replaceDraft(write, { ...said, caseStudy: study }, {}, null, 1);
    await renewDraft(write);
    const rows = await readDraft(write);
    assert.deepEqual(
      rows.map(({ field }) => field),
      ['brand.name', 'cases', 'text.work.since.pt'],
    );
    const [, cases] = rows;
    assert.equal((cases!.value as { slug: string }[])[0]?.slug, 'ribeira');

    await replaceDraft(write, { caseStudy: study, cases: [] }, {}, null, 2);
    await renewDraft(write);
    assert.deepEqual(
      (await readDraft(write)).map(({ field, value }) => [field, value]),
      [['cases', []]],
    );
  },
);

const BASE: Content = { same: [{ a: 1, b: 2 }], changed: 'old', gone: 'base', text: 'é\u0000"' };
const CONTENT: Content = { same: [{ b: 2, a: 1 }], changed: { file: 'x' }, text: 'é\u0000"', new: false };

testOnEach(
  'the draft becomes exactly what makes a content of another, row by row (catches: rows that say nothing, fields that stay)',
  async (_t, open) => {
    const { write } = await open();
    await writeField(write, { field: 'over', value: 1, revision: 0, owner: null }, 1);
    await writeField(write, { field: 'new', value: false, revision: 0, owner: 7 }, 1);
    const kept = (await readDraft(write)).find(({ field }) => field === 'new');
    await replaceDraft(write, CONTENT, BASE, 3, 2);
    const draft = await readDraft(write);
    assert.deepEqual(
      draft.map(({ field, value, owner }) => [field, value, owner]),
      [
        ['changed', { file: 'x' }, 3],
        ['gone', undefined, 3],
        ['new', false, 7],
      ],
    );
    assert.deepEqual(draft[2], kept, 'it was so already');
    assert.deepEqual(overlaid(BASE, draft), CONTENT);
    await replaceDraft(write, BASE, BASE, 3, 3);
    assert.deepEqual(await readDraft(write), []);
  },
);

testOnEach(
  'a content with all words edited fits into a draft (catches: too many values)',
  async (_t, open) => {
    const { write } = await open();
    const fields = Array.from({ length: 3000 }, (_, n) => [`text.${n}`, 'w'.repeat(300)]);
    const content = Object.fromEntries(fields) as Content;
    await replaceDraft(write, content, {}, null, 1);
    assert.deepEqual(overlaid({}, await readDraft(write)), content);
    await replaceDraft(write, {}, {}, null, 2);
    assert.deepEqual(await readDraft(write), []);
  },
);

testOnEach('a replacement that fails leaves the draft as it was', async (_t, open) => {
  const { write } = await open();
  await writeField(write, { ...NAME, value: 'Ana', revision: 0 }, 1);
  const broken = { ...CONTENT, broken: 1n } as unknown as Content;
  await assert.rejects(replaceDraft(write, broken, BASE, null, 2), /BigInt/);
  assert.deepEqual(
    (await readDraft(write)).map(({ field, value }) => [field, value]),
    [['brand.name', 'Ana']],
  );
});

test('a field of any name is a field (catches: __proto__ changes the content)', () => {
  const content = overlaid({}, [{ field: '__proto__', value: { x: 1 } }]);
  assert.deepEqual([Object.keys(content), content['x']], [['__proto__'], undefined]);
});
