import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { parseHTML } from 'linkedom';
import type { Content } from '#contract/content/content.ts';
import { inEach, type Language } from '#contract/language.ts';
import { EDITOR_MAILS, EDITOR_PAGES, placeOfField, type EditorShows } from '#contract/content/editor.ts';
import { wordFields } from '#contract/content/words.ts';
import { documentsOf } from '#contract/documents.ts';
import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { MARK, MARK_END, markOf, withoutMarks } from '#contract/marks.ts';
import type { PreviewMade } from '#contract/owner/preview.ts';
import { readConfig, siteSettings } from '#server/base/config.ts';
import { sampleCase } from '#test/fixtures/cases.ts';
import { EXAMPLES, OWN_WORDS, PROGRAM } from '#test/fixtures/content.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { openPreviews } from './preview.ts';

const WORDS = wordFields(OWN_WORDS);
const MAILS: EditorShows[] = (
  ['confirm', 'reminder', 'book', 'announcement', 'ask-news', 'welcome'] as const
).map((mail) => ({
  mail,
}));
const ALL: EditorShows[] = [
  ...documentsOf({ books: [null], newsletter: 1 }).filter(
    (one) => one.page !== 'work' && one.page !== 'letter',
  ),
  { page: 'work', state: 'idle' },
  ...MAILS,
];

const each = (words: string) => inEach(() => words);
const FILE = `${'0'.repeat(64)}.`;
const portrait = { file: `${FILE}jpg` };
const picture = { file: `${FILE}jpg`, focus: { x: 0.5, y: 0.5 } };
/** Every part that only some owners have. */
const FULL: Content = {
  ...Object.fromEntries(Object.entries(EXAMPLES).filter(([key]) => /^(?:legal|contact)\./.test(key))),
  'contact.reply': each('Soon'),
  people: [{ name: 'Ana', role: each('Design'), portrait }],
  cases: [sampleCase('c', 'C', { quote: each('Q'), pictures: [{ ...picture, alt: each('Alt') }] })],
  'pictures.band': { dark: picture, light: null },
  'pictures.cover.0': picture,
  'analytics.gaId': 'G-ABC1234567',
};
/** With books and a newsletter. */
const BOOKS: Content = {
  'newsletter.aMonth': 1,
  'books.0': { en: { file: `${FILE}pdf` } },
  'books.1': { pt: { file: `${FILE}epub` } },
};

async function open(t: TestContext) {
  const folder = folderOf(t);
  const [files, drawn] = [join(folder, 'files'), join(folder, 'drawn')];
  for (const one of [files, drawn]) mkdirSync(one);
  const draw = await openPreviews({ program: PROGRAM, files, drawn });
  const settings = siteSettings(readConfig({}));
  return (shows: EditorShows, over: Content = {}, language: 'en' | 'pt' = 'en'): Promise<PreviewMade> =>
    draw({ content: {}, over, shows, language, settings, now: 0 });
}

/** Words that only a script or an owner sees, and those of another mail. */
const NEVER = [
  /^text\.page\.(?:errors\.|privacy\.close$)/,
  /^text\.contact\.(?:sending|required|fieldRequired|invalid\w+|tooLong|emailError|dismiss)$/,
  /^text\.consent\.(?:question|accept|decline)$/,
  /^text\.(?:navbar\.preview|subscription\.draft\.\w+)$/,
  /^text\.subscription\.(?:states|announcement\.book|pauses)\.|^text\.subscription\.(?:confirm|me|news)\.once$/,
  // One of three.
  /\.(?:often|prompt)\.(?:twiceMonthly|weekly)$/,
  /^mails\.(?:announcement\.whyBook|footer\.owner)$/,
  // Beside newsletters: the editor shows the page without any.
  /^text\.newsletter\.(?:soFar|only|onlyHere|back|older|newer|want)$/,
  // Services and books that nobody has added, and what is said where there is no book.
  /^text\.services\.items\.[4-7]\./,
  /^text\.products\.(?:items\.[2-5]\.|first)/,
];

test('every word that is in a document is marked on a page of its place (catches: a part forgets its marks; a word in no state)', async (t) => {
  const draw = await open(t);
  const all = new Set<string>();
  for (const [name, { shows }] of Object.entries({ ...EDITOR_PAGES, ...EDITOR_MAILS })) {
    const here = new Set<string>();
    for (const one of shows as readonly EditorShows[])
      for (const over of [FULL, { ...FULL, ...BOOKS, cases: [sampleCase('a', 'A'), sampleCase('b', 'B')] }])
        for (const field of await fieldsIn(draw(one, over))) here.add(field);
    for (const { key, language } of WORDS.values())
      if (language === 'en' && placeOfField(key)?.name === name && !ELSEWHERE.test(key))
        assert.equal(
          here.has(`${key}.en`) || here.has(`${key}.pt`),
          !NEVER.some((one) => one.test(key)),
          `${name}: ${key}`,
        );
    for (const one of here) all.add(one);
  }
  const facts = Object.keys(FULL).filter((key) => !/^(?:analytics\.|contact\.whatsapp$)/.test(key));
  for (const key of [...facts, 'brand.name', 'pictures.soon', 'pictures.about', 'pictures.cover.1'])
    assert.ok(all.has(key), key);
});

