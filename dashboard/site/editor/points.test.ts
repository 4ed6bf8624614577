import assert from 'node:assert/strict';
import { test } from 'node:test';
import { added, isSamePoints, listOf, movedTo, pointsOf } from './points.ts';

const POINTS = pointsOf({ en: ['Audit', 'Plan', 'Workshops'], pt: ['Auditoria', 'Plano'] });
const english = (points: typeof POINTS) => listOf(points, 'en').join();

test('a point that lacks a language is empty there; a list ends with its last words', () => {
  assert.deepEqual(POINTS.map(({ pt }) => pt), ['Auditoria', 'Plano', '']); // prettier-ignore
  assert.deepEqual(listOf(POINTS, 'pt'), ['Auditoria', 'Plano']);
  assert.deepEqual(listOf(movedTo(POINTS, 2, 0), 'pt'), ['', 'Auditoria', 'Plano']);
});

test('a point moves with both languages, and not beyond the ends', () => {
  const moved = movedTo(POINTS, 0, 1);
  assert.deepEqual([english(moved), listOf(moved, 'pt').join()], ['Plan,Audit,Workshops', 'Plano,Auditoria']);
  assert.equal(english(movedTo(POINTS, 0, 9)), 'Plan,Workshops,Audit');
  assert.equal(english(movedTo(POINTS, 1, -1)), 'Plan,Audit,Workshops');
});

test('points that another owner has changed stay themselves where one language did (fault: the focus goes to another point)', () => {
  const next = pointsOf({ en: ['Plan', 'Audit', 'New'], pt: ['Plano', 'Auditoria'] }, POINTS);
  assert.deepEqual(next.map(({ id }) => id).slice(0, 2), [1, 0]);
  assert.equal(new Set(next.map(({ id }) => id)).size, 3);
});

test('a point that was just added is there, and saved with its first words (fault: it goes at the next look)', () => {
  const more = added(POINTS);
  assert.equal(more.length, 4);
  assert.ok(isSamePoints(more, POINTS));
  assert.deepEqual(listOf(movedTo(more, 3, 0), 'pt'), ['Auditoria', 'Plano']);
});
