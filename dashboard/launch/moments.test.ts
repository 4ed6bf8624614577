import assert from 'node:assert/strict';
import { test } from 'node:test';
import { first as en } from '../text/en/first.ts';
import { first as pt } from '../text/pt/first.ts';
import { wordsOf } from '../words.ts';
import { longDayIn, timeBeside } from './moments.ts';

const MIDNIGHT = Date.UTC(2026, 11, 1, 0, 30);

test('a moment in a zone of another day says its weekday (catches: the day of the browser)', () => {
  const [english, portuguese] = [wordsOf('en', en), wordsOf('pt', pt)];
  const beside = (zone: string) => timeBeside(english, MIDNIGHT, zone, 'Europe/Lisbon');
  assert.equal(beside('Europe/London'), '00:30');
  assert.equal(beside('America/Sao_Paulo'), 'Mon 21:30');
  assert.equal(beside('Pacific/Auckland'), '13:30');
  assert.equal(timeBeside(portuguese, MIDNIGHT, 'Europe/Lisbon', 'America/Sao_Paulo'), 'ter. 00:30');
  assert.equal(longDayIn(portuguese, MIDNIGHT, 'America/Sao_Paulo'), 'segunda-feira, 30 de novembro');
});
