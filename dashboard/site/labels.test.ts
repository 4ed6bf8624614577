import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EDITOR_MAILS, EDITOR_PAGES, EDITOR_PARTS, fieldsOfSection } from '#contract/content/editor.ts';
import { OWN_FACTS } from '#contract/content/own-facts.ts';
import { wordFields } from '#contract/content/words.ts';
import { OWN_WORDS } from '#test/fixtures/content.ts';
import { first as en } from '../text/en/first.ts';
import { first as pt } from '../text/pt/first.ts';
import { rest as restEn } from '../text/en/rest.ts';
import { rest as restPt } from '../text/pt/rest.ts';
import { wordsOf } from '../words.ts';
import { placed } from './draft.ts';
import { chipLabel, labelOf, placeLabel, sectionLabel, labelWithin } from './labels.ts';

const FIELDS = wordFields(OWN_WORDS);
const FACT = { language: null, longest: null, places: [], agreed: false };
const NAMED = new Map(
  placed([
    ...[...FIELDS].map(([key, field]) => ({ ...field, key })),
    ...Object.entries(OWN_FACTS).map(([key, own]) => ({ ...FACT, key, own })),
  ]).map((field) => [field.name, field]),
);
const KEYS = [...NAMED.keys()];
const ROOMS = [EDITOR_PAGES, EDITOR_MAILS, EDITOR_PARTS];
type Name = Parameters<typeof placeLabel>[1];

for (const words of [wordsOf('en', { ...en, ...restEn }), wordsOf('pt', { ...pt, ...restPt })]) {
  const { language, t } = words;
  const label = (key: string) => labelOf(words, NAMED.get(key)!);
  test(`every field, section, page and placeholder has a label (${language}; catches: one is left out)`, () => {
    const nameless = (keys: string[], said: (key: string) => string) =>
      keys.filter((key) => said(key) === key);
    assert.deepEqual(
      nameless(KEYS, label),
      [],
      'a section is named in dashboard/text/*/rooms.ts, a field in fields.ts',
    );
    const places = [...new Set([...FIELDS.values()].flatMap((field) => field.places))];
    assert.deepEqual(
      nameless(places, (place) => chipLabel(t, place)),
      [],
    );
    for (const room of ROOMS)
      for (const [name, { sections }] of Object.entries(room)) {
        assert.notEqual(placeLabel(t, name as Name), '', name);
        const of = (section: string) => sectionLabel(t, { name: name as Name, section });
        assert.deepEqual(
          Object.keys(sections).filter((section) => of(section) === section),
          [],
          name,
        );
      }
  });

  test(`two fields of a section differ in their label (${language}; catches: both are called Button)`, () => {
    for (const room of ROOMS)
      for (const [name, { sections }] of Object.entries(room))
        for (const [section, given] of Object.entries(sections as Record<string, readonly string[]>)) {
          const labels = fieldsOfSection(given, KEYS).map(label);
          assert.deepEqual(
            labels.filter((one, at) => labels.indexOf(one) !== at),
            [],
            `${name}, ${section}`,
          );
        }
  });
}

test('a line of a person is named by them, or by their place while they have no name (catches: [1].role.pt is shown; the first is Person 0)', () => {
  const { t } = wordsOf('en', { ...en, ...restEn });
  const people = [
    { name: 'Ana Prado', role: { en: 'Design', pt: '' }, portrait: null },
    { name: '', role: { en: '', pt: '' }, portrait: null },
  ];
  assert.deepEqual(labelWithin(t, people, '[0].role.pt'), {
    names: ['Ana Prado', 'Role'],
    language: 'pt',
    value: '',
  });
  assert.deepEqual(labelWithin(t, people, '[1].name'), {
    names: ['Person 2', 'Name'],
    language: null,
    value: '',
  });
  assert.deepEqual(labelWithin(t, ['Rua', ''], '[1]'), { names: [], language: null, value: '' });
});
