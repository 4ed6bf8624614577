import type { Page } from '@playwright/test';
import {
  CONTACT_API,
  CONTACT_WORDS,
  fillContact,
  openContact,
  submitButton,
  written,
} from './support/contact.ts';
import { FAILED_REQUEST } from './support/soon.ts';
import { expect, test } from './support/test.ts';

test.use({ site: 'live', expected: FAILED_REQUEST });

const { en } = CONTACT_WORDS;
const toast = (page: Page) => page.getByRole('alert');
const dismiss = (page: Page) => page.getByRole('button', { name: en.dismiss });

/** A toast that has just come, its six seconds standing still. */
async function show(page: Page, address: string): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.route(CONTACT_API, (route) => route.fulfill({ status: 503 }));
  await openContact(page);
  await page.clock.pauseAt(300_000);
  await fillContact(page, written(address));
  const region = await toast(page).elementHandle();
  await submitButton(page).click();
  await page.mouse.move(10, 10);
  await expect(toast(page)).toHaveText(en.refused);
  // A live region is only heard when it was there before its words.
  expect(await toast(page).evaluate((now, before) => now === before, region)).toBe(true);
}

test('a toast leaves after six seconds', async ({ page, address }) => {
  await show(page, address);
  await page.clock.runFor(5_900);
  await expect(toast(page)).toHaveText(en.refused);
  await page.clock.runFor(200);
  await expect(toast(page)).toBeEmpty();
  await expect(dismiss(page)).toHaveCount(0);
});

test('a toast stays while the pointer is on it', async ({ page, address }) => {
  await show(page, address);
  await toast(page).hover();
  await page.clock.runFor(60_000);
  await expect(toast(page)).toHaveText(en.refused);
  await page.mouse.move(10, 10);
  await page.clock.runFor(6_000);
  await expect(toast(page)).toBeEmpty();
});

test('a toast stays while the focus is on it, and gives the focus back when it is dismissed', async ({
  page,
  address,
}) => {
  await show(page, address);
  await page.keyboard.press('Tab');
  await expect(dismiss(page)).toBeFocused();
  await page.clock.runFor(60_000);
  await expect(toast(page)).toHaveText(en.refused);
  await page.keyboard.press('Enter');
  await expect(toast(page)).toBeEmpty();
  await expect(submitButton(page)).toBeFocused();
});

test('a toast stands at the bottom right, over the whole width on a phone, in view', async ({
  page,
  address,
}) => {
  await show(page, address);
  const nowhere = { x: NaN, y: NaN, width: NaN, height: NaN };
  const box = async () => (await toast(page).locator('..').boundingBox()) ?? nowhere;
  const wide = await box();
  expect(wide.x).toBeGreaterThan(640);
  expect(wide.y + wide.height).toBeLessThanOrEqual(800);
  await page.setViewportSize({ width: 360, height: 740 });
  const narrow = await box();
  expect(narrow).toMatchObject({ x: 24, width: 312 });
  expect(narrow.y + narrow.height).toBeLessThanOrEqual(740);
  const target = await dismiss(page).boundingBox();
  expect(target).toMatchObject({ width: 44, height: 44 });
});

for (const [width, height] of [
  [1280, 800],
  [1366, 640],
  [360, 740],
] as const) {
  test(`a toast does not lie over the button that was pressed (${width} by ${height})`, async ({
    page,
    address,
  }) => {
    await page.setViewportSize({ width, height });
    await show(page, address);
    const button = await submitButton(page).boundingBox();
    const lies = await toast(page).locator('..').boundingBox();
    expect((button?.y ?? NaN) + (button?.height ?? NaN)).toBeLessThanOrEqual(lies?.y ?? NaN);
  });
}

test('an answer that never comes is an error after 15 seconds', async ({ page, address }) => {
  await page.clock.install({ time: 0 });
  // The browser's own timer does not follow the clock of the test.
  await page.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('too late', 'TimeoutError')), milliseconds);
      return controller.signal;
    };
  });
  await page.route(CONTACT_API, () => {});
  await openContact(page);
  await page.clock.pauseAt(300_000);
  await fillContact(page, written(address));
  await Promise.all([page.waitForRequest(CONTACT_API), submitButton(page).click()]);
  await page.clock.runFor(14_000);
  await expect(submitButton(page)).toHaveAttribute('aria-busy', 'true');
  await page.clock.runFor(1_000);
  await expect(toast(page)).toHaveText(en.unreachable);
});
