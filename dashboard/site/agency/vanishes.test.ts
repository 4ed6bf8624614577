import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vanishes } from './vanishes.ts';

const DARK = '#0b1012';
const LIGHT = '#ece7dd';
const pixels = (...colours: [number, number, number, number][]) => new Uint8ClampedArray(colours.flat());

test('a dark logo vanishes on the dark theme alone, whatever is transparent around it', () => {
  const ink = pixels([20, 20, 20, 255], [20, 20, 20, 255], [255, 255, 255, 0], [255, 255, 255, 0]);
  assert.equal(vanishes(ink, DARK), true);
  assert.equal(vanishes(ink, LIGHT), false);
});

test('a logo with a coloured part is still seen where its letters are not (catches: the darkest part decides)', () => {
  const both = pixels([10, 10, 10, 255], [10, 10, 10, 255], [217, 72, 28, 255]);
  assert.equal(vanishes(both, DARK), false);
});

test('an empty picture is not seen anywhere', () => {
  assert.equal(vanishes(pixels([0, 0, 0, 0]), LIGHT), true);
});
