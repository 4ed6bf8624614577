import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBookId } from '#contract/books.ts';
import { idFor } from './book-id.ts';

test('an id is made from the name, and never one that has been a book’s (catches: the id of a removed book; news)', () => {
  const ids = (name: string, ...taken: string[]) => idFor(name, (id) => taken.includes(id));
  assert.equal(ids('Gestão de crise'), 'gestao-de-crise');
  assert.equal(ids('SEO', 'seo', 'seo-2'), 'seo-3');
  assert.deepEqual(
    ['News', '—', ''].map((name) => ids(name)),
    ['news-2', 'book', 'book'],
  );
  for (const name of ['x'.repeat(80), `${'long '.repeat(5)}ab-cd`, 'É!'])
    assert.ok(isBookId(ids(name)), name);
});
