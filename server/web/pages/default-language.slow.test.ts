import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Language } from '#contract/language.ts';
import { PATHS, type Stage } from '#contract/pages.ts';
import type { Preview } from '#server/stage/preview.ts';
import { readFixtureBuild, startApp } from '#test/fixtures/app.ts';
import { ask } from '#test/fixtures/requests.ts';
import { negotiateLanguage, readdress, type DefaultLanguage } from './default-language.ts';
import { createSite } from './site.ts';

const WANTED: [header: string, language: Language][] = [
  ['', 'en'],
  ['pt-PT,pt;q=0.9,en;q=0.8', 'pt'],
  ['pt', 'pt'],
  ['PT-br', 'pt'],
  ['en-GB,en;q=0.9,pt;q=0.8', 'en'],
  ['en;q=0.3, pt;q=0.7', 'pt'],
  ['en;q=0.8,pt-BR;q=0.800,pt;q=0.1', 'en'],
  ['fr, pt;q=0.1', 'pt'],
  ['fr-FR,de;q=0.9', 'en'],
  ['*', 'en'],
  ['fr,*;q=0.5', 'en'],
  ['en;q=0,*', 'pt'],
  ['en;q=0', 'en'],
  ['pt;q=0,*;q=0.1', 'en'],
  ['pt;q=0.000, pt-PT;q=0.2, en;q=0.1', 'pt'],
  ['*;q=0.5, pt;q=0.4', 'en'],
  ['*, pt;q=0.4', 'en'],
  ['en;q=0.4, *', 'pt'],
  ['ptx, pt_PT, portuguese', 'en'],
  ['pt;q=2, pt;q=x, pt;level=1', 'en'],
  [';;;,,,q=', 'en'],
  ['pt ; q=1 , en ; q=0.9', 'pt'],
];

for (const [header, language] of WANTED) {
  test(`Accept-Language: ${header || '(none)'} is answered in ${language}`, () => {
    assert.equal(negotiateLanguage(header), language);
  });
}

const BUILT = {
  en: '<link rel="canonical" href="https://a.example/about"/><link rel="alternate" hrefLang="en" href="https://a.example/about"/><link rel="alternate" hrefLang="pt" href="https://a.example/about?lang=pt"/><link rel="alternate" hrefLang="x-default" href="https://a.example/about"/><meta property="og:url" content="https://a.example/about"/>',
  pt: '<link rel="canonical" href="https://a.example/about?lang=pt"/><meta property="og:url" content="https://a.example/about?lang=pt"/>',
  map: '<loc>https://a.example/</loc><xhtml:link rel="alternate" hreflang="pt" href="https://a.example/?lang=pt"/>',
  mark: '<html lang="en">',
  links: '<a href="/services#plan"></a><a href="/?lang=pt"></a><a class="x" href="/soon"></a>',
  others:
    '<a href="https://social.example/"></a><a href="/soon?state=privacy&amp;lang=pt"></a><a href="/favicon.svg">',
};

test('where Portuguese is the default, an address without a language is the Portuguese one', () => {
  assert.deepEqual(
    Object.fromEntries(Object.entries(BUILT).map(([name, html]) => [name, readdress(html, 'pt')])),
    {
      en: '<link rel="canonical" href="https://a.example/about?lang=en"/><link rel="alternate" hrefLang="en" href="https://a.example/about?lang=en"/><link rel="alternate" hrefLang="pt" href="https://a.example/about"/><link rel="alternate" hrefLang="x-default" href="https://a.example/about"/><meta property="og:url" content="https://a.example/about?lang=en"/>',
      pt: '<link rel="canonical" href="https://a.example/about"/><meta property="og:url" content="https://a.example/about"/>',
      map: '<loc>https://a.example/?lang=en</loc><xhtml:link rel="alternate" hreflang="pt" href="https://a.example/"/>',
      mark: '<html data-usual="pt" lang="en">',
      links: '<a href="/services?lang=en#plan"></a><a href="/"></a><a class="x" href="/soon?lang=en"></a>',
      others: BUILT.others,
    },
  );
});

test('where the browser decides, a language asked for by the address goes along; search engines get the same', () => {
  assert.deepEqual(
    Object.fromEntries(Object.entries(BUILT).map(([name, html]) => [name, readdress(html, null)])),
    {
      ...BUILT,
      mark: '<html data-usual="" lang="en">',
      links:
        '<a href="/services?lang=en#plan"></a><a href="/?lang=pt"></a><a class="x" href="/soon?lang=en"></a>',
    },
  );
});

const LINK = '<a href="/about">';
const PREVIEW: Preview = {
  now: () => 0,
  endOf: () => null,
  followedBy: (_kind, cookie = '') => (cookie.includes('preview=') ? 1 : null),
  followed: () => {},
};

