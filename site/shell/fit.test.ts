import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fitOf, inLines } from './fit.ts';

test('a title is as small as its longest word needs, and words that no space may part are one (catches: the last letter is alone on a phone)', () => {
  assert.equal(fitOf('Is it time?'), 12);
  assert.equal(fitOf('Cinco à outra casa.'), 12);
  assert.equal(fitOf('Cinco à outra\u00A0casa.'), 6);
});

test('a word of seven letters, which is too wide on Coming Soon, has its size (catches: “pendin / g”)', () => {
  const css = readFileSync(new URL('fit.css', import.meta.url), 'utf8');
  assert.ok(css.includes(`[data-fit='${fitOf('Party pending')}']`));
});

test('a short word stands with the next one, but the first alone (catches: three lines push the form out of the window)', () => {
  assert.equal(inLines('Acende em breve'), 'Acende em\u00A0breve');
  assert.equal(inLines('Em breve'), 'Em breve');
  assert.equal(inLines('Coming soon'), 'Coming soon');
});
