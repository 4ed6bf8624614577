import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { contentProblems } from '#contract/content/check.ts';
import type { Content, Json } from '#contract/content/content.ts';
import { FACT_KINDS, type FactKind } from '#contract/content/fact-kinds.ts';
import { FACTS } from '#contract/content/facts.ts';
import { wordFields, textIn, type WordField } from '#contract/content/words.ts';
import type { SiteManifest } from '#contract/documents.ts';
import { LANGUAGES } from '#contract/language.ts';
import { isTokenState, PLACEHOLDERS } from '#contract/pages.ts';
import { MAILS, type MailName, type MailTemplates } from '#contract/mails.ts';
import { readConfig, siteSettings } from '#server/base/config.ts';
import { OWN_WORDS, PROGRAM } from '#test/fixtures/content.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { renderSite } from './render.ts';

const WORDS = wordFields(OWN_WORDS);
/** Markup that is seen wherever it becomes an element or an attribute. */
const MARKUP = `</script></style><x-y>"'onx=1 &lt;!--]]>`;
const EMOJI = '🌊'.repeat(100_000);

/** As much of it as fits in so many characters. */
const cut = (words: string, longest: number) =>
  words
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();

function worstOf({ own, longest, places }: WordField): Json {
  const worst = (room: number) => cut(`${MARKUP}$&$'\n👩‍👩‍👧${EMOJI}`, room);
  if (typeof own !== 'string') return Array<string>(8).fill(worst(longest));
  const filled = places.join('');
  return filled + worst(longest - filled.length);
}

const each = (longest: number) => ({ en: cut(MARKUP + EMOJI, longest), pt: cut(MARKUP + EMOJI, longest) });
const LINK = "https://x-y.example/a'onx=1;//&lt;x-y&gt;?javascript:alert(1)#--";
const EMAIL = "'/onx=1?&--@x-y.example";
/** By the kinds that have words of an owner. */
const WORST_FACTS: Partial<Record<FactKind, (row: { is: string; max?: number }) => Json>> = {
  line: ({ max = 0 }) => cut(MARKUP + EMOJI, max),
  each: ({ max = 0 }) => each(max),
  link: () => LINK,
  profiles: () => ['www.instagram.com', 'linkedin.com'].map((host) => LINK.replace('x-y.example', host)),
  email: () => EMAIL,
  phone: () => '+351 2 1 0 0 0 0 0 0 0',
  lines: () => Array<string>(5).fill(cut(MARKUP + EMOJI, 80)),
  people: () => Array.from({ length: 20 }, () => ({ name: cut(MARKUP, 60), role: each(80), portrait: null })),
  cases: () =>
    Array.from({ length: 6 }, (_one, at) => ({
      slug: `${at}`,
      client: each(80),
      line: each(80),
      services: [0, 1],
      asked: each(300),
      done: each(300),
      since: each(300),
      quote: each(200),
      by: each(80),
      pictures: [],
    })),
};
const WORDLESS =
  /^(?:letter|switch|frequency|services|months|colour|accent|logo|books?|pictures?|ga|gtm|origins)$/;
const FACTS_AT_WORST: Content = {
  ...Object.fromEntries(
    Object.entries(FACTS).flatMap(([key, row]) => {
      const worst = WORST_FACTS[row.is]?.(row);
      return worst === undefined ? [] : [[key, worst]];
    }),
  ),
  'newsletter.aMonth': 1,
  'brand.name': '</script><x-y>"\'&onx=1<!--',
  'brand.markAt': null,
};
const CONTENT: Content = {
  ...FACTS_AT_WORST,
  ...Object.fromEntries([...WORDS].map(([key, field]) => [key, worstOf(field)])),
};

/** An element, as far as this test reads it. */
type Parsed = {
  localName: string;
  textContent: string;
  innerHTML: string;
  attributes: Iterable<{ name: string; value: string }>;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
};

const select = (html: string, selector: string): Parsed[] => [
  ...(parseHTML(html).document.querySelectorAll(selector) as unknown as Iterable<Parsed>),
];

/** What a browser takes for elements, in the document and in the markup that it keeps. */
function partsOf(html: string): Parsed[] {
  const kept = select(html, '[type="text/html"]').map(({ textContent }) => `<body>${textContent}`);
  return [html, ...kept].flatMap((one) => select(one, '*'));
}

const hashesOf = (elements: Parsed[], tag: 'script' | 'style') =>
  elements
    .filter((element) => element.localName === tag && !/json|html/.test(element.getAttribute('type') ?? ''))
    .filter((element) => !element.hasAttribute('src'))
    .map((element) => `'sha256-${createHash('sha256').update(element.textContent).digest('base64')}'`);

const sortedSet = (all: Iterable<string>) => [...new Set(all)].sort();

