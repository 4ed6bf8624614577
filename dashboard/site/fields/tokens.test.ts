import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  mended,
  missingPlaces,
  putBack,
  shownOf,
  tokenAt,
  tokensIn,
  wholeTokens,
  wordsIn,
} from './tokens.ts';

const LABELS = { '{name}': 'agency name', '{{address}}': 'their address' };
const WORDS = '{{address}} was left at {name}.';
const SHOWN = shownOf(WORDS, LABELS);
const [ADDRESS = [0, 0], NAME = [0, 0]] = tokensIn(SHOWN);

test('words with places are read as their labels, and come back as they were', () => {
  assert.equal(
    SHOWN.replaceAll(/[\u2068\u2069]/g, '').replaceAll(/\s/g, ' '),
    '  their address   was left at   agency name  .',
  );
  assert.doesNotMatch(SHOWN.slice(...NAME), / /, 'a place stays on one line');
  assert.equal(wordsIn(SHOWN, LABELS), WORDS);
  assert.equal(wordsIn(shownOf('{other} %ADDRESS%', LABELS), LABELS), '{other} %ADDRESS%');
});

test('a key inside of a place takes all of it, and only it (catches: half a label becomes words; the word beside it goes, too)', () => {
  const without = (from: number, to: number, typed = '') => SHOWN.slice(0, from) + typed + SHOWN.slice(to);
  const after = (from: number, to: number, typed = '') => {
    const { text, caret } = mended(SHOWN, without(from, to, typed), from + typed.length);
    return [wordsIn(text, LABELS), caret];
  };
  // Each of its characters, also the invisible ones.
  for (let at = NAME[0]; at < NAME[1]; at += 1)
    assert.deepEqual(after(at, at + 1), ['{{address}} was left at .', NAME[0]], String(at));
  assert.deepEqual(after(NAME[0] + 3, NAME[0] + 3, 'x'), ['{{address}} was left at x.', NAME[0] + 1]);
  assert.deepEqual(after(NAME[0] - 3, NAME[0] + 4), ['{{address}} was left .', NAME[0] - 3]);
  assert.deepEqual(after(ADDRESS[1], ADDRESS[1], '!'), ['{{address}}! was left at {name}.', ADDRESS[1] + 1]);
  assert.deepEqual(after(NAME[0], NAME[0], '!'), ['{{address}} was left at !{name}.', NAME[0] + 1]);
  assert.deepEqual(after(NAME[0], NAME[1]), ['{{address}} was left at .', NAME[0]]);
  assert.deepEqual(after(0, SHOWN.length, 'x'), ['x', 1]);
});

test('the caret and a selection are outside of a place', () => {
  const [begin, end] = NAME;
  assert.deepEqual(wholeTokens(SHOWN, [begin + 1, begin + 1]), [begin, begin]);
  assert.deepEqual(wholeTokens(SHOWN, [end - 1, end - 1]), [end, end]);
  assert.deepEqual(wholeTokens(SHOWN, [begin - 2, begin + 2]), [begin - 2, end]);
  assert.deepEqual(wholeTokens(SHOWN, [begin, end]), [begin, end]);
  assert.deepEqual(tokenAt(SHOWN, end, 'before'), NAME);
  assert.equal(tokenAt(SHOWN, end, 'after'), undefined);
});

test('a place that is put back does not touch the word beside it', () => {
  assert.equal(putBack('', '{name}', 'Left'), '{name} Left');
  assert.equal(putBack('Left at', '{name}', '.'), 'Left at {name}.');
  assert.equal(putBack('Olá', '{name}', 'é hoje'), 'Olá {name} é hoje');
  assert.equal(putBack('Left at ', '{name}', ' today'), 'Left at {name} today');
});

test('a place that is gone is named', () => {
  assert.deepEqual(missingPlaces('Left at {name}.', Object.keys(LABELS)), ['{{address}}']);
  assert.deepEqual(missingPlaces(WORDS, Object.keys(LABELS)), []);
});
