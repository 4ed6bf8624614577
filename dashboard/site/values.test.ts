import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from '../text/en.ts';
import { restEn } from '../text/rest.en.ts';
import { wordsOf } from '../words.ts';
import { shownAs } from './values.ts';

const { t } = wordsOf('en', { ...en, ...restEn });

test('outside of their fields, words show what stands for a placeholder (fault: {brand} is shown)', () => {
  const shown = shownAs(t, ['{brand}: hello', '{unknown}']);
  assert.equal(shown.text, `[${restEn.fields.chip.brand}]: hello\n{unknown}`);
});