test('the worst that is taken is shown as text, everywhere', async (t) => {
  const out = folderOf(t);
  const read = (file: string) => readFileSync(join(out, file), 'utf8');
  for (const name of ['files', 'drawn']) mkdirSync(join(out, name));
  for (const kind of Object.keys(FACT_KINDS))
    assert.ok(Object.hasOwn(WORST_FACTS, kind) !== WORDLESS.test(kind), `${kind} is not tried`);
  assert.deepEqual(contentProblems(CONTENT, WORDS), []);
  const site = join(out, 'site');
  mkdirSync(site);
  const job = { program: PROGRAM, content: CONTENT, files: join(out, 'files'), drawn: join(out, 'drawn') };
  const settings = { ...siteSettings(readConfig({ GA_ID: 'G-ABC1234567' })) };
  assert.deepEqual(
    await renderSite({ ...job, settings, letters: [], previous: null, out: site, now: 0 }),
    [],
  );
  const manifest = JSON.parse(read('site/.build/manifest.json')) as SiteManifest;

  await t.test(
    'no document has an element, an attribute or a script of it (catches: words as HTML; a block of JSON left early; an attribute without quotes)',
    () => {
      for (const { file, policy } of manifest.documents) {
        const html = read(`site/${file}`);
        assert.doesNotMatch(html, /<x-y/i, file);
        const elements = partsOf(html);
        for (const element of elements)
          for (const { name, value } of element.attributes) {
            assert.doesNotMatch(name, /onx|x-y|[<"']/, `${file}: ${element.localName}`);
            if (/^(?:href|src|action|formaction)$/.test(name))
              assert.doesNotMatch(value, /^\s*javascript:/i, file);
          }
        for (const tag of ['script', 'style'] as const) {
          const allowed = new RegExp(`${tag}-src ([^;]*)`).exec(policy)?.[1] ?? '';
          assert.deepEqual(
            sortedSet(allowed.match(/'sha256-[^']+'/g) ?? []),
            sortedSet(hashesOf(elements, tag)),
            file,
          );
        }
      }
      assert.doesNotMatch(read('site/.build/pages/dashboard.html'), /<x-y/);
    },
  );

  await t.test(
    'the first page shows it, and gives script and search engines the same (catches: cut at a quote; escaped twice)',
    () => {
      for (const language of LANGUAGES) {
        const home = read(`site/.build/pages/home.idle.${language}.html`);
        const textOf = (selector: string) => select(home, selector)[0]?.textContent ?? '';
        const title = CONTENT[`text.home.title.${language}`] as string;
        assert.ok(textOf('h1').includes(title.slice(0, 20)), language);
        const block = textOf('#values');
        const told = JSON.parse(block) as {
          brand: { name: string };
          people: { name: string }[];
          words: object;
        };
        assert.equal(told.brand.name, CONTENT['brand.name']);
        assert.equal(told.people.length, 20);
        const words = textIn(CONTENT, 'text');
        // Pages behind links run no script that has words.
        for (const code of LANGUAGES) delete words[code]?.['subscription'];
        assert.deepEqual(told.words, words);
        const about = textOf('[type="application/ld+json"]');
        const { name, sameAs } = JSON.parse(about) as { name: string; sameAs: string[] };
        assert.deepEqual([name, sameAs], [CONTENT['brand.name'], CONTENT['social']]);
      }
    },
  );

  await t.test('places are filled in pages behind links alone, and only with what they name', () => {
    for (const { file, state } of manifest.documents) {
      // Scripts fill in what they are given.
      const html = read(`site/${file}`).replaceAll(/<script(?! lang).*?<\/script>/gs, '');
      const found = html.match(/%[A-Z]+%|\{\w+\}/g) ?? [];
      const names: readonly string[] = isTokenState(state) ? PLACEHOLDERS : [];
      for (const one of found) assert.ok(names.includes(one.slice(1, -1)), `${file} has ${one}`);
    }
  });

  await t.test(
    'mails have their placeholders and no others (catches: a name with braces; markup as HTML)',
    () => {
      const mails = JSON.parse(read('site/.build/mails.json')) as MailTemplates;
      for (const mail of Object.keys(MAILS) as MailName[])
        for (const language of LANGUAGES) {
          const { subject, html, text } = mails[mail][language];
          const names: readonly string[] = MAILS[mail];
          for (const [place = ''] of `${subject}${html}${text}`.matchAll(/\{+[?/]?\w+\}+/g))
            assert.ok(names.includes(/^\{\{[?/]?(\w+)\}\}$/.exec(place)?.[1] ?? ''), `${mail} has ${place}`);
          assert.doesNotMatch(html, /<x-y/i, mail);
          for (const element of partsOf(html))
            for (const { name } of element.attributes) assert.doesNotMatch(name, /onx|x-y|[<"']/, mail);
        }
      assert.match(mails.confirm.en.text, /<x-y>/);
      assert.match(mails.confirm.en.html, /&lt;x-y&gt;/);
    },
  );

  await t.test('files for machines stay what they are', () => {
    assert.equal(
      (JSON.parse(read('site/manifest.webmanifest')) as { name: string }).name,
      CONTENT['brand.name'],
    );
    const security = read('site/.well-known/security.txt').split('\n');
    assert.deepEqual(
      security.map((line) => line.split(':')[0]),
      ['Contact', 'Expires', 'Preferred-Languages', 'Canonical', ''],
    );
    const maps = readdirSync(join(site, '.build/pages')).filter((name) => /^sitemap\.\w+\.xml$/.test(name));
    assert.equal(maps.length, 2);
    for (const map of [...maps.map((name) => `.build/pages/${name}`), 'robots.txt', 'favicon.svg'])
      assert.doesNotMatch(read(`site/${map}`), /x-y|onx/, map);
    for (const { text } of manifest.consentTexts) assert.doesNotMatch(text, /\{\w+\}|&lt;x-y/);
  });
});
