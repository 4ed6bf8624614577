import assert from 'node:assert/strict';
import { readFixtureBuild } from '#test/fixtures/app.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { subscription } from '#test/fixtures/subscription.ts';
import { addEdition } from '#server/content/editions.ts';
import { exportInterests } from '#server/list/export.ts';
import { readTitles } from './former-books.ts';

testOnEach(
  'a book that was removed keeps its sign-ups and the name it had (catches: its id; the name of the next one at its place)',
  async (t, open) => {
    const now = () => 1;
    const store = await open({ now });
    const { write } = store;
    const name = 'text.products.items.2.name.en';
    const contents = [
      { books: [{ id: 'nome', place: 2 }], [name]: 'Nome', 'text.products.items.2.subtitle.en': 'Be called' },
      { books: [{ id: 'other', place: 2 }], [name]: 'Other' },
      { 'books.seo': null },
    ];
    for (const [after, content] of contents.entries())
      await addEdition(write, { after, content, owner: null, draftSeen: 0 }, 1);
    await store.add(subscription('ana', { interest: 'nome' }));
    await store.add(subscription('eva', { interest: 'gone' }));

    const titles = await readTitles({ read: write, build: readFixtureBuild(t) });
    assert.deepEqual(
      titles.map(({ book, title }) => [book, title.en, title.pt]),
      [
        ['seo', titles[0]?.title.en, titles[0]?.title.pt],
        ['ads', titles[1]?.title.en, titles[1]?.title.pt],
        ['gone', 'gone', 'gone'],
        ['nome', 'Nome: Be called', 'Nome: Be called'],
      ],
    );
    const rows: unknown[] = [];
    for await (const chunk of exportInterests(write, 'nome').chunks)
      for (const { address, product } of await chunk) rows.push([address, product]);
    assert.deepEqual(rows, [['ana@example.com', 'nome']]);
  },
);
