import type { Page } from '@playwright/test';
import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import {
  CONTACT_API,
  CONTACT_WORDS,
  fillContact,
  lastingThanks,
  openContact,
  submitButton,
  written,
} from '../support/contact.ts';
import { FAILED_REQUEST } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

test.use({ site: 'live', expected: FAILED_REQUEST });

const { en } = CONTACT_WORDS;
const toast = (page: Page) => page.getByRole('alert');
const thanks = (page: Page) => page.getByRole('status').last();
const dismiss = (page: Page) => page.getByRole('button', { name: en.dismiss });

/** Shows a new toast while the clock is paused. */
async function show(page: Page, address: string, status = 503): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.route(CONTACT_API, (route) => route.fulfill({ status }));
  await openContact(page);
  await page.clock.pauseAt(300_000);
  await fillContact(page, written(address));
  const region = status === 503 ? toast(page) : thanks(page);
  const before = await region.elementHandle();
  await submitButton(page).click();
  await page.mouse.move(10, 10);
  await expect(region).toHaveText(status === 503 ? en.refused : en.sent);
  // A live region is announced only if it was there before its words.
  expect(await region.evaluate((now, then) => now === then, before)).toBe(true);
}

test('thanks leave after six seconds', async ({ page, address }) => {
  await show(page, address, 202);
  await page.clock.runFor(5_900);
  await expect(thanks(page)).toHaveText(en.sent);
  await page.clock.runFor(200);
  await expect(thanks(page)).toBeEmpty();
  await expect(dismiss(page)).toHaveCount(0);
});

test('a failure looks like none of the thanks', async ({ page, address }) => {
  await show(page, address);
  const ground = () => page.locator('[data-tone]').evaluate((box) => getComputedStyle(box).backgroundColor);
  const ofFailure = await ground();
  await page.route(CONTACT_API, (route) => route.fulfill({ status: 202 }));
  await submitButton(page).click();
  await expect(thanks(page)).toHaveText(en.sent);
  expect(await ground()).not.toBe(ofFailure);
});

test('a failure stays until it is dismissed (catches: gone before it was read)', async ({
  page,
  address,
}) => {
  await show(page, address);
  await page.clock.runFor(60_000);
  await expect(toast(page)).toHaveText(en.refused);
  await dismiss(page).click();
  await expect(toast(page)).toBeEmpty();
});

test('thanks that came while nobody saw the page are there on coming back (catches: gone in a hidden tab)', async ({
  page,
  address,
}) => {
  const turn = (hidden: boolean) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: now });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await show(page, address, 202);
  await turn(true);
  await page.clock.runFor(60_000);
  await expect(thanks(page)).toHaveText(en.sent);
  await turn(false);
  await page.clock.runFor(5_900);
  await expect(thanks(page)).toHaveText(en.sent);
  await page.clock.runFor(200);
  await expect(thanks(page)).toBeEmpty();
});

test('thanks stay while the pointer is on them', async ({ page, address }) => {
  await show(page, address, 202);
  await thanks(page).hover();
  await page.clock.runFor(60_000);
  await expect(thanks(page)).toHaveText(en.sent);
  await page.mouse.move(10, 10);
  await page.clock.runFor(6_000);
  await expect(thanks(page)).toBeEmpty();
});

test('thanks stay while the focus is on them, and give the focus back when they are dismissed', async ({
  page,
  address,
}) => {
  await show(page, address, 202);
  // Skips the link to another message.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dismiss(page)).toBeFocused();
  await page.clock.runFor(60_000);
  await expect(thanks(page)).toHaveText(en.sent);
  await page.keyboard.press('Enter');
  await expect(thanks(page)).toBeEmpty();
  await expect(lastingThanks(page)).toBeFocused();
});

test('a toast is at the bottom right, over the whole width on a phone, in view', async ({
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
  test(`a toast does not cover the button that was pressed (${width} by ${height})`, async ({
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

for (const language of LANGUAGES) {
  test(`a toast with text of twice the size is whole on a phone, in ${language} (catches: cut words)`, async ({
    page,
    address,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.route(CONTACT_API, (route) => route.abort());
    await openContact(page, language);
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await fillContact(page, written(address), language);
    await submitButton(page, language).click();
    const words = page.getByText(CONTACT_WORDS[language].unreachable);
    const dismissal = page.getByRole('button', { name: CONTACT_WORDS[language].dismiss });
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 640 });
      await expect(words).toBeInViewport({ ratio: 1 });
      await expect(dismissal).toBeInViewport({ ratio: 1 });
      const round = (await toast(page).locator('..').boundingBox()) ?? { x: NaN, width: NaN };
      for (const part of [words, dismissal]) {
        const box = (await part.boundingBox()) ?? { x: NaN, width: NaN };
        expect(box.x).toBeGreaterThanOrEqual(round.x);
        expect(box.x + box.width).toBeLessThanOrEqual(round.x + round.width);
      }
    }
  });
}

test('an answer that never comes is an error after 15 seconds', async ({ page, address }) => {
  await page.clock.install({ time: 0 });
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
