import { randomUUID } from 'node:crypto';
import { test as base, expect, type BrowserContext } from '@playwright/test';
import { noteHydration } from './chunks.ts';
import { addressOf, type SiteName } from './sites.ts';

type Fixtures = {
  /** Which build the test runs on; `test.use({ site: 'tags' })` for another. */
  site: SiteName;
  /** What the page may complain about; anything else on its console, any uncaught error and any CSP violation fails the test. */
  expected: RegExp;
  /** An address that no other test uses, at a domain of its own: mails to one domain are paced. */
  address: string;
};

export const test = base.extend<Fixtures>({
  site: ['plain', { option: true }],
  expected: [/(?!)/, { option: true }],
  baseURL: async ({ site }, use) => use(addressOf(site)),
  // oxlint-disable-next-line no-empty-pattern
  address: async ({}, use) => use(`ana@exemplo-${randomUUID().slice(0, 8)}.com`),
  context: async ({ context, expected }, use) => {
    const complaints = listen(context);
    await use(context);
    expect(complaints.filter((text) => !expected.test(text))).toEqual([]);
  },
  page: async ({ page }, use) => {
    await noteHydration(page);
    await use(page);
    // What a test still holds back is no failure of it.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});
export { expect };

/** For `test.use`: all that moves does; see playwright.config.ts. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** To all pages of a visitor: tabs and windows too. */
function listen(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
  return complaints;
}
