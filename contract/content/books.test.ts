import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentProblems } from './check.ts';
import type { Json } from './content.ts';
import { upToDate } from './former.ts';

const FILE = `${'a'.repeat(64)}.pdf`;

test('the two books of earlier versions are at their places (catches: a file, a cover or words are lost)', () => {
  const focus = { x: 0.5, y: 0.5 };
  const older = {
    'books.seo': { pt: { file: FILE } },
    'books.ads': null,
    'pictures.cover-ads': { file: 'a.jpg', focus },
    'text.products.seo.name.en': 'Search',
    'text.products.ads.text.pt': 'Texto',
    'text.products.title.en': 'Books',
    'text.home.coverSeo.en': 'Cover',
  };
  assert.deepEqual(upToDate(older), {
    'books.0': { pt: { file: FILE } },
    'books.1': null,
    'pictures.cover.1': { file: 'a.jpg', focus },
    'text.products.items.0.name.en': 'Search',
    'text.products.items.1.text.pt': 'Texto',
    'text.products.title.en': 'Books',
  });
  const today = { books: [{ id: 'x-2', place: 4 }], 'books.4': { en: { file: FILE } } };
  assert.deepEqual(upToDate(today), today);
});

test('each book has an id and a place of its own, and is never the news', () => {
  const wrong = (books: Json) => contentProblems({ books }, new Map()).length > 0;
  const six = Array.from({ length: 6 }, (_book, place) => ({ id: `b-${place}`, place }));
  for (const right of [[], six, [{ id: 'seo', place: 5 }]])
    assert.equal(wrong(right), false, JSON.stringify(right));
  const [first, second] = six;
  for (const books of [
    [first, first],
    [first, { ...second, id: 'b-0' }],
    [first, { ...second, place: 0 }],
    [{ id: 'news', place: 0 }],
    [{ id: 'SEO', place: 0 }],
    [{ id: 'a', place: 6 }],
    [...six, { id: 'seven', place: 0 }],
    'seo',
  ])
    assert.ok(wrong(books as Json), JSON.stringify(books));
});
