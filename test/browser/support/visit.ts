import type { Page } from '@playwright/test';
import { WORDS } from './soon.ts';
import { storedRows } from './stored.ts';
import { expect } from './test.ts';

/** A complete visit: language, pause, notice, an error, then success. */
export async function visit(page: Page, address: string): Promise<void> {
  const { pt } = WORDS;
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pt.title);
  await page.getByRole('button', { name: pt.pause }).click();
  await expect(page.getByRole('button', { name: pt.resume })).toBeVisible();
  await page.getByRole('link', { name: pt.privacy }).click();
  await expect(page.getByRole('dialog', { name: pt.privacy })).toContainText('Quem guarda');
  await page.getByRole('button', { name: pt.close }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByLabel(pt.prompt).fill(address);
  await page.route('**/api/subscribe', (route) => route.abort(), { times: 1 });
  // On the field: the closing dialog restores the focus with a delay.
  await page.getByLabel(pt.prompt).press('Enter');
  await expect(page.getByRole('alert')).toHaveText(pt.error);
  await page.getByRole('button', { name: pt.toggle }).click();
  await expect(page.getByRole('alert')).toHaveText(WORDS.en.error);
  await page.getByRole('button', { name: WORDS.en.button }).click();
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await expect(page.getByRole('status')).toHaveText(pt.success);
  expect(await storedRows('plain', address)).toHaveLength(1);
}
