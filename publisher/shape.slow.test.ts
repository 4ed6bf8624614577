import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Content } from '#contract/content/content.ts';
import { LANGUAGES } from '#contract/language.ts';
import { loadBuild } from '#server/base/build.ts';
import { readConfig, siteSettings } from '#server/base/config.ts';
import { writeStaticHost } from '#server/publish/static-host.ts';
import { createSite } from '#server/web/pages/site.ts';
import { NO_PREVIEW, startApp } from '#test/fixtures/app.ts';
import { PROGRAM } from '#test/fixtures/content.ts';
import { sampleCase, told } from '#test/fixtures/cases.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { ask } from '#test/fixtures/requests.ts';
import { renderSite } from './render.ts';

const CONFIG = readConfig({ SITE_URL: 'https://example.com', STAGE: 'live' });

async function render(t: TestContext, content: Content, config = CONFIG): Promise<string> {
  const folder = folderOf(t);
  const [files, drawn, out] = ['files', 'drawn', 'out'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(files);
  const settings = siteSettings(config);
  const job = { program: PROGRAM, content, settings, files, drawn, letters: [], previous: null, out, now: 0 };
  assert.deepEqual(await renderSite(job), []);
  return out;
}

const page = (out: string, name: string) =>
  readFileSync(join(out, `.build/pages/${name}.idle.en.html`), 'utf8');

test('a hidden page is nowhere: no link, no sitemap, no hreflang, and its address is not found (catches: a link in the menu, a page at its address)', async (t) => {
  const out = await render(t, { 'hidden.services': true, 'hidden.products': true });
  for (const name of ['home', 'about', 'contact', 'missing'])
    assert.doesNotMatch(page(out, name), /href="\/(?:services|products)/, name);
  assert.match(page(out, 'home'), /href="\/about"/);
  const map = readFileSync(join(out, '.build/pages/sitemap.live.xml'), 'utf8');
  assert.doesNotMatch(map, /services|products/);
  assert.match(map, /about/);

  await writeStaticHost(CONFIG, out);
  assert.ok(existsSync(join(out, 'about/index.html')));
  assert.ok(!existsSync(join(out, 'services/index.html')));

  const siteUrl = 'http://localhost:3000';
  const site = createSite(loadBuild(out), { siteUrl, defaultLanguage: 'en' }, () => 'live', NO_PREVIEW);
  const { port } = await startApp(t, { site, siteUrl });
  const statuses = await Promise.all(
    ['/about', '/services', '/products?state=failed&lang=pt'].map(
      async (path) => (await ask(port, path)).status,
    ),
  );
  assert.deepEqual(statuses, [200, 404, 404]);
});

/** By what each part is known in its page. */
const PARTS = {
  'home.services': /<h2[^>]*>What we do/,
  'home.method': /data-band/,
  'home.case': /<h2[^>]*>Work</,
  'home.books': /<h2[^>]*>Brief books/,
  'services.plan': /<figure/,
  'about.values': /<h3[^>]*>/,
  'about.people': /Ana Prado/,
};
const each = (words: string) => ({ en: words, pt: words });
const GIVEN: Content = {
  people: [{ name: 'Ana Prado', role: each('Founder'), portrait: null }],
  cases: [sampleCase('a', 'A')],
};

test('a hidden part of a page is left out of it (catches: each part that stays)', async (t) => {
  const hidden = Object.keys(PARTS).map((part) => [`hidden.${part}`, true]);
  const whole = await render(t, GIVEN);
  const bare = await render(t, { ...GIVEN, ...Object.fromEntries(hidden) });
  for (const [part, sign] of Object.entries(PARTS)) {
    const [name = ''] = part.split('.');
    const main = (out: string) => /<main[^]*?<\/main>/.exec(page(out, name))?.[0] ?? '';
    assert.match(main(whole), sign, part);
    assert.doesNotMatch(main(bare), sign, part);
  }
});

test('a person alone says a sentence, in the languages in which it is written (catches: one among others, too; empty quotation marks)', async (t) => {
  const ana = { name: 'Ana', role: each('Founder'), says: { en: 'Ask me.', pt: '' }, portrait: null };
  const said = async (...people: Content[string][]) => {
    const out = await render(t, { people } as Content);
    return ['en', 'pt'].map((language) => {
      const html = readFileSync(join(out, `.build/pages/about.idle.${language}.html`), 'utf8');
      return /<main[^]*?<\/main>/.exec(html)?.[0].includes('<blockquote');
    });
  };
  assert.deepEqual(await said(ana), [true, false]);
  assert.deepEqual(await said(ana, { ...ana, name: 'Rui' }), [false, false]);
});

test('services are shown in their order, one written in one language in that alone (catches: the first four whatever was chosen; an empty chapter)', async (t) => {
  const out = await render(t, {
    services: [1, 4, 0],
    'text.services.items.4.name.en': 'Packaging',
    'text.services.items.4.text.en': 'The moment somebody takes it from the shelf.',
  });
  const chapters = (name: string, language: string) => {
    const html = readFileSync(join(out, `.build/pages/${name}.idle.${language}.html`), 'utf8');
    const main = /<main[^]*?<\/main>/.exec(html)?.[0] ?? '';
    return [...main.matchAll(/href="\/services(?:\?lang=pt)?#([\w-]+)"/g)].map(([, chapter]) => chapter);
  };
  for (const name of ['home', 'services']) {
    assert.deepEqual(chapters(name, 'en'), ['branding', 'service-5', 'consulting'], name);
    assert.deepEqual(chapters(name, 'pt'), ['branding', 'consulting'], name);
  }
  const [, json = '{}'] = /ld.json">(.*?)<.script>/.exec(page(out, 'services')) ?? [];
  const { makesOffer = [] } = JSON.parse(json) as { makesOffer?: { itemOffered: { name: string } }[] };
  assert.deepEqual(
    makesOffer.map(({ itemOffered }) => itemOffered.name),
    ['Branding', 'Packaging', 'Consulting'],
  );
  assert.match(page(out, 'services'), /data-n="3"[^]*cx="0%"[^]*cx="50%"[^]*cx="100%"/);
});

test('a case has a page in its languages alone, and its address answers in another with the language it has (catches: an English list of a Portuguese case; a hreflang of nothing; a canonical of the wrong address; hidden work that is found)', async (t) => {
  const padaria = {
    client: told({ pt: 'Padaria' }),
    line: told({ pt: '' }),
    asked: told({ pt: 'A' }),
    done: told({ pt: 'B' }),
    since: told({ pt: 'C' }),
  };
  const content = { cases: [sampleCase('ribeira', 'Ribeira'), sampleCase('padaria', '', padaria)] };
  const out = await render(t, content);
  const home = (language: string) =>
    readFileSync(join(out, `.build/pages/home.idle.${language}.html`), 'utf8');
  const main = (html: string) => /<main[^]*?<\/main>/.exec(html)?.[0] ?? '';
  assert.match(main(home('en')), /href="\/work\/ribeira"/);
  assert.doesNotMatch(main(home('en')), /padaria/i);
  assert.match(main(home('pt')), /href="\/work\/padaria\?lang=pt"/);
  assert.deepEqual(
    [
      ...readFileSync(join(out, '.build/pages/sitemap.live.xml'), 'utf8').matchAll(
        /<loc>[^<]*(\/work[^<]*)/g,
      ),
    ].map(([, path]) => path),
    ['/work/ribeira', '/work/ribeira?lang=pt', '/work/padaria?lang=pt'],
  );
  const siteUrl = 'http://localhost:3000';
  const site = createSite(loadBuild(out), { siteUrl, defaultLanguage: 'en' }, () => 'live', NO_PREVIEW);
  const { port } = await startApp(t, { site, siteUrl });
  const english = await ask(port, '/work/padaria');
  const html = english.body.toString();
  assert.equal(english.status, 200);
  assert.equal(english.headers['content-language'], 'pt');
  assert.match(
    html,
    /<html lang="pt"[^]*<title>Padaria · embreve<[^]*rel="canonical" href="[^"]*\/work\/padaria\?lang=pt"/,
  );
  assert.doesNotMatch(html, /hreflang="en"/i);
  assert.match(html, /<script lang="en"[^]*<div lang="pt">/);
  const statuses = await Promise.all(
    ['/work/ribeira', '/work/ribeira?lang=pt', '/WORK/Ribeira)', '/work/other', '/work'].map(
      async (path) => (await ask(port, path)).status,
    ),
  );
  assert.deepEqual(statuses, [200, 200, 302, 404, 404]);
  await writeStaticHost(CONFIG, out);
  assert.match(readFileSync(join(out, 'work/padaria/index.html'), 'utf8'), /<html lang="pt"/);
  assert.ok(existsSync(join(out, 'work/ribeira/index.html')));
  const hidden = await render(t, { ...content, 'hidden.home.case': true });
  assert.doesNotMatch(readFileSync(join(hidden, '.build/pages/home.idle.en.html'), 'utf8'), /ribeira/i);
  assert.ok(!existsSync(join(hidden, '.build/pages/work.ribeira.en.html')));
});

test('books are shown in their order, one named in one language in that alone; without any, a posted address asks for none (catches: the first two whatever was chosen; an empty shelf on Home)', async (t) => {
  const html = (out: string, name: string, language: string) =>
    readFileSync(join(out, `.build/pages/${name}.idle.${language}.html`), 'utf8');
  /** The documents hold both languages; the shown one is first. */
  const main = (out: string, name: string, language: string) =>
    /<main[^]*?<\/main>/.exec(html(out, name, language))?.[0] ?? '';
  const asked = (out: string, language: string) =>
    [...main(out, 'products', language).matchAll(/name="interest" value="([^"]*)"/g)].map(([, id]) => id);

  const some = await render(t, {
    books: [
      { id: 'nome', place: 2 },
      { id: 'seo', place: 0 },
    ],
    'text.products.items.2.name.en': 'Nome',
  });
  assert.deepEqual([asked(some, 'en'), asked(some, 'pt')], [['nome', 'seo'], ['seo']]);
  assert.match(main(some, 'home', 'en'), /alt="Cover of the e-book “Nome”"/);
  assert.doesNotMatch(main(some, 'home', 'en'), /Ads/);

  const none = await render(t, { books: [] });
  assert.deepEqual(asked(none, 'en'), ['no_book']);
  assert.doesNotMatch(main(none, 'home', 'en'), /href="\/products/);
});

test('the newsletter has a page, a link below each other and a place in the sitemap only if there is one, and none beside a foreign form service (catches: a link to nothing; a form that goes elsewhere)', async (t) => {
  const isIn = (out: string) => [
    existsSync(join(out, '.build/pages/newsletter.idle.en.html')),
    ...['home', 'contact', 'missing'].map((name) => /href="\/newsletter"/.test(page(out, name))),
    /newsletter\?lang=pt"/.test(readFileSync(join(out, '.build/pages/sitemap.live.xml'), 'utf8')),
    /news[?.]/.test(readFileSync(join(out, '.build/manifest.json'), 'utf8')),
  ];
  const given = { 'newsletter.aMonth': 2 };
  const out = await render(t, given);
  assert.deepEqual(isIn(out), Array(6).fill(true));
  assert.doesNotMatch(readFileSync(join(out, '.build/pages/sitemap.soon.xml'), 'utf8'), /newsletter/);
  const html = page(out, 'newsletter');
  assert.doesNotMatch(html, /<script[^>]* src=|modulepreload/);
  for (const aMonth of [0, null])
    assert.deepEqual(isIn(await render(t, { 'newsletter.aMonth': aMonth })), Array(6).fill(false));
  const foreign = { ...CONFIG, subscribeEndpoint: 'https://forms.example/f' };
  assert.deepEqual(isIn(await render(t, given, foreign)), Array(6).fill(false));
});

test('the words kept of a yes on the newsletter’s page are those it shows, in each language, also in other words (catches: our words; another number)', async (t) => {
  const given = { 'newsletter.aMonth': 2 };
  const prompt = 'text.newsletter.prompt.twiceMonthly';
  const edited = {
    ...given,
    [`${prompt}.en`]: 'Two letters & no more.',
    [`${prompt}.pt`]: 'Duas cartas & mais nada.',
    'text.subscription.news.note.pt': '{name} não o dá a ninguém.',
  };
  const versions = new Set<string>();
  for (const [content, said] of [
    [given, ['at most two emails a month', 'dois e-\u2060mails por mês']],
    [edited, ['Two letters & no more.', 'Duas cartas & mais nada.']],
  ] as const) {
    const out = await render(t, content);
    const { consentTexts } = loadBuild(out).manifest;
    for (const [at, language] of LANGUAGES.entries()) {
      const html = readFileSync(join(out, `.build/pages/newsletter.idle.${language}.html`), 'utf8');
      const [main = ''] = /<main[^]*?<\/main>/.exec(html) ?? [];
      const version = /name="consent" value="(\w+)"/.exec(main)?.[1] ?? '';
      const kept = consentTexts.find((one) => one.version === version && one.language === language);
      const lines = kept?.text.split('\n').slice(0, 2) ?? [];
      assert.equal(lines.length, 2);
      for (const line of lines) assert.ok(main.includes(`>${line.replaceAll('&', '&amp;')}<`), line);
      assert.ok(lines[0]?.includes(said[at] ?? '?'), lines[0]);
      versions.add(version);
    }
  }
  assert.equal(versions.size, 4);
});
