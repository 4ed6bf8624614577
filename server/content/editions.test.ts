import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { readDraft, writeField } from './draft.ts';
import {
  addEdition,
  currentEdition,
  editionNumber,
  listEditions,
  readEdition,
  removeOldEditions,
} from './editions.ts';

async function publish({ write }: TestStore, at: number, name = 'é'): Promise<number> {
  const after = await editionNumber(write);
  const number = await addEdition(write, { after, content: { name }, owner: null, draftSeen: 0 }, at);
  return number === 'taken' ? assert.fail(number) : number;
}

testOnEach('the newest edition is shown, and each can be read and listed', async (_t, open) => {
  const store = await open();
  const { read } = store;
  assert.deepEqual(
    [await editionNumber(read), await currentEdition(read), await listEditions(read)],
    [0, null, []],
  );
  for (const at of [10, 20]) await publish(store, at);
  const other = await open();
  assert.equal(await editionNumber(other.read), 2);
  assert.deepEqual(await currentEdition(other.read), {
    number: 2,
    at: 20,
    owner: null,
    kind: 'published',
    content: { name: 'é' },
  });
  assert.deepEqual(await readEdition(read, 1), {
    number: 1,
    at: 10,
    owner: null,
    kind: 'published',
    content: { name: 'é' },
  });
  assert.equal(await readEdition(read, 3), null);
  const rest = { owner: null, kind: 'published', bytes: 13 };
  assert.deepEqual(await listEditions(read), [
    { number: 2, at: 20, ...rest },
    { number: 1, at: 10, ...rest },
  ]);
});

testOnEach(
  'of servers that publish at once exactly one does (catches: two, or an error)',
  async (_t, open) => {
    const stores = [await open(), await open(), await open()];
    for (let after = 0; after < 8; after++) {
      const published = await Promise.all(
        stores.map(({ write }, owner) =>
          addEdition(write, { after, content: { owner }, owner, draftSeen: 0 }, 1),
        ),
      );
      const won = published.indexOf(after + 1);
      assert.equal(published.filter((one) => one === 'taken').length, 2, published.join());
      assert.deepEqual((await readEdition(stores[0]!.read, after + 1))?.content, { owner: won });
    }
    const late = { after: 3, content: {}, owner: null, draftSeen: 99 };
    assert.equal(await addEdition(stores[0]!.write, late, 2), 'taken');
  },
);

testOnEach(
  'a field that went into an edition leaves the draft, and a field written meanwhile stays (catches: all go, or a late one counts as published)',
  async (_t, open) => {
    const { write } = await open();
    const put = (field: string, value: string, revision: number) =>
      writeField(write, { field, value, revision, owner: null }, 1);
    for (const field of ['a', 'b', 'c']) await put(field, 'seen', 0);
    const seen = await readDraft(write);
    const draftSeen = Math.max(...seen.map(({ revision }) => revision));
    await put('b', 'meanwhile', seen[1]?.revision ?? 0);
    await put('d', 'meanwhile', 0);
    const edition = { after: 0, content: { a: 'seen' }, owner: null, draftSeen };
    assert.equal(await addEdition(write, { ...edition, after: 5 }, 2), 'taken');
    assert.equal((await readDraft(write)).length, 4, 'one that was not published takes nothing');
    assert.equal(await addEdition(write, edition, 2), 1);
    assert.deepEqual(
      (await readDraft(write)).map(({ field, value }) => [field, value]),
      [
        ['b', 'meanwhile'],
        ['d', 'meanwhile'],
      ],
    );
  },
);

testOnEach(
  'of old editions the first stays, and what was shown since (catches: the current one goes, or the one to go back to)',
  async (_t, open) => {
    const store = await open();
    for (const at of [10, 20, 30, 40, 50]) await publish(store, at);
    const numbers = async () => (await listEditions(store.read)).map(({ number }) => number);
    assert.equal(await removeOldEditions(store.write, 10), 0);
    assert.equal(await removeOldEditions(store.write, 35), 1);
    assert.deepEqual(await numbers(), [5, 4, 3, 1]);
    assert.equal(await removeOldEditions(store.write, 1000), 2);
    assert.deepEqual(await numbers(), [5, 1]);
    assert.equal(await publish(store, 2000), 6);
  },
);
