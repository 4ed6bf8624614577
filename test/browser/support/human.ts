import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { hydrated } from './chunks.ts';
import { mailsTo } from './mails.ts';
import { FAILED_REQUEST, WORDS } from './soon.ts';
import { storedRows } from './stored.ts';
import { expect } from './test.ts';

/** For `test.use`: a visitor of the real collector with its guard on, from a separate network. */
export const HUMAN = {
  site: 'guarded',
  expected: FAILED_REQUEST,
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: async ({}, use: (headers: Record<string, string>) => Promise<void>): Promise<void> =>
    use({ 'x-forwarded-for': `203.0.${randomInt(256)}.${randomInt(256)}` }),
} as const;

export const field = (page: Page) => page.getByLabel(WORDS.en.prompt);
export const button = (page: Page) => page.getByRole('button', { name: WORDS.en.button });

export async function open(page: Page): Promise<void> {
  await page.goto('/soon');
  await hydrated(page);
}

/** Checks that the visitor was thanked, stored, and emailed once. */
export async function expectLetIn(page: Page, address: string, language: 'en' | 'pt' = 'en'): Promise<void> {
  await expect(page.getByRole('status')).toHaveText(WORDS[language].success);
  const rows = await storedRows('guarded', address, '--all');
  expect(rows).toEqual([expect.objectContaining({ suspect: '', language })]);
  await expect.poll(() => mailsTo('guarded', address)).toHaveLength(1);
}
