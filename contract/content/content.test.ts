import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleCase } from '#test/fixtures/cases.ts';
import { EXAMPLES, OWN_WORDS } from '#test/fixtures/content.ts';
import {
  complete,
  contentProblems,
  onlyChanges,
  readableContent,
  shownDraft,
  unreadFields,
} from './check.ts';
import { filesIn, type Content, type Json } from './content.ts';
import { factsOf, siteConfigOf } from './own-facts.ts';
import { inEnglish } from './problems.ts';
import { wordFields, textIn } from './words.ts';

const WORDS = wordFields(OWN_WORDS);
const said = (content: Content) => contentProblems(content, WORDS).map(inEnglish);
const FILE = `${'a'.repeat(64)}.pdf`;
const CASE = sampleCase('a', 'A');
const PICTURE = { file: `${'a'.repeat(64)}.jpg`, focus: { x: 0.5, y: 0.5 }, alt: null };
const ROLE = { en: 'Design', pt: 'Desenho' };

const WRONG: [field: string, values: Json[]][] = [
  [
    'brand.name',
    ['', ' ', ' Casa', 'Ca\nsa', 'Ca\u202esa', 'C'.repeat(41), '{{address}}', '{b', '%TOKEN%', 7, null],
  ],
  ['brand.markAt', [-1, 7, 1.5, '0', 'x']],
  ['brand.ground', ['black', '#fff', '#0b101', 'url(x)', null]],
  ['brand.accent', ['green', { dark: '#7dd3a0' }, '#fff']],
  ['brand.logo', [{ dark: { file: FILE }, light: { file: FILE } }, 'logo.svg']],
  [
    'social',
    [
      '',
      'https://www.instagram.com/casa',
      [''],
      ['www.instagram.com/casa'],
      ['http://www.instagram.com/casa'],
      ['javascript:alert(1)'],
      ['https://casa.example/"><script>'],
      ['https://instagram.com/casa\u202e'],
      ['https://instagram.com/{{address}}'],
      ['https://instagram.com/%ADDRESS%20'],
      ['https://instagram.com:99999/'],
      [`https://instagram.com/${'a'.repeat(500)}`],
      ['https://instagram.com.example/casa'],
      ['https://notinstagram.com/casa'],
      ['https://casa.example/'],
      ['https://instagram.com@casa.example/casa'],
      Array<string>(7).fill('https://x.com/casa'),
    ],
  ],
  ['legal.entity', ['', 'C'.repeat(101)]],
  [
    'legal.email',
    [
      '',
      'privacy',
      'privacy@casa',
      'a@casa.example, b@casa.example',
      ' a@casa.example',
      '{{address}}@casa.example',
      '%TOKEN%@casa.example',
    ],
  ],
  ['legal.retentionMonths', [0, 121, 1.5, '12']],
  ['legal.complaintsBook', ['', 'www.livroreclamacoes.pt', 'http://www.livroreclamacoes.pt']],
  ['contact.phone', ['210 000 000', '+0351 210', '+351']],
  ['contact.address', [[], ['a', 'b', 'c', 'd', 'e', 'f'], ['a\nb'], 'Rua']],
  ['contact.reply', ['soon', { en: 'soon' }, { en: 'a', pt: 'b', es: 'c' }]],
  [
    'people',
    [[{ name: 'Vera', role: { en: 'Design' }, portrait: null }], {}, [{ name: 'Vera', role: ROLE }]],
  ],
  [
    'cases',
    [
      {},
      [{ client: ROLE }],
      [{ ...CASE, slug: 'A' }],
      [{ ...CASE, slug: '' }],
      [CASE, CASE],
      Array.from({ length: 7 }, (_one, at) => ({ ...CASE, slug: `${at}` })),
      [{ ...CASE, services: [8] }],
      [{ ...CASE, services: [1, 1] }],
      [{ ...CASE, line: { en: 'x'.repeat(81), pt: '' } }],
      [{ ...CASE, quote: { en: '{{address}}', pt: '' } }],
      [{ ...CASE, asked: { en: '', pt: '' } }],
      [{ ...CASE, pictures: [PICTURE, PICTURE, PICTURE] }],
      [{ ...CASE, pictures: [{ ...PICTURE, alt: { en: 'A shop', pt: '' } }] }],
    ],
  ],
  ['books.0', [{}, { xx: { file: FILE } }, { en: 'books/seo.pdf' }, { en: { file: '../x.pdf' } }]],
  ['analytics.gaId', ['UA-1234', "G-ABC'1234", 7]],
  ['analytics.gtmId', ['G-ABC1234']],
  [
    'analytics.scriptOrigins',
    [
      ['http://a.example'],
      ['https://a.example/x'],
      ['https://*.example'],
      [`https://${'a.'.repeat(300)}example`],
      ['https://a.example:99999'],
      'https://a.example',
    ],
  ],
  ['text.home.title.en', ['', ' \n', 7, null, ['a'], 'x'.repeat(500), 'a\u202eb', 'a\u0000b', '{name}']],
  ['text.meta.home.title.pt', ['sem nome', '{name} {other}']],
  [
    'mails.confirm.why.en',
    ['Hello', 'You signed up with {{address}}', '{brand} {{address}} }}', '{brand} {{address}} {'],
  ],
  ['text.services.items.0.includes.en', [[], 'SEO', ['a', ''], Array<string>(9).fill('a'), ['{name}']]],
  ['text.home.titel.en', ['x']],
  ['toString', ['x']],
];