/** The app with one default and stage, its documents with a link. */
async function startIn(t: TestContext, defaultLanguage: DefaultLanguage, stage: Stage) {
  const build = readFixtureBuild(t);
  for (const { file } of build.manifest.documents) {
    const html = build.files.get(file)?.identity.toString() ?? '';
    const identity = Buffer.from(html.replace('</html>', `${LINK}</html>`));
    build.files.set(file, { identity, br: null, gzip: null });
  }
  const siteUrl = 'http://localhost:3000';
  const { port } = await startApp(t, {
    siteUrl,
    site: createSite(build, { siteUrl, defaultLanguage }, () => stage, PREVIEW),
  });
  return async (path: string, headers: Record<string, string> = {}) => {
    const answer = await ask(port, path, { headers });
    const body = unpacked(answer.body, answer.headers['content-encoding']).toString();
    return { ...answer, body, language: answer.headers['content-language'] };
  };
}

function unpacked(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

const PORTUGUESE = { 'accept-language': 'pt-PT,pt;q=0.9,en;q=0.8' };
const ENGLISH = { 'accept-language': 'en-GB,en;q=0.9,pt;q=0.8' };
const PAGES: [Stage, string, status: number][] = [
  ['soon', PATHS.soon, 200],
  ['soon', '/soon?state=privacy', 200],
  ['soon', '/soon?state=subscribed', 200],
  ['soon', '/soon?state=failed', 200],
  ['soon', '/soon?state=expired', 200],
  ...(['home', 'services', 'products', 'about', 'contact'] as const).map(
    (page) => ['live', PATHS[page], 200] as [Stage, string, number],
  ),
  ['live', '/products?state=failed', 200],
  ['live', '/contact?state=invalid', 200],
  ['live', '/nowhere', 404],
];

for (const [defaultLanguage, none, ofPortuguese, vary] of [
  ['en', 'en', 'en', 'Cookie, Accept-Encoding'],
  ['pt', 'pt', 'pt', 'Cookie, Accept-Encoding'],
  ['browser', 'en', 'pt', 'Cookie, Accept-Language, Accept-Encoding'],
] as const) {
  test(`DEFAULT_LANGUAGE=${defaultLanguage}: every page speaks it to visitors who have not chosen, and says so to caches`, async (t) => {
    const from = {
      soon: await startIn(t, defaultLanguage, 'soon'),
      live: await startIn(t, defaultLanguage, 'live'),
    };
    for (const [stage, path, status] of PAGES) {
      const get = from[stage];
      const asked = `${path}${path.includes('?') ? '&' : '?'}lang=`;
      const answers = [
        [await get(path), none],
        [await get(path, PORTUGUESE), ofPortuguese],
        [await get(path, { ...PORTUGUESE, 'accept-encoding': 'br' }), ofPortuguese],
        [await get(path, { ...PORTUGUESE, cookie: 'language=en' }), 'en'],
        [await get(path, { ...ENGLISH, cookie: 'language=pt' }), 'pt'],
        [await get(`${asked}pt`, { ...ENGLISH, cookie: 'language=en' }), 'pt'],
        [await get(`${asked}en`, PORTUGUESE), 'en'],
        [await get(`${asked}xx`, PORTUGUESE), ofPortuguese],
      ] as const;
      for (const [answer, language] of answers) {
        assert.deepEqual(
          [answer.status, answer.language, answer.headers.vary],
          [status, language, vary],
          path,
        );
        assert.match(
          answer.body,
          new RegExp(`^<!doctype html><html (?:data-usual="[^"]*" )?lang="${language}">`),
        );
      }
      const tags = new Set(answers.map(([answer]) => answer.headers.etag));
      assert.ok(tags.size >= 2, 'each language is known by its own tag');
    }
  });
}

test('links lead on in the language that is read, also without script', async (t) => {
  const linkIn = async (standard: DefaultLanguage, path: string, headers = {}) => {
    const { body } = await (await startIn(t, standard, 'live'))(path, headers);
    return /<a href="[^"]*">/.exec(body)?.[0];
  };
  assert.equal(await linkIn('en', '/?lang=en', PORTUGUESE), LINK);
  assert.equal(await linkIn('browser', '/', ENGLISH), LINK);
  assert.equal(await linkIn('browser', '/?lang=en', PORTUGUESE), '<a href="/about?lang=en">');
  assert.equal(
    await linkIn('browser', '/?lang=en', { ...PORTUGUESE, 'accept-encoding': 'br' }),
    '<a href="/about?lang=en">',
  );
  assert.equal(
    await linkIn('browser', '/?lang=en', { ...PORTUGUESE, 'accept-encoding': 'gzip' }),
    '<a href="/about?lang=en">',
  );
  assert.equal(await linkIn('pt', '/?lang=en'), '<a href="/about?lang=en">');
});

test('a preview before the launch speaks the default language, too', async (t) => {
  const get = await startIn(t, 'browser', 'soon');
  const look = { cookie: 'preview=1' };
  assert.equal((await get('/', { ...PORTUGUESE, ...look })).language, 'pt');
  const asked = await get('/?lang=en', { ...PORTUGUESE, ...look });
  assert.equal(asked.language, 'en');
  assert.match(asked.body, /<a href="\/about\?lang=en">/);
  assert.equal((await get('/', PORTUGUESE)).headers.location, '/soon', 'a redirect has no language');
});
