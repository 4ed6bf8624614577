import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Case } from '#contract/content/facts.ts';
import { sampleCase, told } from '#test/fixtures/cases.ts';
import { withSlugs } from './slugs.ts';

const named = (slug: string, name: string) => sampleCase(slug, name);
const slugs = (cases: Case[], published: string[] = []) =>
  withSlugs(cases, published).map(({ slug }) => slug);

test('an address follows the client’s name until it is published (catches: a link that worked ends; accents; two with one name)', () => {
  const cases = [
    named('old', 'Conservas Ribeira'),
    sampleCase('', '', { client: told({ pt: 'Pão & Cª' }) }),
    named('x', 'Conservas  Ribeira!'),
    named('', '株式会社'),
  ];
  assert.deepEqual(slugs(cases), ['conservas-ribeira', 'pao-c', 'conservas-ribeira-2', 'case']);
  assert.deepEqual(slugs(cases, ['old', 'pao-c']), ['old', 'pao-c-2', 'conservas-ribeira', 'case']);
});

test('of two cases with one published address the first keeps it, and a long name is cut (catches: the second cannot be published; 49 characters)', () => {
  assert.deepEqual(slugs([named('a', 'A'), named('a', 'A')], ['a']), ['a', 'a-2']);
  const long = 'a '.repeat(40);
  const [first = '', second = ''] = slugs([named('', long), named('', long)]);
  assert.match(first, /^[a-z-]{40,48}$/);
  assert.match(second, /^[a-z-]{40,46}-2$/);
});