for (const [field, values] of WRONG) {
  test(`${field} that cannot be right is refused in words that name it`, () => {
    for (const value of values) {
      const problems = said({ [field]: value });
      assert.ok(problems.length > 0, JSON.stringify(value));
      for (const problem of problems)
        assert.match(problem, new RegExp(`^${field.replaceAll('.', '\\.')}\\S* must be .+\\.$`));
    }
  });
}

test('the place within a value is named (catches: the field alone)', () => {
  const people = [{ name: 'Vera', role: { en: 'Design', pt: '' }, portrait: null }];
  assert.deepEqual(said({ people }), ['people[0].role.pt must be one line of 1 to 80 characters.']);
});

test('a case may be in one language alone, and says what it lacks in the nearest (catches: every language is asked for; nobody knows what is missing)', () => {
  const half = (words: string) => ({ en: '', pt: words });
  const only = { client: half('Padaria'), asked: half('A'), done: half('B'), since: half('C') };
  const cases = [{ ...CASE, ...only, line: half(''), pictures: [{ ...PICTURE, alt: half('Uma loja') }] }];
  assert.deepEqual(said({ cases }), []);
  assert.deepEqual(said({ cases: [{ ...cases[0]!, since: half('') }] }), [
    'cases[0].since.pt must be one line of 1 to 300 characters.',
  ]);
});

test('what an owner may say is taken', () => {
  const content: Content = {
    'brand.name': 'Maré',
    'brand.markAt': 1,
    'brand.accent': '#1d6b45',
    'contact.phone': '+351 210 000 000',
    social: [
      'https://www.instagram.com/casa?hl=pt',
      'https://mastodon.example/@casa',
      'https://PT.linkedin.com/in/casa',
    ],
    people: [{ name: 'Vera', role: ROLE, portrait: { file: `${'b'.repeat(64)}.png` } }],
    'books.0': { pt: { file: FILE } },
    'text.home.title.en': 'Brands take\u00a0time.\nReally: “<b>”, 👩‍👩‍👧.',
    'text.services.items.0.includes.pt': ['Auditoria', 'Plano', 'Medição', 'Relatórios', 'Reuniões'],
    'text.meta.home.title.pt': 'Marcas: {name}',
  };
  assert.deepEqual(said(content), []);
  assert.deepEqual(Object.values(content).flatMap(filesIn), [`${'b'.repeat(64)}.png`, FILE]);
  assert.deepEqual(textIn(content, 'text').pt, {
    services: { items: { 0: { includes: ['Auditoria', 'Plano', 'Medição', 'Relatórios', 'Reuniões'] } } },
    meta: { home: { title: 'Marcas: {name}' } },
  });
});

test('our profiles are shown under our name alone, and the address says which network it is (catches: ours as the owner’s; one that cannot be emptied; the sign of another network)', () => {
  const shown = (content: Content) => siteConfigOf(factsOf(content)).profiles.map(({ network }) => network);
  assert.deepEqual(shown({}), ['Instagram', 'LinkedIn']);
  assert.deepEqual(shown({ social: [] }), []);
  assert.deepEqual(shown({ 'brand.name': 'Maré' }), []);
  const social = [
    'https://youtu.be/x',
    'https://mare.example/@mare',
    'https://www.pinterest.pt/mare',
    'https://bsky.app/profile/mare',
  ];
  assert.deepEqual(shown({ 'brand.name': 'Maré', social }), ['YouTube', 'Mastodon', 'Pinterest', 'Bluesky']);
});

