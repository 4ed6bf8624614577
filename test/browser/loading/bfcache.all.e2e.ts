import type { Route } from '@playwright/test';
import { hydrated } from '../support/chunks.ts';
import { WORDS } from '../support/soon.ts';
import { storedRows } from '../support/stored.ts';
import { expect, test } from '../support/test.ts';
import { WHOLE_BROWSER } from '../support/whole-browser.ts';

test.use({ expected: /Failed to load resource/, ...WHOLE_BROWSER });

test('a page that was left comes back as it was, and works', async ({ page, address }) => {
  await page.addInitScript(() => {
    addEventListener(
      'pageshow',
      (event) => (document.documentElement.dataset['restored'] = String(event.persisted)),
    );
  });
  await page.goto('/soon');
  await hydrated(page);
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await page.getByLabel(WORDS.pt.prompt).fill(address);
  await page.goto('/robots.txt');
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-restored', 'true');
  await expect(page.getByLabel(WORDS.pt.prompt)).toHaveValue(address);
  await page.getByRole('button', { name: WORDS.pt.button }).click();
  await expect(page.getByRole('status')).toHaveText(WORDS.pt.success);
  expect(await storedRows('plain', address)).toHaveLength(1);
});

test('a page left while an address is under way can be used when it comes back', async ({
  page,
  address,
}) => {
  const held: Route[] = [];
  await page.route('**/api/subscribe', (route) => void held.push(route), { times: 1 });
  await page.goto('/soon');
  await hydrated(page);
  await page.getByLabel(WORDS.en.prompt).fill(address);
  await page.keyboard.press('Enter');
  await expect.poll(() => held.length).toBe(1);
  await page.goto('/robots.txt');
  await page.goBack({ waitUntil: 'commit' });
  await held[0]?.abort().catch(() => {});
  const button = page.getByRole('button', { name: WORDS.en.button });
  await expect(button).not.toHaveAttribute('aria-busy');
  await page.getByLabel(WORDS.en.prompt).fill(address);
  await button.click();
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  expect(await storedRows('plain', address)).toHaveLength(1);
});
