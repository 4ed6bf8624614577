import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnnouncementWords, NO_WORDS } from '#contract/announcement.ts';
import { DAY } from '#contract/time.ts';
import type { Purpose } from '#contract/owner/launch.ts';
import { LANGUAGES } from '#contract/language.ts';
import { readFixtureBuild } from '#test/fixtures/app.ts';
import { LAUNCH_WORDS, PICTURE } from '#test/fixtures/launch.ts';
import { findDeadLinks, findTooSoon, findWords } from './findings.ts';

test('a link that leads nowhere is named with its language, and so is a text over 8,000 characters (catches: only what is empty)', () => {
  const found = (body: string) =>
    findWords({ purpose: 'launch', words: { ...LAUNCH_WORDS, pt: { ...LAUNCH_WORDS.pt, body } } });
  assert.deepEqual(found('[Ver](/contact)'), { code: 'words-ok', values: { languages: 2 } });
  assert.deepEqual(found('[Ver](/contact) [aqui](casa.example)'), {
    code: 'words-link',
    values: { link: 'casa.example', language: 'pt' },
  });
  assert.equal(found('a'.repeat(8_000)).code, 'words-ok');
  assert.equal(found('a'.repeat(8_001)).code, 'words-lacking');
});

test('a picture has to be described in each language that is written (catches: not asked for; asked for without a picture)', () => {
  const described = { ...LAUNCH_WORDS, en: { ...LAUNCH_WORDS.en, alt: 'A loaf', link: '/' } };
  const words = { ...described, pt: NO_WORDS, picture: PICTURE };
  const found = (one: AnnouncementWords, purpose: Purpose = 'letter:1') => findWords({ purpose, words: one });
  assert.equal(found(described, 'launch').code, 'words-ok');
  assert.deepEqual(found(words), { code: 'words-ok', values: { languages: 1 } });
  assert.deepEqual(found({ ...words, pt: LAUNCH_WORDS.pt }), {
    code: 'words-lacking',
    values: { part: 'alt', language: 'pt' },
  });
  assert.equal(found({ ...words, pt: LAUNCH_WORDS.pt }, 'launch').code, 'words-lacking');
  assert.equal(found({ ...words, en: { ...LAUNCH_WORDS.en, alt: 'a'.repeat(151) } }).code, 'words-lacking');
});

test('a link to a page that the site does not have is named (catches: a case, a hidden page or the newsletter that is not there)', (t) => {
  const { manifest } = readFixtureBuild(t);
  const cases = [{ slug: 'ribeira', languages: LANGUAGES.slice() }];
  const documents = manifest.documents.filter(({ page }) => page !== 'about');
  const dead = (body: string, link = '') => {
    const words = { ...LAUNCH_WORDS, en: { ...LAUNCH_WORDS.en, body, link } };
    const found = findDeadLinks({ purpose: 'letter:1', words }, { ...manifest, documents, cases });
    return found.map(({ values }) => `${values.language} ${values.link}`);
  };
  assert.deepEqual(dead('[a](/contact) [b](/work/ribeira) [c](https://d.example)', '/'), []);
  for (const path of ['/work/nope', '/about', '/newsletter', '/newsletter/nope'])
    assert.deepEqual([dead(`[a](${path})`), dead('', path)], [[`en ${path}`], [`en ${path}`]]);
});

const NOW = Date.UTC(2026, 11, 4);
const ago = (days: number) => NOW - days * DAY;
const found = (promise: 1 | 2 | 4 | null, days: number[], purpose: 'letter:3' | 'launch' = 'letter:3') =>
  findTooSoon(purpose, promise, days.map(ago), NOW).map(({ values }) => values);

test('a newsletter that comes sooner than promised is named, with the day from which it would not (catches: every one; two a month as one; a week as a month)', () => {
  assert.deepEqual(found(1, []), []);
  assert.deepEqual(found(1, [30, 61]), []);
  assert.deepEqual(found(1, [29]), [{ aMonth: 1, last: ago(29), from: ago(-1) }]);
  assert.deepEqual(found(2, [5, 30]), []);
  assert.deepEqual(found(2, [5, 20]), [{ aMonth: 2, last: ago(5), from: ago(-10) }]);
  assert.deepEqual(found(4, [7, 14, 21, 28]), []);
  assert.deepEqual(found(4, [6]), [{ aMonth: 4, last: ago(6), from: ago(-1) }]);
  assert.deepEqual([found(null, [1]), found(1, [1], 'launch')], [[], []]);
});
