import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEach } from '#contract/language.ts';
import { readFixtureBuild } from '#test/fixtures/app.ts';
import { createAskedBooks } from './titles.ts';

test('people can ask for the books that the site has, and for those it had when their page was opened', (t) => {
  const build = readFixtureBuild(t);
  const askedBooks = createAskedBooks();
  assert.deepEqual(askedBooks(build), { known: new Set(['seo', 'ads']), out: [], hasNewsletter: false });
  const books = { seo: 'SEO', 'x-2': 'X' };
  const { manifest } = build;
  const words = inEach((language) => ({ ...manifest.words[language], books }));
  const files = { en: { file: 'x.pdf', kind: 'pdf' as const } };
  const next = askedBooks({ manifest: { ...manifest, words, books: [{ book: 'x-2', files }] } });
  assert.deepEqual(next, { known: new Set(['seo', 'ads', 'x-2']), out: ['x-2'], hasNewsletter: false });
});
