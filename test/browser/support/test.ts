import { randomUUID } from 'node:crypto';
import { test as base, expect, type BrowserContext } from '@playwright/test';
import { noteHydration } from './chunks.ts';
import { addressOf, type SiteName } from './sites.ts';

type Fixtures = {
  /** The build of the test; `test.use({ site: 'tags' })` for another. */
  site: SiteName;
  /** Allowed console messages; any other one, an uncaught error or a CSP violation fails the test. */
  expected: RegExp;
  /** An address used by no other test, at its own domain: mails to one domain are paced. */
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
    // Requests that a test still holds do not fail it.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});
export { expect };

/** For `test.use`: enables animation; see playwright.config.ts. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** Listens to all pages of a visitor, including tabs and windows. */
function listen(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
  return complaints;
}
