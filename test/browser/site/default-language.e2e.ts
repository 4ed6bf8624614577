import type { Page } from '@playwright/test';
import { hydrated } from '../support/chunks.ts';
import { heading, PAGES } from '../support/pages.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { distOf, type SiteName } from '../support/sites.ts';
import { WORDS } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

test.use({ locale: 'pt-PT' });

async function startWith(language: string, site: SiteName): Promise<RunningServer> {
  return startServer(distOf(site), site === 'live' ? 'live' : 'soon', { DEFAULT_LANGUAGE: language });
}

function languageIn(html: string): string | undefined {
  return /<html [^>]*?\blang="(\w+)"/.exec(html)?.[1];
}

/** The titles visible in any frame. */
async function watchTitles(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = ((window as Window & { seen?: string[] }).seen = []);
    function look(): void {
      const title = document.querySelector('h1');
      if (title?.checkVisibility({ visibilityProperty: true })) seen.push(title.textContent);
      requestAnimationFrame(look);
    }
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => [...new Set((window as Window & { seen?: string[] }).seen)]);
}

test('a Portuguese browser is answered in Portuguese, and what its visitor chooses stays', async ({
  page,
}) => {
  const server = await startWith('browser', 'plain');
  try {
    const titles = await watchTitles(page);
    await page.goto(`${server.address}/`);
    await hydrated(page);
    expect(new URL(page.url()).search).toBe('');
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
    expect(await titles()).toEqual([WORDS.pt.title]);
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBeNull();
    await page.getByRole('button', { name: WORDS.pt.toggle }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.en.title);
    await page.reload();
    await hydrated(page);
    expect(await titles()).toEqual([WORDS.en.title]);
    // The stored choice of an earlier visit, without its cookie.
    await page.context().clearCookies();
    await page.reload();
    await hydrated(page);
    expect(await titles()).toEqual([WORDS.en.title]);
  } finally {
    await server.stop();
  }
});

test('the site stays in the language of the browser, or in the one that an address asked for', async ({
  page,
}) => {
  const server = await startWith('browser', 'live');
  const { home, services, about } = PAGES;
  const follow = async (name: string) => {
    await hydrated(page);
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
  };
  try {
    await page.goto(server.address);
    await expect(heading(page)).toHaveText(home.heading.pt);
    await follow(services.link.pt);
    await expect(page).toHaveURL(`${server.address}${services.path}`);
    await expect(heading(page)).toHaveText(services.heading.pt);
    await page.reload();
    await expect(heading(page)).toHaveText(services.heading.pt);
    await page.goto(`${server.address}/?lang=en`);
    await follow(services.link.en);
    await expect(page).toHaveURL(`${server.address}${services.path}?lang=en`);
    await follow(about.link.en);
    await expect(heading(page)).toHaveText(about.heading.en);
    await page.reload();
    await expect(heading(page)).toHaveText(about.heading.en);
  } finally {
    await server.stop();
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const language of ['browser', 'pt']) {
    test(`English stays English over the links (DEFAULT_LANGUAGE=${language}) @all`, async ({ page }) => {
      const server = await startWith(language, 'live');
      try {
        await page.goto(`${server.address}/?lang=en`);
        for (const { link, heading: words } of [PAGES.services, PAGES.contact, PAGES.about]) {
          await page.getByRole('contentinfo').getByRole('link', { name: link.en, exact: true }).click();
          await expect(heading(page)).toHaveText(words.en);
        }
      } finally {
        await server.stop();
      }
    });
  }
});

for (const [standard, bare, pages] of [
  ['en', 'en', { en: '', pt: '?lang=pt' }],
  ['browser', 'en', { en: '', pt: '?lang=pt' }],
  ['pt', 'pt', { en: '?lang=en', pt: '' }],
] as const) {
  test(`a search engine finds each language at one address (DEFAULT_LANGUAGE=${standard})`, async () => {
    const server = await startWith(standard, 'live');
    const read = async (path: string) => (await fetch(server.address + path)).text();
    try {
      for (const language of ['en', 'pt'] as const) {
        const html = await read(`/about${pages[language]}`);
        expect(languageIn(html)).toBe(language);
        const addresses = [
          ...html.matchAll(
            /<link rel="(?:canonical|alternate)"(?: hrefLang="([\w-]+)")? href="http:\/\/[^/]+([^"]*)"/g,
          ),
          ...html.matchAll(/<meta property="(og:url)" content="http:\/\/[^/]+([^"]*)"/g),
        ].map(([, name = 'canonical', path]) => [name, path]);
        expect(Object.fromEntries(addresses)).toEqual({
          canonical: `/about${pages[language]}`,
          en: `/about${pages.en}`,
          pt: `/about${pages.pt}`,
          'x-default': '/about',
          'og:url': `/about${pages[language]}`,
        });
      }
      expect(languageIn(await read('/about'))).toBe(bare);
      const map = await read('/sitemap.xml');
      const listed = [...map.matchAll(/<loc>http:\/\/[^/]+\/about([^<]*)<\/loc>/g)].map(([, query]) => query);
      expect(listed).toEqual([pages.en, pages.pt]);
    } finally {
      await server.stop();
    }
  });
}
