import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '#contract/content/content.ts';
import { wordFields } from '#contract/content/words.ts';
import type { DraftRow, SiteDraft, SiteField } from '#contract/owner/site.ts';
import { OWN_WORDS } from '#test/fixtures/content.ts';
import { collisionsOf, hrefOf, isAt, placed, published, siteOf, type DraftField } from './draft.ts';

const WORDS: SiteField[] = [...wordFields(OWN_WORDS)].map(([key, field]) => ({ ...field, key }));
const NAME: SiteField = {
  key: 'brand.name',
  language: null,
  own: 'embreve',
  longest: null,
  places: [],
  agreed: false,
};
const PEOPLE: SiteField = { ...NAME, key: 'people', own: [] };
const FIELDS = placed([...WORDS, PEOPLE, NAME]);
const TITLE = 'text.home.title.en';
const TITRE = 'text.home.title.pt';
const POINTS = 'text.services.items.0.includes.en';

const row = (field: string, value?: Json, revision = 1): DraftRow => {
  return { field, revision, at: 5, by: 'Ana Prado', ...(value !== undefined && { value }) };
};
const siteWith = (draft: DraftRow[], shown: SiteDraft['shown'] = {}) =>
  siteOf(FIELDS, { live: { number: 2, at: 1, by: null }, shown, draft, problems: [], others: [] });
const keysOf = (fields: readonly DraftField[]) => fields.map(({ key }) => key);
const ownOf = (key: string) => FIELDS.find((field) => field.key === key)?.own ?? null;

test('a field says its draft, else what visitors see, else the built-in value; without a value the built-in one again', () => {
  const site = siteWith([row(TITLE, 'Ours'), row('brand.name')], { [TITRE]: 'Nosso', 'brand.name': 'Casa' });
  assert.equal(site.valueOf(TITLE), 'Ours');
  assert.equal(site.shownOf(TITLE), ownOf(TITLE));
  assert.equal(site.valueOf(TITRE), 'Nosso');
  assert.equal(site.valueOf('brand.name'), 'embreve');
  assert.equal(site.shownOf('brand.name'), 'Casa');
});

test('a row that equals what visitors see isn’t a change, whatever the order of its members', () => {
  const shown = { people: [{ name: 'Eva', role: { en: 'Design', pt: 'Desenho' } }] };
  const people = [{ role: { pt: 'Desenho', en: 'Design' }, name: 'Eva' }];
  assert.deepEqual(siteWith([row('people', people), row(TITLE, ownOf(TITLE))], shown).changes, []);
  const changed = siteWith([row(TITLE, 'Ours', 7)]);
  assert.deepEqual(
    changed.changes.map(({ field, before, after, by, revision }) => [field.key, before, after, by, revision]),
    [[TITLE, ownOf(TITLE), 'Ours', 'Ana Prado', 7]],
  );
  assert.equal(changed.seen, 7);
});

test('words changed in one language are to be checked in the other, until somebody says that they still fit', () => {
  assert.deepEqual(keysOf(siteWith([row(TITLE, 'Ours')]).checks), [TITRE]);
  assert.deepEqual(keysOf(siteWith([row(TITLE, 'Ours'), row(TITRE, ownOf(TITRE))]).checks), []);
  assert.deepEqual(keysOf(siteWith([row('brand.name', 'Casa')]).checks), []);
});

test('a list with fewer points than in the other language, and words left empty, are missing', () => {
  const own = ownOf(POINTS) as string[];
  const one = siteWith([row(POINTS, [...own, 'Workshops'])]);
  assert.deepEqual(keysOf(one.missing), [POINTS.replace(/en$/, 'pt')]);
  assert.deepEqual(one.checks, [], 'what is missing need not be checked, too');
  assert.deepEqual(keysOf(siteWith([row(TITLE, ' ')]).missing), [TITLE]);
  assert.deepEqual(siteWith([]).missing, []);
});

test('a change leads to the page on which its field is edited', () => {
  const [title, name] = [TITLE, 'brand.name'].map((key) => FIELDS.find((field) => field.key === key));
  assert.ok(title && name);
  assert.equal(hrefOf(title), '/site/pages/home?field=text.home.title.en');
  assert.equal(hrefOf(name), '/site/brand?field=brand.name');
  assert.ok(isAt(title, { room: 'pages', name: 'home' }));
  assert.ok(!isAt(title, { room: 'pages', name: 'about' }));
});

test('somebody else has published other words for a field that is still in the draft: a collision, and nothing else is', () => {
  const draft = [row(TITLE, 'Ours', 9), row('brand.name', 'Casa', 8)];
  const before = siteWith([row(TITLE, 'Theirs', 3), row('brand.name', 'Casa', 8), row(TITRE, 'Deles', 4)]);
  const now = siteWith(draft, { [TITLE]: 'Theirs', [TITRE]: 'Deles' });
  assert.deepEqual(
    collisionsOf(before, now).map(({ field, before: live, after }) => [field.key, live, after]),
    [[TITLE, 'Theirs', 'Ours']],
  );
});

test('changes come page by page, in the order of the editor, whatever the order of the program', () => {
  const keys = [
    'brand.name',
    'text.about.title.en',
    'text.services.title.en',
    TITLE,
    'mails.confirm.subject.en',
  ];
  const { changes } = siteWith(keys.map((key) => row(key, 'New')));
  assert.deepEqual(
    changes.map(({ field }) => field.place?.name),
    ['home', 'services', 'about', 'confirm', 'brand'],
  );
});

test('published rows are what visitors see, and those written since stay (catches: they go, too; a field that is built-in again keeps its words)', () => {
  const live = { number: 3, at: 9, by: 'Ana Prado' };
  const draft = [row(TITLE, 'Ours', 6), row('brand.name', undefined, 7), row(TITRE, 'Nosso', 8)];
  const known = {
    live: { number: 2, at: 1, by: null },
    shown: { 'brand.name': 'Casa' },
    problems: [],
    others: [],
  };
  const after = published({ ...known, draft }, live, 7);
  assert.deepEqual(
    [after.live, after.shown, after.draft],
    [live, { [TITLE]: 'Ours' }, [row(TITRE, 'Nosso', 8)]],
  );
});
