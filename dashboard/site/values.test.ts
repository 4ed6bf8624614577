import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OUR_ACCENT } from '#contract/content/accent.ts';
import { first as en } from '../text/en/first.ts';
import { rest as restEn } from '../text/en/rest.ts';
import { wordsOf } from '../words.ts';
import { shownAs } from './values.ts';

const { t } = wordsOf('en', { ...en, ...restEn });

test('outside of their fields, words show what stands for a placeholder (catches: {brand} is shown)', () => {
  const shown = shownAs(t, 'text.home.title.en', ['{brand}: hello', '{unknown}']);
  assert.equal(shown.text, `[${restEn.fields.chip.brand}]: hello\n{unknown}`);
});

test('a colour or picture that was never given is the built-in one (catches: it is empty; a missing phone number is not)', () => {
  assert.deepEqual(shownAs(t, 'brand.accent', null).text.split('\n'), Object.values(OUR_ACCENT));
  assert.equal(shownAs(t, 'pictures.soon', null).text, restEn.agency.picture.ours);
  assert.equal(shownAs(t, 'contact.phone', null).text, '');
});

test('a book’s file is named by its language (catches: PDF alone)', () => {
  const files = { pt: { file: `${'0'.repeat(64)}.epub` }, en: { file: `${'1'.repeat(64)}.pdf` } };
  assert.equal(shownAs(t, 'books.0', files).text, 'English: PDF\nPortuguese: EPUB');
});
