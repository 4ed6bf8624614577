import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OWN_WORDS } from '#test/fixtures/content.ts';
import { EDITOR_MAILS, EDITOR_PAGES, EDITOR_PARTS, fieldsOfSection, placeOfField } from './editor.ts';
import { OWN_FACTS } from './own-facts.ts';
import { wordFields } from './words.ts';

const KEYS = [
  ...new Set([...wordFields(OWN_WORDS).values()].map(({ key }) => key)),
  ...Object.keys(OWN_FACTS),
];

/** Written before an announcement, for owners alone, or among the settings. */
const ELSEWHERE = /^(?:text\.subscription\.(?:announcement|pauses)|analytics)\./;

test('every field is edited at one place (catches: a word that no screen has, a section of nothing)', () => {
  assert.deepEqual(
    KEYS.filter((key) => (placeOfField(key) === null) !== ELSEWHERE.test(key)),
    [],
  );
  const places = [EDITOR_PAGES, EDITOR_MAILS, EDITOR_PARTS].flatMap((room) => Object.values(room));
  const given = places.flatMap(({ sections }) => Object.values(sections as object).flat() as string[]);
  assert.deepEqual(
    given.filter((one) => fieldsOfSection([one], KEYS).length === 0),
    [],
  );
  assert.equal(new Set(given).size, given.length, 'a field stands twice');
});
