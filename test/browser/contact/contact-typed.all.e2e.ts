import type { Page, Request } from '@playwright/test';
import { holdChunks, hydrated, openUnhydrated } from '../support/chunks.ts';
import {
  CONTACT_API,
  CONTACT_WORDS,
  contactField,
  fillContact,
  lastingThanks,
  openContact,
  sendContact,
  standing,
  storedMessages,
  submitButton,
  written,
  type Written,
} from '../support/contact.ts';
import { FAILED_REQUEST } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';
import { translate, translated } from '../support/translate.ts';

// The last one is React's error for a page that was translated before hydration.
test.use({ site: 'live', expected: new RegExp(`React error #418|${FAILED_REQUEST.source}`) });

const { en, pt } = CONTACT_WORDS;

/** Fills the whole form before React loads; the returned function lets React load. */
async function fillEarly(page: Page, texts: Written): Promise<() => void> {
  const release = await holdChunks(page);
  await openUnhydrated(page, '/contact');
  await fillContact(page, texts);
  return release;
}

test('text typed before React came stays', async ({ page, address }) => {
  const release = await fillEarly(page, written(address));
  release();
  await hydrated(page);
  expect(await standing(page)).toEqual(written(address));
});

test('a form that was sent before React came is sent once', async ({ page, address }) => {
  const release = await fillEarly(page, written(address));
  await submitButton(page).click();
  await submitButton(page).click();
  release();
  await expect(page.getByRole('status').filter({ hasText: en.sent })).toBeVisible();
  expect(await storedMessages(address)).toHaveLength(1);
});

test('typed text stays when React draws a translated page again', async ({ page, address }) => {
  const release = await fillEarly(page, written(address));
  await translate(page);
  release();
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(translated(en.title));
  const form = page.getByRole('main').locator('form');
  const typed = form.evaluate((one: HTMLFormElement) => Object.fromEntries(new FormData(one)));
  expect(await typed).toMatchObject(written(address));
});

test('typed text stays over another page, and over the other language', async ({ page, address }) => {
  await openContact(page);
  await fillContact(page, written(address));
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.title);
  expect(await standing(page)).toEqual(written(address));
  await page.getByRole('switch', { name: 'English' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pt.title);
  expect(await standing(page, 'pt')).toEqual(written(address));
});

test('sent text is not there again on coming back', async ({ page, address }) => {
  await sendContact(page, written(address));
  await expect(page.getByRole('status').filter({ hasText: en.sent })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await expect(contactField(page, 'message')).toHaveValue('');
});

const isContact = (request: Request) => request.url().endsWith('/api/contact');

/** Sends a message, leaves before the answer, and returns; the returned function releases the answer. */
async function leaveWhileSending(page: Page, texts: Written, returns: 'before' | 'after', lost = false) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let posts = 0;
  await page.route(CONTACT_API, async (route) => {
    posts++;
    const response = await route.fetch();
    await promise;
    await (lost ? route.abort() : route.fulfill({ response }));
  });
  await sendContact(page, texts);
  await expect.poll(() => posts).toBe(1);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  if (returns === 'after') {
    // Not "requestfinished": the page cancels the unneeded body, after which that event may never come.
    const known = lost ? page.waitForEvent('requestfailed', isContact) : page.waitForResponse(CONTACT_API);
    resolve();
    await known;
  }
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.title);
  return { resolve, posts: () => posts };
}

test('the end of a message while its page was left is shown on coming back (catches: never said)', async ({
  page,
  address,
}) => {
  await leaveWhileSending(page, written(address), 'after');
  await expect(page.getByRole('status').filter({ hasText: en.sent })).toBeVisible();
  await expect(lastingThanks(page)).toBeFocused();
  await expect(contactField(page, 'message')).toBeHidden();
  expect(await storedMessages(address)).toHaveLength(1);
  // Announced only once.
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await expect(contactField(page, 'message')).toHaveValue('');
  await expect(page.getByRole('status').filter({ hasText: en.sent })).toHaveCount(0);
  await expect(lastingThanks(page)).toHaveCount(0);
});

test('a person who comes back while a message is being sent waits for its answer (catches: sent twice)', async ({
  page,
  address,
}) => {
  const { resolve, posts } = await leaveWhileSending(page, written(address), 'before');
  await expect(submitButton(page)).toHaveAttribute('aria-busy', 'true');
  expect(await standing(page)).toEqual(written(address));
  // Not Playwright's own click, which waits until the button is idle.
  await submitButton(page).evaluate((button: HTMLElement) => button.click());
  resolve();
  await expect(page.getByRole('status').filter({ hasText: en.sent })).toBeVisible();
  await expect(lastingThanks(page)).toBeFocused();
  expect(posts()).toBe(1);
  expect(await storedMessages(address)).toHaveLength(1);
});

test('a failure while the page was left is said on coming back, and what was typed is there (catches: never said)', async ({
  page,
  address,
}) => {
  await leaveWhileSending(page, written(address), 'after', true);
  await expect(page.getByRole('alert')).toHaveText(en.unreachable);
  expect(await standing(page)).toEqual(written(address));
  await page.unroute(CONTACT_API);
  await submitButton(page).click();
  await expect(page.getByRole('status').filter({ hasText: en.sent })).toBeVisible();
  expect(await storedMessages(address)).toHaveLength(1);
});

test('errors and toasts speak the language chosen after them', async ({ page, address }) => {
  await page.route(CONTACT_API, (route) => route.fulfill({ status: 204 }));
  await openContact(page);
  await submitButton(page).click();
  await page.getByRole('switch', { name: 'English' }).first().click();
  await expect(contactField(page, 'name', 'pt')).toHaveAccessibleDescription(pt.fieldRequired);
  await fillContact(page, written(address), 'pt');
  await submitButton(page, 'pt').click();
  await expect(page.getByRole('status').filter({ hasText: pt.sent })).toBeVisible();
  await page.getByRole('switch', { name: 'English' }).first().click();
  await expect(page.getByRole('status').filter({ hasText: en.sent })).toBeVisible();
});
