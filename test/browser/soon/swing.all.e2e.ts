import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ROOT } from '#server/base/root.ts';
import { type TestedLanguage as Language, TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { inkOf, worstContrasts } from '../support/contrast.ts';
import { layoutFaults } from '../support/layout.ts';
import { shapesOf } from '../support/scene.ts';
import { FAILED_REQUEST, holdStill, openSoon, subscribe, WORDS } from '../support/soon.ts';
import { expect, MOVING, test } from '../support/test.ts';

const LAYERS = /\/static\/media\/(?:wide|tall)-(?:dark|light)-\w+\./;
/** The files that one visitor loads for the swing, its script included (issue: 60 kB). */
const SWING = /\/static\/(?:media|js)\/(?:swing|(?:wide|tall)-(?:dark|light))/;
const KB = 1024;

test.use({ ...MOVING, expected: FAILED_REQUEST });

const CROPS = { wide: { width: 1280, height: 800 }, tall: { width: 390, height: 844 } };

for (const [crop, other, theme] of [
  ['wide', 'tall', 'dark'],
  ['tall', 'wide', 'light'],
] as const) {
  test(`on success the bob swings to rest where the arc is lowest: ${crop}, ${theme} (catches: it stands still)`, async ({
    page,
  }) => {
    await page.setViewportSize(CROPS[crop]);
    const weights: Promise<number>[] = [];
    const asked: string[] = [];
    page.on('response', (response) => {
      if (LAYERS.test(response.url())) asked.push(response.url());
      if (SWING.test(response.url())) weights.push(response.body().then((body) => body.length));
    });
    await openSoon(page, { theme });
    expect(asked).toEqual([]);
    await subscribe(page, 'en');
    await expect(page.locator('[data-sky] img')).toHaveCount(6);
    expect(asked.filter((url) => !url.includes(`/${crop}-${theme}-`))).toEqual([]);
    expect((await Promise.all(weights)).reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(60 * KB);

    const [top, far, rest] = [await bobAt(page, 0), await bobAt(page, 624), await bobAt(page, 2600)];
    expect(await bobIsOnThePicture(page)).toBe(true);
    expect(far.x).toBeLessThan(rest.x - 20);
    expect(rest.x).toBeLessThan(top.x - 50);
    expect(rest.y).toBeGreaterThan(top.y + 5);

    // In a window of another shape the layers follow the picture, and those of the other picture load.
    await page.setViewportSize({ width: 768, height: 1000 });
    await expect.poll(() => bobIsOnThePicture(page)).toBe(true);
    await page.setViewportSize(CROPS[other]);
    await expect.poll(() => bobIsOnThePicture(page)).toBe(true);
    expect(asked.some((url) => url.includes(`/${other}-${theme}-`))).toBe(true);
  });
}

test('the bob that swings is in the accent of the owner, as that of the picture (catches: it turns into ours)', async ({
  page,
}) => {
  const bobs: string[] = [];
  // As publisher/bobs.ts lays one over our picture.
  await page.route('**/soon?lang=en', async (route) => {
    const response = await route.fetch();
    const still = 'url(/static/media/bg-wide-dark-1920';
    const bob = 'url(/static/media/bob-bg-wide-dark-1920.Ab-_1234.avif)';
    const body = (await response.text()).replaceAll(still, `${bob},${still}`);
    const { 'content-security-policy': _policy, ...headers } = response.headers();
    await route.fulfill({ response, headers, body });
  });
  await page.route(/\/static\/media\/bob-/, async (route) => {
    bobs.push(
      route
        .request()
        .url()
        .replace(/.*\/media\//, ''),
    );
    await route.fulfill({ path: join(ROOT, 'site/soon/swing/layers/wide-dark-top.avif') });
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSoon(page);
  await subscribe(page, 'en');
  await expect(page.locator('[data-sky] img')).toHaveCount(6);
  const named = ['bg-wide-dark-1920', ...['far', 'rest', 'top'].map((part) => `wide-dark-${part}`)];
  expect(bobs.toSorted()).toEqual(named.map((name) => `bob-${name}.Ab-_1234.avif`));
});

const PHONES = [
  [320, 568],
  [360, 640],
  [360, 740],
  [360, 800],
  [390, 664],
  [390, 844],
  [412, 915],
] as const;

test('on phones no word is on the bob at rest (catches: the first word of the title does)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  // Words and bob are where they are in the other theme.
  await openSoon(page);
  await subscribe(page, 'en');
  await expect(page.locator('[data-sky] img')).toHaveCount(6);
  for (const language of LANGUAGES) {
    if (language !== 'en') await page.getByRole('button', { name: WORDS.en.toggle }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS[language].title);
    for (const [width, height] of PHONES) {
      await page.setViewportSize({ width, height });
      const at = `${width} by ${height}, ${language}`;
      // Picture, bob and words move to their new places one after the other.
      await expect.poll(() => coveredAtRest(page, language), at).toEqual([]);
      expect.soft(await layoutFaults(page), at).toEqual([]);
    }
  }
});

/** Words that the bob covers. The title swings too, and is checked at both ends of its swing. */
async function coveredAtRest(page: Page, language: Language): Promise<string[]> {
  if (!(await bobIsOnThePicture(page))) return ['picture'];
  const [still] = await shapesOf(page.locator('[data-sky]'));
  const rest = await bobAt(page, 2600);
  const bob = { name: 'bob', from: rest, to: rest, radius: still?.radius ?? 0 };
  const covered: string[] = [];
  for (const end of [0, 1] as const) {
    await holdStill(page, end);
    const inks = [
      await inkOf('title', page.getByRole('heading', { level: 1 })),
      await inkOf('thanks', page.getByText(WORDS[language].success)),
    ];
    for (const { name, covers } of await worstContrasts(page, inks, [bob]))
      if (covers.length > 0) covered.push(name);
  }
  return covered;
}

for (const [reason, prepare] of [
  ['reduced motion', (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' })],
  ['a data saver', (page: Page) => page.addInitScript(saveData)],
  ['the pause button', async () => {}],
] as const) {
  test(`with ${reason} the still stays, and nothing of the swing is loaded`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => void (LAYERS.test(request.url()) && asked.push(request.url())));
    await prepare(page);
    await openSoon(page);
    if (reason === 'the pause button') await page.getByRole('button', { name: WORDS.en.pause }).click();
    const script = page.waitForResponse(/\/swing\.[^/]*js/);
    await subscribe(page, 'en');
    await script;
    await expect(page.getByText(WORDS.en.success)).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    await expect(page.locator('[data-sky] img')).toHaveCount(0);
  });
}

test('without one of its layers the still stays (catches: half a swing)', async ({ page }) => {
  await page.route(/-rest\.[^/]*avif/, (route) => route.abort());
  await openSoon(page);
  const lost = page.waitForEvent('requestfailed', (request) => /-rest\./.test(request.url()));
  await subscribe(page, 'en');
  await lost;
  await expect(page.getByText(WORDS.en.success)).toBeVisible();
  await expect(page.locator('[data-sky] > *')).toHaveCount(0);
});

function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}

/** The bob's centre at a time of the swing. */
async function bobAt(page: Page, time: number): Promise<{ x: number; y: number }> {
  return page.evaluate((at) => {
    const bob = [...document.querySelectorAll('[data-sky] img')].at(-1);
    for (const animation of document.getAnimations()) {
      const { target } = animation.effect as KeyframeEffect;
      if (!target?.closest('[data-sky]')) continue;
      animation.pause();
      animation.currentTime = at;
    }
    const { x, y, width, height } = bob?.getBoundingClientRect() ?? new DOMRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, time);
}

/** The layers stay aligned with the picture: at the top of its swing the bob is where the still has it. */
async function bobIsOnThePicture(page: Page): Promise<boolean> {
  const still = (await shapesOf(page.locator('[data-sky]'))).find(({ name }) => name === 'bob');
  if (!still) throw new Error('the picture has no bob');
  const { x, y } = await bobAt(page, 0);
  return Math.hypot(x - still.from.x, y - still.from.y) <= still.radius / 8;
}
