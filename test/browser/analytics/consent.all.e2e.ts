import type { Locator } from '@playwright/test';
import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { hydrated } from '../support/chunks.ts';
import { CONTACT_API, CONTACT_WORDS, fillContact, submitButton, written } from '../support/contact.ts';
import { builtFile } from '../support/documents.ts';
import { dataLayer, standInForGoogle } from '../support/google.ts';
import { startServer } from '../support/server.ts';
import { totalShift } from '../support/shifts.ts';
import { distOf } from '../support/sites.ts';
import { FAILED_REQUEST, openSoon, subscribe, subscribeInVain, WORDS } from '../support/soon.ts';
import { expect, MOVING, test } from '../support/test.ts';

const BANNER = {
  en: { label: 'Visit statistics', accept: 'Agree', decline: 'Decline', toggle: WORDS.en.toggle },
  pt: { label: 'Estatísticas de visita', accept: 'Aceitar', decline: 'Recusar', toggle: WORDS.pt.toggle },
};

test.use({ ...MOVING, site: 'tags', expected: FAILED_REQUEST });

for (const language of LANGUAGES) {
  const words = BANNER[language];

  test(`agreeing is as easy as declining, in ${language}`, async ({ page }) => {
    await openSoon(page, { language });
    const banner = page.getByRole('region', { name: words.label });
    const looks = [];
    for (const name of [words.decline, words.accept]) {
      const button = banner.getByRole('button', { name });
      const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
      const style = await button.evaluate((element) => {
        const { color, backgroundColor, border, fontSize, fontWeight, borderRadius } =
          getComputedStyle(element);
        return { color, backgroundColor, border, fontSize, fontWeight, borderRadius };
      });
      expect(height).toBeGreaterThanOrEqual(44);
      looks.push({ width: Math.round(width), height: Math.round(height), ...style });
    }
    expect(looks[0]).toEqual(looks[1]);
    // At most the space that Home keeps free below its first action.
    expect((await banner.boundingBox())?.height).toBeLessThanOrEqual(88);
  });

  test(`the question can be answered by keyboard, in ${language}`, async ({ page }) => {
    await standInForGoogle(page);
    await openSoon(page, { language });
    const decline = page.getByRole('button', { name: words.decline });
    await expect(decline).toBeVisible();
    await page.getByRole('button', { name: 'Cookies' }).focus();
    await page.keyboard.press('Tab');
    await expect(decline).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: words.accept })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: words.label })).toHaveCount(0);
    // After an answer the focus must not return to the start of the page.
    await expect(page.getByRole('button', { name: 'Cookies' })).toBeFocused();
  });

  test(`the question does not keep anybody from subscribing on a small phone, in ${language}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await openSoon(page, { language });
    const banner = page.getByRole('region', { name: words.label });
    await expect(banner).toBeVisible();
    // Playwright clicks only what nothing covers, after scrolling to it as a visitor would.
    for (const name of ['Instagram', 'LinkedIn'])
      await page.getByRole('link', { name }).click({ trial: true });
    await page.getByRole('button', { name: WORDS[language].pause }).click({ trial: true });
    await subscribe(page, language);
    await expect(page.getByText(WORDS[language].success)).toBeVisible();
    await expect(banner).toBeVisible();
  });

  for (const [width, height] of [
    [360, 640],
    [390, 664],
    [1366, 657],
  ] as const) {
    test(`the question hides no error, ${width} by ${height}, in ${language} (catches: the error under the question)`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await openSoon(page, { language });
      const banner = page.getByRole('region', { name: words.label });
      await expect(banner).toBeVisible();
      await subscribeInVain(page, language);
      const error = page.getByText(WORDS[language].error);
      await expect(error).toBeInViewport({ ratio: 1 });
      const { y = NaN, height: high = NaN } = (await error.boundingBox()) ?? {};
      expect(y + high).toBeLessThanOrEqual((await banner.boundingBox())?.y ?? NaN);
    });
  }
}

test('the question follows the language of the page', async ({ page }) => {
  await openSoon(page);
  await expect(page.getByRole('region', { name: BANNER.en.label })).toBeVisible();
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await expect(page.getByRole('region', { name: BANNER.pt.label })).toBeVisible();
});

/** The position of a button's label in it, and its colour compared with the page's own. */
function labelOf(button: Locator) {
  return button.evaluate((element) => {
    const label = document.createRange();
    label.selectNodeContents(element);
    const [words, box] = [label.getBoundingClientRect(), element.getBoundingClientRect()];
    return {
      before: Math.round(words.left - box.left),
      after: Math.round(box.right - words.right),
      isOfPage: getComputedStyle(element).color === getComputedStyle(document.documentElement).color,
    };
  });
}

test('the answers look the same behind the curtain (catches: labels at the left, in the colour of the small print)', async ({
  page,
}) => {
  // This site is not launched, but its documents are built.
  const body = await builtFile('tags', '.build/pages/about.idle.en.html');
  await page.route('/about', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/about');
  await hydrated(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    for (const name of [BANNER.en.decline, BANNER.en.accept]) {
      const { before, after, isOfPage } = await labelOf(page.getByRole('button', { name }));
      expect(Math.abs(before - after), `${name}, ${width} wide`).toBeLessThanOrEqual(1);
      expect(isOfPage, `${name}, ${width} wide`).toBe(true);
    }
  }
});

test('the question moves nothing when it comes and goes', async ({ page }) => {
  await standInForGoogle(page);
  const shift = await totalShift(page);
  await openSoon(page);
  await page.getByRole('button', { name: BANNER.en.accept }).click();
  await expect(page.getByRole('region', { name: BANNER.en.label })).toHaveCount(0);
  expect(await shift()).toBeLessThanOrEqual(0.02);
});

test.describe('with a blocker that keeps the question away', () => {
  test.use({ expected: FAILED_REQUEST });

  test('nothing is asked, sent or loaded again (catches: a reload, then an error over typed text at each visit)', async ({
    page,
    address,
  }) => {
    const google = await standInForGoogle(page);
    let visits = 0;
    page.on('request', (request) => (visits += request.isNavigationRequest() ? 1 : 0));
    await page.route('**/static/js/ConsentBanner.*', (route) => route.abort());
    for (const visit of [1, 2]) {
      const blocked = page.waitForEvent('requestfailed');
      await openSoon(page);
      await blocked;
      await page.getByLabel(WORDS.en.prompt).fill(`${visit}.${address}`);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(visits).toBe(visit);
    }
    await page.getByRole('button', { name: WORDS.en.button }).click();
    await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
    expect(google.requests).toEqual([]);
  });
});

test('where storage is blocked the answer holds for the visit', async ({ page }) => {
  const google = await standInForGoogle(page);
  await page.addInitScript(() => {
    const blocked = {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, blocked);
  });
  await page.goto('/soon');
  await page.getByRole('button', { name: BANNER.en.accept }).click();
  await expect.poll(() => google.pageViews().length).toBe(1);
  await expect(page.getByRole('region', { name: BANNER.en.label })).toHaveCount(0);
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await subscribe(page, 'pt');
  await expect(page.getByText(WORDS.pt.success)).toBeVisible();
  await expect(page.getByRole('region', { name: BANNER.pt.label })).toHaveCount(0);
  expect(await dataLayer(page)).toContainEqual([
    'consent',
    'update',
    expect.objectContaining({ analytics_storage: 'granted' }),
  ]);
});

for (const [width, height] of [
  [1440, 900],
  [390, 664],
  [320, 568],
] as const) {
  test(`a toast is shown above the question, ${width} by ${height} (catches: under it)`, async ({
    page,
    address,
  }) => {
    const server = await startServer(distOf('tags'), 'live');
    try {
      await page.setViewportSize({ width, height });
      await page.route(CONTACT_API, (route) => route.abort());
      await page.goto(`${server.address}/contact?lang=en`);
      await hydrated(page);
      const banner = page.getByRole('region', { name: BANNER.en.label });
      await expect(banner).toBeVisible();
      await fillContact(page, written(address));
      await submitButton(page).click();
      const words = page.getByText(CONTACT_WORDS.en.unreachable);
      const toast = (await words.locator('../..').boundingBox()) ?? { y: NaN, height: NaN };
      const { y: below = NaN } = (await banner.boundingBox()) ?? {};
      expect(toast.y + toast.height).toBeLessThanOrEqual(below);
      // The pressed button is not covered by either of them.
      const button = (await submitButton(page).boundingBox()) ?? { y: NaN, height: NaN };
      expect(button.y + button.height).toBeLessThanOrEqual(toast.y);
    } finally {
      await server.stop();
    }
  });
}
