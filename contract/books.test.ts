import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookLink, bookOf, isBookId, isBookLink } from './books.ts';

test('a book has an id of up to 32 letters, digits and hyphens, and is never the news', () => {
  for (const id of ['seo', 'seo-2', 'news-2', '2026', 'newsroom', 'a'.repeat(32)])
    assert.ok(isBookId(id), id);
  for (const id of ['', 'news', 'SEO', 'é', 'a b', 'a/b', 'a\n', 'a'.repeat(33), null, 1])
    assert.equal(isBookId(id), false, String(id));
});

test('a link and an announcement name their book', () => {
  for (const book of ['seo', 'book-x', 'x-2']) {
    assert.equal(bookOf(bookLink(book)), book);
    assert.equal(bookOf(`book:${book}`), book);
  }
  assert.deepEqual(['launch', 'confirm', 'book-', 'book:news', 'seo'].map(bookOf), Array(5).fill(null));
  assert.deepEqual(['book-seo', 'book:seo', 'confirm'].map(isBookLink), [true, false, false]);
});
