import type { Page } from '@playwright/test';
import { hydrated } from '../support/chunks.ts';
import { WORDS } from '../support/soon.ts';
import { storedRows } from '../support/stored.ts';
import { expect, test } from '../support/test.ts';

/** Navigates as the router itself does. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}

const CLOSED = ['/', '/services', '/products', '/about', '/contact', '/no/such/page', '/soon/', '/SOON'];

test('every closed path leads to the page in one step', async ({ page }) => {
  for (const path of CLOSED) {
    const answer = await page.goto(path);
    const first = answer?.request().redirectedFrom();
    expect(await first?.response().then((response) => response?.status()), path).toBe(302);
    expect(first?.redirectedFrom(), path).toBeNull();
    await hydrated(page);
    expect(new URL(page.url()).pathname, path).toBe('/soon');
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(WORDS.en.title);
    await expect(page.getByRole('navigation'), path).toHaveCount(0);
  }
});

test('Back leaves the site: a closed path and a change of language are one entry', async ({ page }) => {
  await page.goto('/robots.txt');
  const before = await page.evaluate(() => history.length);
  await page.goto('/services');
  await hydrated(page);
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await page.getByRole('button', { name: WORDS.pt.toggle }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.en.title);
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  await page.goBack();
  await expect(page).toHaveURL('/robots.txt');
});

test('the path asked for leaves the address bar and comes with the address', async ({ page, address }) => {
  await page.goto('/services?utm_source=ig&utm_campaign=launch&x=1');
  await expect(page).toHaveURL('/soon?utm_source=ig&utm_campaign=launch');
  await page.getByLabel(WORDS.en.prompt).fill(address);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  expect(await storedRows('plain', address)).toEqual([
    expect.objectContaining({ path: '/services', utm_source: 'ig', utm_campaign: 'launch' }),
  ]);
});

test('a path asked for in Portuguese is shown in Portuguese @all', async ({ page }) => {
  await page.goto('/about?lang=pt');
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.pt.title);
});

test('going to a closed path within the page leads back, replacing its entry, to the top @all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 320 });
  await page.goto('/soon');
  await hydrated(page);
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  const before = await page.evaluate(() => history.length);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await go(page, '/services');
  await expect(page).toHaveURL('/soon');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.pt.title);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('a change of language does not scroll @all', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 320 });
  await page.goto('/soon');
  await hydrated(page);
  await page.evaluate(() => scrollTo(0, 100));
  await page.evaluate(() => document.querySelector<HTMLElement>('header button')?.click());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.pt.title);
  expect(await page.evaluate(() => scrollY)).toBe(100);
});

test('the browser does not restore scroll positions by itself @all', async ({ page }) => {
  await page.goto('/soon');
  await hydrated(page);
  expect(await page.evaluate(() => history.scrollRestoration)).toBe('manual');
});

test('an unknown state is the page itself @all', async ({ page }) => {
  await page.goto('/soon?state=nonsense');
  await hydrated(page);
  await expect(page.getByLabel(WORDS.en.prompt)).toBeVisible();
});

test('the answer pages of a plain form work with scripts too @all', async ({ page, address }) => {
  await page.goto('/soon?state=failed&lang=pt');
  await hydrated(page);
  await expect(page.getByRole('alert')).toHaveText(WORDS.pt.error);
  await page.getByLabel(WORDS.pt.prompt).fill(address);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(WORDS.pt.success);
  await page.goto('/soon?state=subscribed&lang=pt');
  await hydrated(page);
  await expect(page.getByRole('status')).toHaveText(WORDS.pt.success);
});
