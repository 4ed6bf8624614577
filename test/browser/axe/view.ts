import type { Page } from '@playwright/test';
import type { Language } from '#contract/language.ts';

export type View = {
  name: string;
  /** Below /dashboard, or a link made for the reader of that language. */
  path: string | ((language: Language) => Promise<string>);
  who: 'owner' | 'nobody';
  /** Replaces the server's answers. */
  before?: (page: Page) => Promise<unknown>;
  /** Runs instead of waiting for the page to render. */
  arrange?: (page: Page) => Promise<unknown>;
  /** Whether each of its buttons is pressed too. */
  presses?: boolean;
  press?: number;
  /** Expected console output. */
  expected?: RegExp;
};

export const API = '**/api/owner/**';
export const FAILED = /Failed to load resource/;

/** Waits until the page has rendered and no request is in flight. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** Returns to the page, repeatedly, until it has noticed. */
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

/** Passes on the server's answer with changes. */
export function answers<T>(page: Page, path: string, change: (said: T) => unknown) {
  return page.route(`**/api/owner${path}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), ...(change((await response.json()) as T) as object) },
    });
  });
}
