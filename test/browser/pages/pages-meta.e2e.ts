import type { APIRequestContext, Page } from '@playwright/test';
import { TESTED_LANGUAGES as LANGUAGES, type TestedLanguage as Language } from '#test/fixtures/languages.ts';
import { PAGES } from '../support/pages.ts';
import { addressOf } from '../support/sites.ts';
import { expect, test } from '../support/test.ts';

test.use({ site: 'live' });

const SITE = addressOf('live');
const DOCUMENTS = Object.values(PAGES).flatMap(({ path, heading }) =>
  LANGUAGES.map((language) => ({ path, language, heading: heading[language] })),
);

/** Like a search engine: an address without a language means English. */
function addressIn(path: string, language: Language): string {
  return `${SITE}${path}${language === 'en' ? '' : `?lang=${language}`}`;
}

/** What a search engine reads without running scripts. `reader` is an empty page. */
async function read(reader: Page, request: APIRequestContext, address: string) {
  const answer = await request.get(address, { headers: { cookie: '' } });
  expect(answer.status(), address).toBe(200);
  return reader.evaluate(
    (html) => {
      const parsed = new DOMParser().parseFromString(html, 'text/html');
      const all = (selector: string) => [...parsed.querySelectorAll(selector)];
      const href = (link: Element) => link.getAttribute('href') ?? '';
      return {
        language: parsed.documentElement.lang,
        title: parsed.title,
        description: parsed.querySelector('meta[name=description]')?.getAttribute('content') ?? '',
        headings: all('h1').map(({ textContent }) => textContent.replace(/\s+/g, ' ')),
        canonical: all('link[rel=canonical]').map(href),
        alternates: Object.fromEntries(
          all('link[rel=alternate][hreflang]').map((link) => [link.getAttribute('hreflang'), href(link)]),
        ) as Record<string, string>,
        links: all('a[href]').map(href),
      };
    },
    await answer.text(),
  );
}

test('each document has one heading, and a title and description of its own that fit a search result', async ({
  page,
  request,
}) => {
  const titles = new Set<string>();
  const descriptions = new Set<string>();
  for (const { path, language, heading } of DOCUMENTS) {
    const found = await read(page, request, addressIn(path, language));
    expect(found.language).toBe(language);
    expect(found.headings).toEqual([heading]);
    expect(found.title.length, found.title).toBeLessThanOrEqual(60);
    expect(found.title.length).toBeGreaterThan(5);
    expect(found.description.length, found.description).toBeLessThanOrEqual(155);
    expect(found.description.length).toBeGreaterThan(30);
    titles.add(found.title);
    descriptions.add(found.description);
  }
  expect(titles.size).toBe(DOCUMENTS.length);
  expect(descriptions.size).toBe(DOCUMENTS.length);
});

test('each document names its own address, and those of its other languages, which name it again', async ({
  page,
  request,
}) => {
  for (const { path, language } of DOCUMENTS) {
    const found = await read(page, request, addressIn(path, language));
    expect(found.canonical).toEqual([addressIn(path, language)]);
    expect(found.alternates).toEqual({
      ...Object.fromEntries(LANGUAGES.map((one) => [one, addressIn(path, one)])),
      'x-default': addressIn(path, 'en'),
    });
    for (const other of LANGUAGES) {
      const there = await read(page, request, found.alternates[other] ?? '');
      expect(there.language).toBe(other);
      expect(there.alternates[language]).toBe(addressIn(path, language));
    }
  }
});

test('every link of every page leads somewhere', async ({ page, request }) => {
  const places = new Map<string, string>();
  for (const { path, language } of DOCUMENTS) {
    const address = addressIn(path, language);
    for (const link of (await read(page, request, address)).links) {
      places.set(new URL(link, address).href, address);
    }
  }
  const own = [...places].filter(([href]) => href.startsWith(SITE));
  expect(own.length).toBeGreaterThanOrEqual(DOCUMENTS.length / LANGUAGES.length);
  for (const [href, from] of own) {
    const answer = await request.get(href, { maxRedirects: 0 });
    expect(answer.status(), `${href} on ${from}`).toBe(200);
    const { hash } = new URL(href);
    if (hash) expect(await answer.text(), `${href} on ${from}`).toContain(`id="${hash.slice(1)}"`);
  }
  // Foreign links are the brand's own: tests request no foreign host.
  const foreign = [...places.keys()].filter((href) => !href.startsWith(SITE));
  for (const href of foreign) expect(href).toMatch(/^https:\/\/www\.(instagram|linkedin)\.com\/./);
});

test('a page for nobody to find says so, and has no address of its own', async ({ request }) => {
  const answer = await request.get('/no-such-page');
  expect(answer.status()).toBe(404);
  const html = await answer.text();
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toContain('rel="canonical"');
});
