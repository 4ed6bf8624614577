import type { Page } from '@playwright/test';
import { holdChunks, hydrated, openUnhydrated } from '../support/chunks.ts';
import { expect, test } from '../support/test.ts';

/** The stored text, or null for none, and the resulting theme. */
const STORED: [stored: string | null, theme: 'dark' | 'light'][] = [
  [null, 'dark'],
  ['true', 'dark'],
  ['false', 'light'],
  ['', 'light'],
  ['1', 'light'],
  ['TRUE', 'light'],
  ['null', 'light'],
];

async function remember(page: Page, darkMode: string): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate((value) => localStorage.setItem('darkMode', value), darkMode);
}

for (const [stored, theme] of STORED) {
  const name = stored === null ? 'no stored darkMode' : `a stored darkMode "${stored}"`;
  test(`${name} is ${theme}, before any script file has come${stored === 'true' || stored === 'false' ? '' : ' @all'}`, async ({
    page,
  }) => {
    if (stored !== null) await remember(page, stored);
    const pictures: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/bg-')) pictures.push(request.url());
    });
    const release = await holdChunks(page);
    await openUnhydrated(page);
    const html = page.locator('html');
    await expect(html).toHaveAttribute('data-theme', theme);
    const lightness = await html.evaluate((element) => {
      const [red = 0] = getComputedStyle(element).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
      return red > 127 ? 'light' : 'dark';
    });
    expect(lightness).toBe(theme);
    release();
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    expect(pictures.map((url) => /bg-(?:wide|tall)-(\w+)-/.exec(url)?.[1])).toEqual([theme]);
    await expect(html).toHaveAttribute('data-theme', theme);
  });
}

test('the colour scheme of the system changes nothing: the stored choice alone counts', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/soon');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('showing the page stores no theme @all', async ({ page }) => {
  await page.goto('/soon');
  await hydrated(page);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('both themes are printed in the colours of the light one (catches: the words of the dark one on white paper) @all', async ({
  page,
}) => {
  const inks = [];
  for (const darkMode of ['true', 'false']) {
    await remember(page, darkMode);
    await page.goto('/soon');
    await page.emulateMedia({ media: 'print' });
    inks.push(
      await page.getByRole('heading', { level: 1 }).evaluate((title) => {
        const { color, colorScheme } = getComputedStyle(title);
        return { color, colorScheme };
      }),
    );
  }
  expect(inks[0]?.colorScheme).toBe('light');
  expect(inks[0]).toEqual(inks[1]);
});
