import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { GivenBook } from '#contract/books.ts';
import { OWN_FACTS } from '#contract/content/own-facts.ts';
import { OWN_ENDPOINT, type SiteSettings } from '#contract/site.ts';
import { builtBooks, copyBooks, givenBooks, offerOf } from './books.ts';

const folder = mkdtempSync(join(tmpdir(), 'embreve-books-'));
after(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): { file: string } {
  writeFileSync(join(folder, name), content, 'latin1');
  return { file: name };
}

const PDF = file('book.pdf', '%PDF-1.7\n%%EOF\n');
const EPUB = file('book.epub', 'PK');
const NO_BOOKS: GivenBook[] = [
  { book: 'seo', files: null },
  { book: 'ads', files: null },
];

test('as it comes no book is handed out: nothing to say, to list or to copy', async () => {
  assert.equal(offerOf(NO_BOOKS), null);
  assert.deepEqual(builtBooks(NO_BOOKS), []);
  const out = join(folder, 'none');
  await copyBooks(NO_BOOKS, folder, out);
  assert.throws(() => readFileSync(join(out, '.build')), { code: 'ENOENT' });
});

const SOME: GivenBook[] = [
  { book: 'seo', files: { en: PDF, pt: EPUB } },
  { book: 'ads', files: { pt: PDF } },
];

test('each page says which formats and languages there are, its own language first', () => {
  assert.deepEqual(offerOf(SOME), {
    seo: {
      en: { kinds: 'PDF and EPUB', languages: 'English and Portuguese' },
      pt: { kinds: 'PDF e EPUB', languages: 'Português e inglês' },
    },
    ads: { en: { kinds: 'PDF', languages: 'Portuguese' }, pt: { kinds: 'PDF', languages: 'Português' } },
  });
  assert.deepEqual(offerOf([NO_BOOKS[0]!, { book: 'x', files: { en: PDF } }])?.['seo'], undefined);
});

test('the files are copied to where the list says, which is where nobody is served from', async () => {
  const out = join(folder, 'dist');
  mkdirSync(out);
  await copyBooks(SOME, folder, out);
  const list = builtBooks(SOME);
  assert.deepEqual(list, [
    {
      book: 'seo',
      files: {
        en: { file: '.build/books/seo.en.pdf', kind: 'pdf' },
        pt: { file: '.build/books/seo.pt.epub', kind: 'epub' },
      },
    },
    {
      book: 'ads',
      files: { pt: { file: '.build/books/ads.pt.pdf', kind: 'pdf' } },
    },
  ]);
  const copied = list.flatMap(({ files }) =>
    Object.values(files).map((one) => readFileSync(join(out, one.file))),
  );
  assert.deepEqual(
    copied,
    [PDF, EPUB, PDF].map((one) => readFileSync(join(folder, one.file))),
  );
});

test('where a foreign service takes the form, no book is handed out (catches: who asks gets nothing)', () => {
  const facts = { ...OWN_FACTS, 'books.0': SOME[0]?.files ?? null, 'books.1': SOME[1]?.files ?? null };
  const at = (subscribeEndpoint: string) => givenBooks(facts, { subscribeEndpoint } as SiteSettings);
  assert.deepEqual(at(OWN_ENDPOINT), SOME);
  assert.deepEqual(at('https://forms.example/f/1'), []);
});

test('a file that only its uploader can read is copied for the server to read (catches: its link answers 503)', async (t) => {
  if (process.platform === 'win32') return t.skip('no such rights');
  const own = file('own.pdf', '%PDF-1.7\n');
  chmodSync(join(folder, own.file), 0o600);
  const out = join(folder, 'own');
  await copyBooks([{ book: 'seo', files: { en: own } }], folder, out);
  assert.equal(statSync(join(out, '.build/books/seo.en.pdf')).mode & 0o777, 0o644);
});

test('a book that is not shown is not handed out (catches: whatever file there is)', () => {
  const facts = {
    ...OWN_FACTS,
    books: [{ id: 'x-2', place: 3 as const }],
    'books.0': { en: PDF },
    'books.3': { pt: EPUB },
  };
  const given = givenBooks(facts, { subscribeEndpoint: OWN_ENDPOINT } as SiteSettings);
  assert.deepEqual(given, [{ book: 'x-2', files: { pt: EPUB } }]);
});
