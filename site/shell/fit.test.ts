import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitOf } from './fit.ts';

test('a title is as small as its longest word needs, and words that no space may part are one (catches: the last letter is alone on a phone)', () => {
  assert.equal(fitOf('Is it time?'), 12);
  assert.equal(fitOf('Cinco à outra casa.'), 12);
  assert.equal(fitOf('Cinco à outra\u00A0casa.'), 6);
});
