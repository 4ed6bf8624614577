import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEach } from '#contract/language.ts';
import { isSamePoints, listOf, NO_POINT, pointsOf } from './points.ts';

const POINTS = pointsOf({
  ...inEach(() => []),
  en: ['Audit', 'Plan', 'Workshops'],
  pt: ['Auditoria', 'Plano'],
});

test('a point that lacks a language is empty there; a list ends with its last words', () => {
  assert.deepEqual(POINTS.map(({ pt }) => pt), ['Auditoria', 'Plano', '']); // prettier-ignore
  assert.deepEqual(listOf(POINTS, 'pt'), ['Auditoria', 'Plano']);
  assert.deepEqual(listOf(POINTS.toReversed(), 'pt'), ['', 'Plano', 'Auditoria']);
});

test('a point that was just added is there, and saved with its first words (catches: it goes at the next look)', () => {
  const more = [...POINTS, NO_POINT];
  assert.ok(isSamePoints(more, POINTS));
  assert.deepEqual(listOf([NO_POINT, ...POINTS], 'pt'), ['Auditoria', 'Plano']);
});
