import type { Page } from '@playwright/test';
import { CHUNKS, openUnhydrated } from '../support/chunks.ts';
import { FAILED_REQUEST, WORDS } from '../support/soon.ts';
import { storedRows } from '../support/stored.ts';
import { expect, MOVING, test } from '../support/test.ts';

test.use({ ...MOVING, expected: FAILED_REQUEST });

const field = (page: Page) => page.getByLabel(WORDS.en.prompt);

function noteVisits(page: Page): string[] {
  const visits: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) visits.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return visits;
}

test('scripts that are gone bring one reload, then the page works without them', async ({
  page,
  address,
}) => {
  const visits = noteVisits(page);
  await page.route(CHUNKS, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await openUnhydrated(page);
  await expect.poll(() => visits.length).toBe(2);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: WORDS.en.pause }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('animation-play-state', 'paused');
  await field(page).fill(address);
  await page.getByRole('button', { name: WORDS.en.button }).click();
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await expect(page.getByRole('status')).toHaveText(WORDS.pt.success);
  expect(visits).toEqual(['GET /soon', 'GET /soon']);
  expect(await storedRows('plain', address)).toHaveLength(1);
});

test('a reload brings the new scripts of a release', async ({ page }) => {
  const visits = noteVisits(page);
  await page.route(CHUNKS, (route) =>
    visits.length < 2 ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  await openUnhydrated(page);
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.pt.title);
});

test('scripts that fail under typed text bring no reload, and the text is kept', async ({
  page,
  address,
}) => {
  const visits = noteVisits(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(CHUNKS, async (route) => {
    await promise;
    await route.abort();
  });
  await openUnhydrated(page);
  await field(page).fill(address);
  const failed = page.waitForEvent('requestfailed');
  resolve();
  await failed;
  await page.waitForLoadState('networkidle');
  await expect(field(page)).toHaveValue(address);
  expect(visits).toEqual(['GET /soon']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  expect(await storedRows('plain', address)).toHaveLength(1);
});

test('thanks from before the scripts fail stay (catches: a reload takes them away)', async ({
  page,
  address,
}) => {
  const visits = noteVisits(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(CHUNKS, async (route) => {
    await promise;
    await route.abort();
  });
  await openUnhydrated(page);
  await field(page).fill(address);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  const failed = page.waitForEvent('requestfailed');
  resolve();
  await failed;
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  expect(visits.filter((visit) => visit.startsWith('GET'))).toEqual(['GET /soon']);
});

test.describe('with a form that only React sends', () => {
  test.use({ site: 'live' });

  test('an Enter held while the scripts fail is sent by the browser', async ({ page, address }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(CHUNKS, async (route) => {
      await promise;
      await route.abort();
    });
    await openUnhydrated(page, '/products');
    await page.locator('input[autocomplete=email]').first().fill(address);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    resolve();
    await expect(page).toHaveURL('/products?state=subscribed&lang=en');
    expect(await storedRows('live', address)).toHaveLength(1);
  });
});
