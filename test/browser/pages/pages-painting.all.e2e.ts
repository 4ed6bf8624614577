import { brotliCompressSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { builtFile, inlineCode, manifestOf } from '../support/documents.ts';
import { hydrated } from '../support/chunks.ts';
import { inkOf, worstContrasts, type Ink } from '../support/contrast.ts';
import { ALL_PATHS, openPage, PAGES, preferTheme, scrollThrough, SIZES } from '../support/pages.ts';
import { colourAt, distance } from '../support/picture.ts';
import { SCREENS } from '../support/screens.ts';
import { totalShift } from '../support/shifts.ts';
import { FAILED_REQUEST, holdStill, showTheme, THEMES } from '../support/soon.ts';
import { expect, MOVING, test } from '../support/test.ts';

const KB = 1024;
const PICTURES = /\/static\/media\/[^/]+\.(avif|webp|svg|jpg|png)$/;
const FONT = /\.woff2$/;
/** The scene of each page, from phones to desktops. */
const SCENES: Record<string, RegExp> = { '/': /\/band-/, '/about': /\/about-/ };

test.use({ ...MOVING, site: 'live', expected: FAILED_REQUEST });

test('every document keeps to its weight, with all its styles', async () => {
  const { documents } = await manifestOf('live');
  const pages = documents.filter(({ page }) => page !== 'soon');
  const weights: Record<string, number> = {};
  for (const { page, state, language, file } of pages) {
    const html = await builtFile('live', file);
    expect(inlineCode(html, 'style').length).toBeGreaterThan(0);
    weights[`${page} ${state} ${language}`] = brotliCompressSync(html).length;
  }
  test.info().annotations.push({ type: 'weight', description: JSON.stringify(weights) });
  expect(Object.keys(weights).length).toBeGreaterThanOrEqual(12);
  expect(Math.max(...Object.values(weights))).toBeLessThanOrEqual(13 * KB);
});

for (const { width, height } of SIZES) {
  test(`nothing moves on any page when font and pictures come late, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const shift = await totalShift(page);
    for (const path of ALL_PATHS) {
      const { promise, resolve } = Promise.withResolvers<void>();
      for (const pattern of [FONT, PICTURES]) {
        await page.route(pattern, async (route) => {
          await promise;
          await route.fallback();
        });
      }
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await hydrated(page);
      resolve();
      await page.evaluate(() => document.fonts.ready);
      await scrollThrough(page);
      expect.soft(await shift(), path).toBeLessThanOrEqual(0.02);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });
}

for (const theme of THEMES) {
  test(`only pictures of the ${theme} theme are downloaded, once each and in the newest format`, async ({
    page,
  }) => {
    await preferTheme(page, theme);
    let asked: string[] = [];
    page.on('request', (request) => {
      if (PICTURES.test(request.url())) asked.push(request.url());
    });
    for (const { width, height } of SIZES) {
      await page.setViewportSize({ width, height });
      for (const [path, scene] of Object.entries(SCENES)) {
        asked = [];
        await openPage(page, path);
        await scrollThrough(page);
        const scenes = asked.filter((url) => scene.test(url));
        expect(scenes, `${path}, ${width} wide`).toHaveLength(1);
        expect(scenes[0], `${path}, ${width} wide`).toMatch(new RegExp(`-${theme}-\\d+\\.[^.]+\\.avif$`));
        expect(new Set(asked).size).toBe(asked.length);
        const other = theme === 'dark' ? 'light' : 'dark';
        expect(asked.filter((url) => url.includes(`-${other}-`))).toEqual([]);
      }
    }
  });
}

for (const theme of THEMES) {
  for (const [width, height, x, y] of [
    [360, 800, 0.64, 0.58],
    [1440, 900, 0.74, 0.58],
  ] as const) {
    test(`light is drawn where the ${theme} picture of About will be, ${width} wide (catches: an empty place)`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await preferTheme(page, theme);
      await page.route(PICTURES, (route) => route.abort());
      await openPage(page, '/about');
      await holdStill(page);
      const place = page.locator('main div[aria-hidden]');
      await place.evaluate((element) => element.scrollIntoView({ block: 'end' }));
      const box = await place.boundingBox();
      if (box === null) throw new Error('the picture has no place');
      const light = await colourAt(
        page,
        Math.round(box.x + box.width * x),
        Math.round(box.y + box.height * y),
      );
      const ground = await colourAt(page, 2, height - 3);
      expect(distance(light, ground)).toBeGreaterThanOrEqual(theme === 'dark' ? 25 : 2);
    });
  }
}

for (const theme of THEMES) {
  test(`the picture of the band begins without an edge on a wide screen, ${theme} (catches: it is cut off)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 2560, height: 1200 });
    await preferTheme(page, theme);
    await openPage(page, '/');
    await scrollThrough(page);
    const band = page.locator('section', { has: page.locator('h2') }).nth(1);
    const top = await band.evaluate((section) => {
      scrollTo(0, section.getBoundingClientRect().top + scrollY - 300);
      return Math.ceil(section.getBoundingClientRect().top);
    });
    // Beside the wire, where the picture is lightest.
    for (const x of [1700, 2200]) {
      const above = await colourAt(page, x, top - 4);
      const below = await colourAt(page, x, top + 4);
      expect(distance(above, below), `at ${x}`).toBeLessThanOrEqual(3);
    }
  });
}