/** Shown on other pages, too, but not in the states of their place: the thanks for a book, the feed, and what is about Google. */
const ELSEWHERE =
  /^text\.(?:footer\.feed|offer\.(?:label|notice|thanks)|consent\.(?:label|notice)|subscription\.(?:states|languages)\.\w+)$/;

async function fieldsIn(made: Promise<PreviewMade>): Promise<string[]> {
  const { html, marks } = await made;
  const pictures = [...html.matchAll(/#field=([\w.-]+)/g)].map(([, field = '']) => field);
  return [...marks.flatMap((mark) => ('field' in mark ? [mark.field] : [])), ...pictures];
}

test('marks are balanced, and without them a preview says what the page says (catches: half a mark; words that are measured; a lost stop)', async (t) => {
  const draw = await open(t);
  for (const shows of ALL)
    for (const language of LANGUAGES) {
      const { html, marks } = await draw(shows, { ...FULL, ...BOOKS }, language);
      let depth = 0;
      for (const [character] of html.matchAll(MARK)) {
        depth += character === MARK_END ? -1 : 1;
        assert.ok(depth >= 0, JSON.stringify(shows));
        assert.ok(character === MARK_END || marks[markOf(character)] !== undefined, JSON.stringify(shows));
      }
      assert.equal(depth, 0, JSON.stringify(shows));
      const plain = withoutMarks(html);
      assert.doesNotMatch(plain, /<script|<link|\{\{|%[A-Z]+%|Lda\.\./, JSON.stringify(shows));
    }
});

const HOSTILE = `</script><script>x()</script><img src=x onerror=x()>"'{name}{{address}}%TOKEN%\u202e\ue000\ue100\u0000`;

test('the worst that somebody types is text, and takes no mark away (catches: words as HTML; a mark of their own)', async (t) => {
  const draw = await open(t);
  const over = Object.fromEntries(
    [...WORDS].map(([key, { own }]) => [key, typeof own === 'string' ? HOSTILE : [HOSTILE]]),
  );
  for (const shows of ALL) {
    const { html } = await draw(shows, over);
    const begins = (html.match(/[\ue100-\uf8ff]/g) ?? []).length;
    assert.equal(begins, (html.match(/\ue000/g) ?? []).length, JSON.stringify(shows));
    for (const element of parseHTML(html).document.querySelectorAll('*') as unknown as Iterable<Element>) {
      assert.ok(!['script', 'link'].includes(element.localName), JSON.stringify(shows));
      for (const { name } of element.attributes)
        assert.doesNotMatch(name, /^on|[<"'{]/, JSON.stringify(shows));
    }
  }
});

test('the picture of the case is read in each language, and as decoration not at all (catches: decoration is read)', async (t) => {
  const draw = await open(t);
  const altOf = async (alt: Record<Language, string> | null, language: 'en' | 'pt') => {
    const over = { cases: [sampleCase('c', 'C', { pictures: [{ ...picture, alt }] })] };
    const { html } = await draw({ page: 'home', state: 'idle' }, over, language);
    return parseHTML(withoutMarks(html))
      .document.querySelector(`img[src*="#field=cases"]`)
      ?.getAttribute('alt');
  };
  const alt = { ...inEach(() => ''), en: 'Three chairs', pt: 'Três cadeiras' };
  assert.equal(await altOf(alt, 'en'), alt.en);
  assert.equal(await altOf(alt, 'pt'), alt.pt);
  assert.equal(await altOf(null, 'en'), '');
});

type Element = { localName: string; attributes: Iterable<{ name: string }> };

test('unfinished words are shown, of facts the last right ones (catches: our words come back; a page without a name)', async (t) => {
  const draw = await open(t);
  const long = 'long '.repeat(200);
  const over = {
    'text.home.title.en': long,
    'text.home.lead.en': '',
    'brand.name': '',
    social: ['javascript:x'],
  };
  const { html, marks } = await draw({ page: 'home', state: 'idle' }, over);
  const plain = withoutMarks(html);
  assert.ok(plain.includes(long));
  assert.ok(plain.includes('<title>embreve · '));
  assert.doesNotMatch(
    plain,
    /javascript:x|We help companies work out what to say, where to say it, and when to stop\.</,
  );
  assert.ok(marks.some((mark) => 'field' in mark && mark.field === 'text.home.lead.en'));
});

test('a preview is in the accent of the draft: bobs, covers, logo (catches: our clay)', async (t) => {
  const draw = await open(t);
  const accent = { 'brand.accent': '#0f9d8a' };
  const soon = { page: 'soon', state: 'idle' } as const;
  const { html } = await draw(soon, accent);
  assert.equal(
    html.match(/url\(\/api\/owner\/site\/drawn\/[0-9a-f]{64}\.avif\),url\(\/static\/media\/bg-/g)?.length,
    8,
  );
  const products = { page: 'products', state: 'idle' } as const;
  const shown = await draw(products, accent);
  const covers = shown.html.matchAll(/src="data:image\/svg\+xml;base64,([^"#]+)#field=pictures\.cover\./g);
  const painted = [...covers].map(([, svg = '']) => Buffer.from(svg, 'base64').toString());
  assert.deepEqual(
    painted.map((svg) => /#(?:0f9d8a|0b7466)/i.exec(svg)?.[0]),
    ['#0b7466', '#0f9d8a'],
  );
});
