import type { Page } from '@playwright/test';
import type { Language } from '#contract/language.ts';

export type View = {
  name: string;
  /** Below /dashboard, or a link of its own for whoever reads that language. */
  path: string | ((language: Language) => Promise<string>);
  who: 'owner' | 'nobody';
  /** Replaces what the server says. */
  before?: (page: Page) => Promise<unknown>;
  /** Instead of waiting until it has drawn. */
  arrange?: (page: Page) => Promise<unknown>;
  /** Whether each of its buttons is pressed too. */
  presses?: boolean;
  press?: number;
  /** What its console may say. */
  expected?: RegExp;
};

export const API = '**/api/owner/**';
export const FAILED = /Failed to load resource/;

/** It has drawn, and asks nothing. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** Comes back to the page until it has noticed. */
export async function untilSeen(page: Page, selector: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    const seen = page.locator(selector).first().waitFor({ timeout: 1_000 });
    if (
      await seen.then(
        () => true,
        () => false,
      )
    )
      return;
  }
  throw new Error(`${selector} was not seen`);
}

/** The server's own answer, but for what is changed in it. */
export function answers<T>(page: Page, path: string, change: (said: T) => unknown) {
  return page.route(`**/api/owner${path}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), ...(change((await response.json()) as T) as object) },
    });
  });
}
