import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { BookFiles } from '#contract/books.ts';
import { site, books as ownBooks } from '#site.config';
import { bookProblems, bookSources, builtBooks, copyBooks, givenBooks, NO_BOOKS, offerOf } from './books.ts';
import { ROOT } from './root.ts';
import { checkSiteConfig } from './site-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'embreve-books-'));
after(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content, 'latin1');
  return join(folder, name);
}

const PDF = file('book.pdf', '%PDF-1.7\n%%EOF\n');
const EPUB = file('book.epub', `PK\x03\x04${'\0'.repeat(22)}\x08\0\0\0mimetypeapplication/epub+zipPK`);
const LARGE = file('large.pdf', '%PDF-1.7\n');
truncateSync(LARGE, 50 * 1024 * 1024 + 1);

const WRONG: [books: unknown, message: RegExp][] = [
  [{ seo: null }, /^books\.ads must be null, or a file by language, not undefined$/],
  [{ seo: PDF, ads: null }, /^books\.seo must be null, or a file by language, not "/],
  [{ seo: {}, ads: null }, /^books\.seo must be null, or a file by language, not \{\}$/],
  [{ seo: { en: 7 }, ads: null }, /^books\.seo\.en must be the path of a file .*, not 7$/],
  [{ seo: { en: '' }, ads: null }, /^books\.seo\.en must be the path of a file .*, not ""$/],
  [
    { seo: { en: join(folder, 'gone.pdf') }, ads: null },
    /^books\.seo\.en must be a file that is there, not "/,
  ],
  [{ seo: { en: folder }, ads: null }, /^books\.seo\.en must be a file that is there, not "/],
  [{ seo: { pt: LARGE }, ads: null }, /^books\.seo\.pt must be a file of at most 50 MB, not "/],
  [{ seo: { en: file('empty.pdf', '') }, ads: null }, /^books\.seo\.en must be a PDF or an EPUB, not "/],
  [{ seo: { en: file('page.pdf', '<html>%PDF-') }, ads: null }, /^books\.seo\.en must be a PDF or an EPUB/],
  [
    { seo: { en: file('any.epub', 'PK\x03\x04 any archive') }, ads: null },
    /^books\.seo\.en must be a PDF or an EPUB/,
  ],
  [{ seo: { xx: PDF }, ads: null }, /^books\.seo\.xx must be left out: the languages are en, pt$/],
  [{ seo: null, ads: null, tv: { en: PDF } }, /^books\.tv must be left out: the books are seo and ads$/],
  [null, /^books must be \{ seo: null, ads: null \}, not null$/],
];

for (const [books, message] of WRONG) {
  test(`the build stops at ${JSON.stringify(books)?.replaceAll(folder, '').slice(0, 70)}, in words that name the place`, () => {
    const problems = bookProblems(books as BookFiles);
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(problems[0] ?? '', message);
    assert.throws(() => checkSiteConfig(site, books as BookFiles), {
      name: 'SiteConfigError',
      message: `Please mend site.config.ts:\n${problems[0]}`,
    });
  });
}

test('as it comes no book is handed out: nothing to say, to list or to copy', async () => {
  for (const books of [ownBooks, NO_BOOKS]) {
    assert.deepEqual(bookProblems(books), []);
    assert.equal(offerOf(books), null);
    assert.deepEqual(builtBooks(books), []);
    const out = join(folder, 'none');
    await copyBooks(books, out);
    assert.throws(() => readFileSync(join(out, '.build')), { code: 'ENOENT' });
  }
});

const SOME: BookFiles = { seo: { en: PDF, pt: EPUB }, ads: { pt: PDF } };

test('each page says which formats and languages there are, its own language first', () => {
  assert.deepEqual(bookProblems(SOME), []);
  assert.deepEqual(offerOf(SOME), {
    seo: {
      en: { kinds: 'PDF and EPUB', languages: 'English and Portuguese' },
      pt: { kinds: 'PDF e EPUB', languages: 'Português e inglês' },
    },
    ads: { en: { kinds: 'PDF', languages: 'Portuguese' }, pt: { kinds: 'PDF', languages: 'Português' } },
  });
  assert.deepEqual(offerOf({ seo: null, ads: { en: PDF } })?.seo, undefined);
});

test('the files are copied to where the list says, which is where nobody is served from', async () => {
  const out = join(folder, 'dist');
  mkdirSync(out);
  await copyBooks(SOME, out);
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
    [PDF, EPUB, PDF].map((path) => readFileSync(path)),
  );
  assert.deepEqual(bookSources(SOME), [PDF, EPUB, PDF]);
});

test('where a foreign service takes the form, no book is handed out (fault: who asks gets nothing)', () => {
  assert.equal(givenBooks({ subscribeEndpoint: '/api/subscribe' }, SOME), SOME);
  assert.equal(givenBooks({ subscribeEndpoint: 'https://forms.example/f/1' }, SOME), NO_BOOKS);
});

test('a path is looked for below the project’s folder', () => {
  assert.deepEqual(bookSources({ seo: { en: 'books/seo.pdf' }, ads: null }), [join(ROOT, 'books/seo.pdf')]);
});

test('a file that only its uploader can read is copied for the server to read (fault: its link answers 503)', async (t) => {
  if (process.platform === 'win32') return t.skip('no such rights');
  const own = file('own.pdf', '%PDF-1.7\n');
  chmodSync(own, 0o600);
  const out = join(folder, 'own');
  await copyBooks({ seo: { en: own }, ads: null }, out);
  assert.equal(statSync(join(out, '.build/books/seo.en.pdf')).mode & 0o777, 0o644);
});
