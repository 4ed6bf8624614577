import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Content } from '#contract/content/content.ts';
import { complete } from '#contract/content/check.ts';
import { wordFields } from '#contract/content/words.ts';
import { OWN_WORDS } from '#test/fixtures/content.ts';
import { TEMPLATE, templateIn } from './template.ts';

test('what counts as the template’s are fields that there are, and that hold its words (catches: a key was renamed)', () => {
  const own = complete({}, wordFields(OWN_WORDS));
  for (const field of Object.values(TEMPLATE).flat()) assert.ok(field in own, field);
});

test('each part that was left as it came is named with its fields, and nothing of another brand (catches: the first alone)', () => {
  const { privacy, sign, count, ...others } = TEMPLATE;
  const changed = Object.fromEntries(
    Object.values(others).flatMap((fields) => fields.map((field) => [field, 'x'])),
  );
  assert.deepEqual(templateIn({ ...changed, 'text.about.story.en': 'Ours' }), [
    { part: 'privacy', where: 'legal.entity, legal.email' },
    { part: 'sign', where: 'text.about.story.pt' },
  ]);
  const all = Object.fromEntries([...privacy, ...sign].map((field) => [field, 'x']));
  assert.deepEqual(templateIn({ ...changed, ...all }), []);
  const five = { ...changed, ...all, services: [0, 1, 2, 3, 4] };
  assert.deepEqual(templateIn(five), [{ part: 'count', where: count.join(', ') }]);
});

test('a sentence is named only where visitors read it (catches: of a hidden page; the plan of hidden services; a book that is out)', () => {
  const partsOf = (content: Content) => templateIn(content).map(({ part }) => part);
  const hidden = { 'hidden.about': true, 'hidden.services': true, 'hidden.products': true };
  assert.deepEqual(partsOf(hidden), ['name', 'privacy', 'trade', 'description', 'mark']);
  const planless = partsOf({ 'hidden.services.plan': true });
  assert.deepEqual([planless.includes('plan'), planless.includes('books')], [false, true]);
  const file = { file: `${'a'.repeat(64)}.pdf` };
  const out = { 'books.0': { en: file }, books: [{ id: 'seo', place: 0 }] };
  assert.equal(partsOf(out).includes('books'), false);
});
