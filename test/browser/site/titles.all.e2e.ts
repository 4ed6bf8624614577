import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { wordFaults } from '../support/layout.ts';
import { ALL_PATHS } from '../support/pages.ts';
import { SCREENS } from '../support/screens.ts';
import { FAILED_REQUEST } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

// React would not know these words.
test.use({ javaScriptEnabled: false, expected: FAILED_REQUEST });

/** Of 20 and of 29 letters, as site/shell/fit.ts counts them: as long as their sizes allow. */
const WORDS = [
  ['Desinternacionalizar', '3'],
  ['Inconstitucionalissimamente', '2'],
] as const;

/** A document keeps only the sizes that its own titles use. */
const SIZES = readFileSync(new URL('../../../site/shell/fit.css', import.meta.url), 'utf8');

/** Writes a word into every title, as an owner could, and checks every window. */
async function expectWhole(page: Page, path: string, language = 'pt'): Promise<void> {
  await page.goto(`${path}?lang=${language}`);
  const title = page.getByRole('heading', { level: 1 });
  const size = await title.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  expect(size, 'short words have the size of the page').toBeGreaterThan(32);
  for (const [word, fit] of WORDS) {
    await page.evaluate(setTitles, [word, fit, SIZES] as const);
    for (const { width, height } of SCREENS) {
      await page.setViewportSize({ width, height });
      const broken = (await wordFaults(page)).filter((fault) => fault.includes(word));
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft([broken, sideways <= 0], `${path}, ${width} by ${height}`).toEqual([[], true]);
    }
  }
}

function setTitles([word, fit, sizes]: readonly [string, string, string]): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(sizes);
  document.adoptedStyleSheets = [sheet];
  for (const title of document.querySelectorAll<HTMLElement>('h1, h2, h3')) {
    // What is as small as text may break.
    const isSmall = title.closest('figure') !== null;
    (title.querySelector('a') ?? title).textContent = isSmall ? word.toLowerCase() : word;
    title.dataset['fit'] = fit;
  }
}

test('a long word in the title of the Coming Soon page fits on one line, in every window (catches: a window on its side)', async ({
  page,
}) => {
  await expectWhole(page, '/soon');
});

test.describe('once it is open', () => {
  test.use({ site: 'live' });
  for (const path of ALL_PATHS)
    test(`so does one in any title of ${path} (catches: a width that sets its own size; a column taken for the window)`, async ({
      page,
    }) => {
      await expectWhole(page, path);
    });
});

test.describe('with work', () => {
  test.use({ site: 'books' });
  for (const path of ['/', '/work/bakery'])
    test(`so does one in any title of ${path} (catches: the heading beside a single case)`, async ({
      page,
    }) => {
      await expectWhole(page, path, 'en');
    });
});