for (const theme of THEMES) {
  test(`no picture of the scene ends in an edge, ${theme} (catches: the sand is cut, a box is around it)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 1100 });
    await preferTheme(page, theme);
    await openPage(page, '/');
    await scrollThrough(page);
    const band = page
      .locator('section', { has: page.locator('h2') })
      .nth(1)
      .locator('> div')
      .first();
    await band.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const { bottom } = await edgesOf(band);
    for (const x of [900, 1300]) await seesNoEdge(page, [x, bottom - 4], [x, bottom + 4]);
    await openPage(page, '/about');
    await holdStill(page);
    const picture = page.locator('main div[aria-hidden]');
    await picture.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await page.waitForLoadState('networkidle');
    const box = await edgesOf(picture);
    const [x, y] = [1100, (box.top + box.bottom) / 2];
    await seesNoEdge(page, [x, box.top + 2], [x, box.top - 2], 1);
    await seesNoEdge(page, [x, box.bottom - 3], [x, box.bottom + 3], 1);
    await seesNoEdge(page, [box.left + 2, y], [box.left - 2, y], 1);
  });
}

test('the first paint of a page needs nothing but its document', async ({ page }) => {
  // Held, not refused: a page whose scripts fail reloads itself once.
  await page.route('**/*', (route) =>
    route.request().resourceType() === 'document' ? route.continue() : undefined,
  );
  for (const { path, heading } of Object.values(PAGES)) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1, name: heading.en })).toBeVisible();
    await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible();
  }
});

for (const path of Object.keys(SCENES)) {
  for (const language of LANGUAGES) {
    test(`words over the picture of ${path} stand out from the worst pixel behind them, in ${language}`, async ({
      page,
    }) => {
      await openPage(page, path, language);
      for (const [at, size] of SCREENS.entries()) {
        await page.setViewportSize(size);
        // On each screen each language gets one of the two themes, alternating from screen to screen.
        const theme = (at + LANGUAGES.indexOf(language)) % 2 === 0 ? 'dark' : 'light';
        await showTheme(page, theme);
        await showPictures(page);
        await holdStill(page);
        const contrasts = await worstContrasts(page, await inksOf(page, path));
        const poor = contrasts.filter(({ worst }) => worst < 4.5);
        expect.soft(poor, `${theme}, ${size.width} by ${size.height}`).toEqual([]);
      }
    });
  }
}

/** Pictures of a theme and size load only when needed. */
async function showPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const element of document.querySelectorAll('main *')) {
      const { backgroundImage } = getComputedStyle(element, '::before');
      const picture = /url\("([^"]+\.avif)"\)/.exec(backgroundImage)?.[1];
      if (picture === undefined) continue;
      element.scrollIntoView();
      await Object.assign(new Image(), { src: picture }).decode();
    }
    scrollTo(0, 0);
  });
}

async function inksOf(page: Page, path: string): Promise<Ink[]> {
  if (path === '/') return [await inkOf('heading', page.locator('main h2').nth(1))];
  const words = page.locator('main p');
  return [await inkOf('lead', words.nth(0)), await inkOf('story', words.nth(1))];
}

type Place = [x: number, y: number];

async function edgesOf(element: Locator): Promise<Record<'left' | 'top' | 'bottom', number>> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return { left: Math.floor(box.x), top: Math.floor(box.y), bottom: Math.ceil(box.y + box.height) };
}

async function seesNoEdge(page: Page, inside: Place, outside: Place, most = 3): Promise<void> {
  const apart = distance(await colourAt(page, ...inside), await colourAt(page, ...outside));
  expect(apart, `between ${inside.join()} and ${outside.join()}`).toBeLessThanOrEqual(most);
}
