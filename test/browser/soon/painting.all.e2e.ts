import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { colourAt, distance } from '../support/picture.ts';
import { builtFile, inlineCode, manifestOf } from '../support/documents.ts';
import { totalShift } from '../support/shifts.ts';
import { serveInHalves } from '../support/halves.ts';
import { SITES, type SiteName } from '../support/sites.ts';
import {
  FAILED_REQUEST,
  holdStill,
  openSoon,
  subscribe,
  subscribeInVain,
  THEMES,
  WORDS,
} from '../support/soon.ts';
import { expect, MOVING, test } from '../support/test.ts';

const PICTURES = /\/static\/media\/bg-/;
const FONT = /\.woff2$/;
const KB = 1024;

/** The crop and width for each screen: no device downloads more than it can show. */
const SCREENS = [
  { width: 360, height: 800, deviceScaleFactor: 2, picture: 'tall-THEME-640' },
  { width: 360, height: 800, deviceScaleFactor: 3, picture: 'tall-THEME-1080' },
  { width: 768, height: 1024, deviceScaleFactor: 2, picture: 'tall-THEME-1080' },
  { width: 1280, height: 800, deviceScaleFactor: 1, picture: 'wide-THEME-1280' },
  { width: 1440, height: 900, deviceScaleFactor: 1, picture: 'wide-THEME-1920' },
  { width: 800, height: 360, deviceScaleFactor: 3, picture: 'wide-THEME-1920' },
];

test.use({ ...MOVING, expected: FAILED_REQUEST });

for (const { width, height, deviceScaleFactor, picture } of SCREENS) {
  test.describe(`on a screen of ${width} by ${height} at ${deviceScaleFactor}`, () => {
    test.use({ viewport: { width, height }, deviceScaleFactor });
    test('only the picture that fits is downloaded, and of the theme', async ({ page }) => {
      let asked: string[] = [];
      page.on('request', (request) => {
        if (PICTURES.test(request.url())) asked.push(request.url());
      });
      for (const theme of THEMES) {
        asked = [];
        await openSoon(page, { theme });
        await page.waitForLoadState('networkidle');
        expect(asked).toEqual([expect.stringMatching(`bg-${picture.replace('THEME', theme)}\\..*\\.avif$`)]);
      }
    });
  });
}

for (const [width, height] of [
  [360, 640],
  [768, 1024],
  [1280, 800],
] as const) {
  test(`nothing moves when font and picture come late, and from idle to error to success, ${width} wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const shift = await totalShift(page);
    const letGo = await holdBack(page, [FONT, PICTURES]);
    await page.goto('/soon', { waitUntil: 'domcontentloaded' });
    await untilPainted(page);
    letGo();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    const loading = await shift();
    await subscribeInVain(page, 'en');
    await subscribe(page, 'en');
    await expect(page.getByText(WORDS.en.success)).toBeVisible();
    const whole = await shift();
    test.info().annotations.push({ type: 'shift', description: JSON.stringify({ loading, whole }) });
    expect(loading).toBeLessThanOrEqual(0.02);
    expect(whole).toBeLessThanOrEqual(0.02);
  });
}

test('the measurement sees a line that moves', async ({ page }) => {
  const shift = await totalShift(page);
  await openSoon(page);
  await page.evaluate(() => document.body.style.setProperty('padding-top', '9rem'));
  expect(await shift()).toBeGreaterThan(0.02);
});

test('half a page is not painted: it would move (catches: nothing waits for the rest)', async ({
  page,
  baseURL,
}) => {
  const site = await serveInHalves(baseURL ?? '', '</h1>');
  try {
    await page.goto(`${site.address}/soon`, { waitUntil: 'commit' });
    await expect.poll(() => page.evaluate(() => document.querySelector('h1') !== null)).toBe(true);
    const painted = await page.evaluate(
      () =>
        new Promise<boolean>((done) => {
          requestAnimationFrame(() => done(true));
          setTimeout(() => done(false), 300);
        }),
    );
    expect(painted).toBe(false);
    site.release();
    await untilPainted(page);
  } finally {
    site.release();
    site.close();
  }
});

for (const theme of THEMES) {
  for (const [width, height, x, y] of [
    [360, 800, 0.66, 0.16],
    [1280, 800, 0.84, 0.62],
  ] as const) {
    test(`light is in the ${theme} sky before the picture comes, ${width} wide`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.addInitScript((dark) => localStorage.setItem('darkMode', dark), String(theme === 'dark'));
      await holdBack(page, [PICTURES]);
      await page.goto('/soon', { waitUntil: 'domcontentloaded' });
      await holdStill(page);
      const sky = await colourAt(page, Math.round(width * x), Math.round(height * y));
      const ground = await colourAt(page, 2, height - 3);
      expect(distance(sky, ground)).toBeGreaterThanOrEqual(theme === 'dark' ? 25 : 2);
    });
  }
}

test('the first paint needs nothing but the document', async ({ page }) => {
  // Held, not refused: a page whose scripts fail reloads itself once.
  await page.route('**/*', (route) =>
    route.request().resourceType() === 'document' ? route.continue() : undefined,
  );
  await page.goto('/soon', { waitUntil: 'domcontentloaded' });
  await untilPainted(page);
  for (const text of [WORDS.en.title, WORDS.en.working, WORDS.en.prompt]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('button', { name: WORDS.en.button })).toBeVisible();
});

for (const site of Object.keys(SITES) as SiteName[]) {
  test(`the documents and scripts of the site ${site} keep to their weight`, async () => {
    const { documents } = await manifestOf(site);
    const weights: number[] = [];
    for (const { page, file } of documents)
      if (page === 'soon') weights.push(compressed(await builtFile(site, file)));
    const idle = await builtFile(site, '.build/pages/soon.idle.en.html');
    let script = compressed(inlineCode(idle, 'script').join('\n'));
    for (const [, file = ''] of idle.matchAll(/rel="modulepreload"[^>]*href="\/([^"]+)"/g)) {
      script += compressed(await builtFile(site, file));
    }
    test.info().annotations.push({ type: 'weight', description: JSON.stringify({ weights, script }) });
    // The words of an owner come with the document: here all of them, at their longest.
    expect(Math.max(...weights)).toBeLessThanOrEqual((site === 'edited' ? 11 : 8) * KB);
    expect(script).toBeLessThanOrEqual(66 * KB);
    expect(script).toBeGreaterThan(20 * KB);
  });
}

async function untilPainted(page: Page): Promise<void> {
  function paints(): Promise<number> {
    return page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
  }
  // Without its scripts the page reloads itself once.
  await expect.poll(() => paints().catch(() => 0)).toBe(1);
}

function compressed(text: string): number {
  return brotliCompressSync(text).length;
}

/** Holds matching requests until the returned function is called. */
async function holdBack(page: Page, patterns: RegExp[]): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const pattern of patterns) {
    await page.route(pattern, async (route) => {
      await promise;
      await route.fallback();
    });
  }
  return resolve;
}
