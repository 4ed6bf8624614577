import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLive } from './shown-site.ts';

test('all that is made from a value is made once, and switches with it', () => {
  const { shown, show } = createLive('a');
  const made: string[] = [];
  const seen: string[][] = [];
  const look = () => [shown(), upper(), twice()];
  const upper = shown.map((value) => {
    made.push(value);
    return value.toUpperCase();
  });
  const twice: () => string = upper.map((value) => {
    if (made.length > 1) seen.push(look());
    return value + value;
  });
  assert.deepEqual(look(), ['a', 'A', 'AA']);
  show('b');
  assert.deepEqual(look(), ['b', 'B', 'BB']);
  assert.deepEqual(seen, [['a', 'A', 'AA']], 'nothing switches before everything is made');
  assert.deepEqual(made, ['a', 'b']);
});

test('where one thing cannot be made, everything stays as it was', () => {
  const { shown, show } = createLive(1);
  const next = shown.map((n) => n + 1);
  const inverse = shown.map((n) => {
    if (n === 0) throw new Error('no inverse');
    return 1 / n;
  });
  assert.throws(() => show(0), /no inverse/);
  assert.deepEqual([shown(), next(), inverse()], [1, 2, 1]);
  show(2);
  assert.deepEqual([shown(), next(), inverse()], [2, 3, 0.5]);
});
