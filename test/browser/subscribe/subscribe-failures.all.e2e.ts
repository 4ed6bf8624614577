import type { Page, Route } from '@playwright/test';
import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { hydrated } from '../support/chunks.ts';
import { FAILED_REQUEST, openSoon, subscribeInVain, WORDS } from '../support/soon.ts';
import { storedRows } from '../support/stored.ts';
import { expect, test } from '../support/test.ts';

test.use({ expected: FAILED_REQUEST });

const API = '**/api/subscribe';
const field = (page: Page) => page.getByLabel(WORDS.en.prompt);
const button = (page: Page) => page.getByRole('button', { name: WORDS.en.button });

async function expectError(page: Page, typed: string): Promise<void> {
  await expect(page.getByRole('alert')).toHaveText(WORDS.en.error);
  await expect(field(page)).toHaveValue(typed);
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page)).toHaveAccessibleDescription(
    new RegExp(`^${WORDS.en.error.replaceAll('.', '\\.')}`),
  );
  await expect(page.getByRole('status')).toBeEmpty();
  await expect(button(page)).not.toHaveAttribute('aria-busy');
}

test('any refusal is an error under the form, and the form stays usable', async ({ page, address }) => {
  for (const status of [403, 422, 429, 503]) {
    const typed = `${status}-${address}`;
    await page.route(API, (route) => route.fulfill({ status, json: { ok: true } }), { times: 1 });
    await page.goto('/soon');
    await field(page).fill(typed);
    await button(page).click();
    await expectError(page, typed);
    const under = await page.getByRole('alert').boundingBox();
    const form = await button(page).boundingBox();
    const end = (form?.y ?? Infinity) + (form?.height ?? 0);
    expect(under?.y, String(status)).toBeGreaterThanOrEqual(end);
    await button(page).click();
    await expect(page.getByRole('status'), String(status)).toHaveText(WORDS.en.success);
    await expect(page.getByRole('alert')).toBeEmpty();
  }
});

const WINDOWS = [
  [320, 568],
  [360, 640],
  [390, 664],
  [640, 512],
  [1366, 657],
  [1440, 900],
] as const;

for (const language of LANGUAGES) {
  test(`the error is seen right under the button in every window, in ${language} (catches: below the edge of the window)`, async ({
    page,
  }) => {
    for (const [width, height] of WINDOWS) {
      const size = `${width} by ${height}`;
      await page.setViewportSize({ width, height });
      await openSoon(page, { language });
      await subscribeInVain(page, language);
      await expect(page.getByText(WORDS[language].error), size).toBeInViewport({ ratio: 1 });
      await expect(page.getByLabel(WORDS[language].prompt), size).toBeInViewport({ ratio: 1 });
      const pressed = await page.getByRole('button', { name: WORDS[language].button }).boundingBox();
      const error = await page.getByRole('alert').boundingBox();
      expect(error?.y, size).toBeLessThan((pressed?.y ?? NaN) + (pressed?.height ?? NaN) + 8);
    }
  });
}

const SUCCESSES: [name: string, status: number, body: string][] = [
  ['202 with garbage', 202, '{{{'],
  ['200 with a page', 200, '<!doctype html>'],
  ['200 that says ok: false', 200, '{"ok":false}'],
  ['204 without a body', 204, ''],
];

test('only the status counts: whatever the answer says, 2xx is success', async ({ page, address }) => {
  for (const [name, status, body] of SUCCESSES) {
    await page.route(API, (route) => route.fulfill({ status, body }), { times: 1 });
    await page.goto('/soon');
    await field(page).fill(address);
    await button(page).click();
    await expect(page.getByRole('status'), name).toHaveText(WORDS.en.success);
  }
});

test('a redirect to a page with status 200 is not a success', async ({ page, address }) => {
  await page.route(API, (route) => route.fulfill({ status: 302, headers: { location: '/soon' } }));
  await page.goto('/soon');
  await field(page).fill(address);
  await button(page).click();
  await expectError(page, address);
});

test('an address the server refuses is an error, with nothing stored', async ({ page }) => {
  // Valid for browsers, not for mail, and the page's own check does not load.
  const refused = 'ana@127.0.0.1';
  await page.route(/AddressCheck.*\.js/, (route) => route.abort());
  await page.goto('/soon');
  await hydrated(page);
  await field(page).fill(refused);
  await button(page).click();
  await expectError(page, refused);
  expect(await storedRows('plain', refused)).toEqual([]);
});

test('without a network it is an error, and works once the network is back', async ({
  page,
  context,
  address,
}) => {
  await page.goto('/soon');
  await hydrated(page);
  await context.setOffline(true);
  await field(page).fill(address);
  await button(page).click();
  await expectError(page, address);
  await context.setOffline(false);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  expect(await storedRows('plain', address)).toHaveLength(1);
});

test('a repeated error empties the alert first, so that it is said again', async ({ page, address }) => {
  const held: Route[] = [];
  await page.route(API, (route) => void held.push(route));
  await page.goto('/soon');
  await hydrated(page);
  const region = await page.getByRole('alert').elementHandle();
  await field(page).fill(address);
  for (let attempt = 0; attempt < 2; attempt++) {
    await button(page).click();
    await expect.poll(() => held.length).toBe(attempt + 1);
    await expect(page.getByRole('alert')).toBeEmpty();
    await expect(field(page)).not.toHaveAttribute('aria-invalid');
    await held[attempt]?.abort();
    await expectError(page, address);
  }
  // A live region is announced only if it was there before its words.
  expect(await page.getByRole('alert').evaluate((now, before) => now === before, region)).toBe(true);
});

test('the error speaks the language chosen after it', async ({ page, address }) => {
  await page.route(API, (route) => route.abort());
  await page.goto('/soon');
  await field(page).fill(address);
  await button(page).click();
  await expect(page.getByRole('alert')).toHaveText(WORDS.en.error);
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await expect(page.getByRole('alert')).toHaveText(WORDS.pt.error);
  await expect(page.getByLabel(WORDS.pt.prompt)).toHaveValue(address);
});

test('an endpoint that never answers is an error after 15 seconds', async ({ page, address }) => {
  await page.clock.install({ time: 0 });
  await page.route(API, () => {});
  // Otherwise the token's own two seconds would have to pass too.
  await page.route('**/api/form-token', (route) => route.fulfill({ status: 204 }));
  await page.goto('/soon');
  await hydrated(page);
  // Far enough ahead that a slow machine has not reached it.
  await page.clock.pauseAt(300_000);
  await field(page).fill(address);
  await Promise.all([page.waitForRequest(API), button(page).click()]);
  await page.clock.runFor(14_000);
  await expect(button(page)).toHaveAttribute('aria-busy', 'true');
  await page.clock.runFor(1_000);
  await expectError(page, address);
});

test('a browser without AbortSignal.timeout subscribes (catches: always an error)', async ({
  page,
  address,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'timeout'));
  await openSoon(page);
  await field(page).fill(address);
  await button(page).click();
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  expect(await storedRows('plain', address)).toHaveLength(1);
});
