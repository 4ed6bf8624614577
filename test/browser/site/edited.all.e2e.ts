import { longestWords } from '#test/fixtures/longest-words.ts';
import { hydrated } from '../support/chunks.ts';
import { layoutFaults } from '../support/layout.ts';
import { PAGES } from '../support/pages.ts';
import { startServer } from '../support/server.ts';
import { distOf } from '../support/sites.ts';
import { expect, test } from '../support/test.ts';

// Every word at its longest. What React draws must be what is in the document: `test` fails at any complaint.
const WORDS = longestWords();
const LANGUAGES = ['en', 'pt'] as const;
const titleOf = (page: string, language: string) => String(WORDS[`text.${page}.title.${language}`]);

test.use({ site: 'edited' });

for (const language of LANGUAGES)
  test(`the site hydrates in its owner's words, also after a change of page and language (${language})`, async ({
    page,
  }) => {
    await page.goto(`/?lang=${language}`);
    await hydrated(page);
    for (const [name, { path }] of Object.entries(PAGES)) {
      await page
        .locator(`header a[href^="${path}"], footer a[href^="${path}"]`)
        .first()
        .evaluate((link) => (link as HTMLElement).click());
      await expect(page.locator('h1')).toHaveText(titleOf(name, language).replaceAll('\u00a0', ' '));
    }
    await page
      .locator('header button[name=lang]')
      .first()
      .evaluate((button) => (button as HTMLElement).click());
    const other = language === 'en' ? 'pt' : 'en';
    await expect(page.locator('h1')).toHaveText(titleOf('contact', other).replaceAll('\u00a0', ' '));
  });

test('nothing leaves the page, at any width (catches: a word that pushes the page sideways)', async ({
  page,
}) => {
  for (const { path } of Object.values(PAGES))
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await hydrated(page);
      expect.soft(await layoutFaults(page), `${path} at ${width}`).toEqual([]);
    }
});

test('the Coming Soon page says them in both languages, before and after React has loaded', async ({
  page,
}) => {
  const server = await startServer(distOf('edited'), 'soon');
  try {
    await page.goto(`${server.address}/soon`);
    await expect(page.locator('h1')).toHaveText(String(WORDS['text.page.soon.title.en']));
    await hydrated(page);
    await page.locator('button[name=lang]').first().click();
    await expect(page.locator('h1')).toHaveText(String(WORDS['text.page.soon.title.pt']));
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await layoutFaults(page), `at ${width}`).toEqual([]);
    }
  } finally {
    await server.stop();
  }
});
