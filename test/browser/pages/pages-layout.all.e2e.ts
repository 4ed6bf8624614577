import type { Page } from '@playwright/test';
import { TESTED_LANGUAGES as LANGUAGES, type TestedLanguage as Language } from '#test/fixtures/languages.ts';
import { addVisitorStyle, drawingFaults, layoutFaults, wordFaults } from '../support/layout.ts';
import { ALL_PATHS, openPage, SIZES } from '../support/pages.ts';
import { SCREENS } from '../support/screens.ts';
import { FAILED_REQUEST, holdStill, showTheme, THEMES } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

/** A window of 1280 by 1024 at 400 % zoom. */
const MAGNIFIED = { width: 320, height: 256 };
// WCAG 2.2, 1.4.12.
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;

test.use({ site: 'live', expected: FAILED_REQUEST });

/** What a visitor or a translation may do to a page, and how to undo it. */
const CHANGES: Record<string, (page: Page, done: boolean) => Promise<unknown>> = {
  'text of twice the size': (page, done) =>
    page.evaluate((size) => (document.documentElement.style.fontSize = size), done ? '' : '200%'),
  'wider text spacing': (page, done) => addVisitorStyle(page, done ? '' : TEXT_SPACING),
  'texts two fifths longer': lengthen,
  'mirrored, as for languages from right to left': (page, done) =>
    page.evaluate((direction) => (document.documentElement.dir = direction), done ? '' : 'rtl'),
};

/** The design's widths, and the smallest window. */
const isWalkedWhole = ({ width, height }: typeof MAGNIFIED) =>
  [MAGNIFIED, ...SIZES].some((size) => size.width === width && size.height === height);

/** The languages share the other screens, in turn: their words are about equally long. */
function screensOf(language: Language) {
  const turn = LANGUAGES.indexOf(language);
  return [MAGNIFIED, ...SCREENS].filter((size, at) => isWalkedWhole(size) || at % 2 === turn);
}

async function everyFault(page: Page): Promise<string[]> {
  return [
    ...(await layoutFaults(page)),
    ...(await wordFaults(page)),
    ...(await drawingFaults(page)),
    ...(await misfit(page)),
  ];
}

/** On a desktop the first part of Home is fully visible, with room for the cookie question below it. */
async function misfit(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const action = document.querySelector('main section:has(h1) a')?.getBoundingClientRect();
    const room = 88;
    const isDesk = innerWidth >= 1024 && innerHeight >= 640;
    return isDesk && action && action.bottom > innerHeight - room ? [`Home ends at ${action.bottom}`] : [];
  });
}

/** Makes every text as long as a wordy language might; its words get longer too. */
async function lengthen(page: Page, done: boolean): Promise<void> {
  await page.evaluate((shorten) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const longer = (word: string) => word + word.slice(0, Math.round(word.length * 0.4));
    const shorter = (word: string) => word.slice(0, Math.round(word.length / 1.4));
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (text.parentElement?.closest('script, style, template, [translate=no]')) continue;
      text.data = text.data.replace(/\S+/g, shorten ? shorter : longer);
    }
  }, done);
}

for (const language of LANGUAGES) {
  for (const path of ALL_PATHS) {
    test(`${path} stays whole at every size, whatever is done to its text, in ${language}`, async ({
      page,
    }) => {
      await openPage(page, path, language);
      const words = await page.locator('body').innerText();
      for (const size of screensOf(language)) {
        await page.setViewportSize(size);
        await holdStill(page);
        const where = `${size.width} by ${size.height}`;
        expect.soft(await everyFault(page), where).toEqual([]);
        for (const [name, change] of Object.entries(isWalkedWhole(size) ? CHANGES : {})) {
          await change(page, false);
          expect.soft(await layoutFaults(page), `${name}, ${where}`).toEqual([]);
          await change(page, true);
        }
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await page.locator('body').innerText()).toBe(words);
    });
  }
}

for (const language of LANGUAGES) {
  test(`text of twice the size breaks no word on a phone, in ${language} (catches: a full stop on a line of its own)`, async ({
    page,
  }) => {
    for (const path of ALL_PATHS) {
      await openPage(page, path, language);
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      for (const width of [320, 360, 390]) {
        await page.setViewportSize({ width, height: 740 });
        // With a large font a word may break at its own hyphen.
        const broken = (await wordFaults(page)).filter((fault) => /^broken: [^-]+$/.test(fault));
        expect.soft(broken, `${path}, ${width} wide`).toEqual([]);
      }
    }
  });
}

test('the footer of a phone is as high in each language and theme (catches: the longest label on a row of its own)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const heights: (number | undefined)[] = [];
  for (const language of LANGUAGES) {
    await openPage(page, '/about', language);
    for (const theme of THEMES) {
      await showTheme(page, theme);
      heights.push((await page.getByRole('contentinfo').boundingBox())?.height);
    }
  }
  expect(heights[0]).toBeGreaterThan(100);
  expect(new Set(heights).size).toBe(1);
});

test('the measurement sees what is too wide, and what covers something else', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openPage(page, '/services');
  await page.evaluate(() => {
    const title = document.querySelector('h1');
    if (title) Object.assign(title.style, { width: '140vw', maxWidth: 'none', marginBottom: '-3rem' });
  });
  const faults = (await layoutFaults(page)).map((fault) => fault.split(':')[0]);
  expect(faults).toEqual(expect.arrayContaining(['scrolls sideways', 'over each other']));
  await openPage(page, '/');
  await page.evaluate(() => {
    const title = document.querySelector('h1');
    if (title) Object.assign(title.style, { width: '3em', paddingBottom: '0', marginBottom: '-2rem' });
  });
  expect((await drawingFaults(page)).join()).toContain('on a drawing');
  expect((await wordFaults(page)).join()).toContain('broken');
});

type Focus = { element: string; isSeen: boolean };

/** The focused element, and whether any part of it is visible. */
function focusNow(): Focus {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return { element: '', isSeen: true };
  const { left, right, top, bottom } = focused.getClientRects()[0] ?? new DOMRect();
  const points = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + 2, top + 2],
    [right - 2, bottom - 2],
  ] as const;
  const isSeen = points.some(([x, y]) => {
    const there = document.elementFromPoint(x, y);
    return there !== null && (focused.contains(there) || there.contains(focused));
  });
  return { element: focused.outerHTML.slice(0, 120), isSeen };
}

for (const size of [MAGNIFIED, { width: 1440, height: 900 }]) {
  test(`a focused element is seen and not under the bar, ${size.width} wide`, async ({ page }) => {
    await page.setViewportSize(size);
    for (const path of ALL_PATHS) {
      await openPage(page, path);
      const stops: Focus[] = [];
      // Around the page and, from its end, back: no page has more stops.
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let stop = 0; stop < 28; stop += 1) {
          await page.keyboard.press(key);
          stops.push(await page.evaluate(focusNow));
        }
      }
      const hidden = stops.filter(({ isSeen }) => !isSeen).map(({ element }) => element);
      expect.soft(hidden, path).toEqual([]);
      expect(new Set(stops.map(({ element }) => element)).size, path).toBeGreaterThan(10);
    }
  });
}