test('profiles of a content of an earlier version are read (catches: they are dropped; an empty one comes along)', () => {
  const instagram = 'https://www.instagram.com/mare';
  const former = {
    'brand.name': 'Maré',
    'social.instagram': instagram,
    'social.linkedin': null,
    'text.page.socials.instagram.en': 'Instagram',
  };
  assert.deepEqual(readableContent(former, WORDS), {
    'brand.name': 'Maré',
    'brand.markAt': null,
    social: [instagram],
  });
});

test('the case study of an earlier version is the first case (catches: it is dropped; its words stay behind)', () => {
  const [each, blank] = [(words: string) => ({ en: words, pt: words }), { en: '', pt: '' }];
  const file = PICTURE.file;
  const study = {
    client: { en: 'A bakery in Braga', pt: 'Uma padaria' },
    before: each('B'),
    decision: each('D'),
    after: each('A'),
    picture: { file, alt: each('A shop') },
  };
  const first = {
    slug: 'a-bakery-in-braga',
    client: study.client,
    line: blank,
    services: [],
    asked: study.before,
    done: study.decision,
    since: study.after,
    quote: blank,
    by: blank,
    pictures: [{ ...PICTURE, alt: each('A shop') }],
  };
  const former = { caseStudy: study, 'text.home.caseSteps.before.en': 'Then' };
  assert.deepEqual(readableContent(former, WORDS), { cases: [first], 'text.work.asked.en': 'Then' });
  assert.deepEqual(readableContent({ caseStudy: null }, WORDS), {});
  for (const odd of ['x', 7, [], { client: 7 }, { client: { en: 7 } }])
    assert.deepEqual(readableContent({ caseStudy: odd }, WORDS), {});
});

test('the example of each fact is accepted (catches: a check that its own description breaks)', () => {
  assert.ok(Object.keys(EXAMPLES).length > 15);
  assert.deepEqual(said(EXAMPLES), []);
});

test('the mark cannot stand over a letter that the name lacks', () => {
  assert.match(said({ 'brand.name': 'Lu' }).join(), /^brand\.markAt must be the position of a letter/);
  assert.deepEqual(said({ 'brand.name': 'Lu', 'brand.markAt': null }), []);
});

test('a whole content without what equals our own is what was changed, in any order of its keys (catches: all is kept)', () => {
  const changed: Content = { 'brand.name': 'Maré', 'text.home.title.en': 'Ours', people: [] };
  const whole = complete(changed, WORDS);
  assert.ok(Object.keys(whole).length > 300);
  assert.deepEqual(Object.keys(whole), Object.keys(whole).toSorted());
  const { people: _, ...kept } = changed;
  assert.deepEqual(onlyChanges(whole, WORDS), kept);
});

test('an edition of another program shows what this one knows (catches: an unknown part; a sentence that became a group; a list that became an object; a name without its letter)', () => {
  const newer: Content = {
    'brand.name': 'Lu',
    'brand.slogan': 'New',
    people: { team: [] },
    'text.home.title.en': { short: 'New' },
    'text.home.title.pt': 'Novo',
    'text.shop.title.en': 'New',
  };
  assert.deepEqual(readableContent(newer, WORDS), {
    'brand.name': 'Lu',
    'brand.markAt': null,
    'text.home.title.pt': 'Novo',
  });
  const known: Content = { 'brand.name': 'Maré', 'brand.markAt': 1 };
  assert.deepEqual(readableContent(known, WORDS), known);
});

test('content from before there was a language has its English words there (catches: the people are gone; a file is every language’s)', () => {
  const [ana, files] = [{ name: 'Ana', portrait: null }, { en: { file: `${'a'.repeat(64)}.pdf` } }];
  const older = { people: [{ ...ana, role: { en: 'Design' } }], 'books.0': files };
  const shown = { people: [{ ...ana, role: { en: 'Design', pt: 'Design' } }], 'books.0': files };
  assert.deepEqual(readableContent(older, WORDS), shown);
  const row = { field: 'people', value: older.people };
  assert.deepEqual(shownDraft([row], WORDS), [{ field: 'people', value: shown.people }]);
  assert.deepEqual(unreadFields([row], WORDS), []);
});

test('what people agree to is known as such, and a form’s label is not', () => {
  const agreed = (key: string) => WORDS.get(key)?.agreed;
  assert.deepEqual(
    ['text.page.privacy.note.en', 'text.notice.sections.0.1.pt', 'text.page.soon.title.en'].map(agreed),
    [true, true, false],
  );
});
