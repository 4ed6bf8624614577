import type { Page } from '@playwright/test';

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to the browser's own
  interface Window {
    isHydrated?: boolean;
  }
}

/** All of the site's external scripts. */
export const CHUNKS = '**/static/js/*';

/** Call it before the page is opened; see `hydrated`. */
export async function noteHydration(page: Page): Promise<void> {
  await page.addInitScript(() => addEventListener('hydrated', () => (window.isHydrated = true)));
}

/** Resolves after hydration. Few tests need it: what a visitor does earlier is not lost. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => window.isHydrated);
}

/** Holds all scripts until the returned function is called: extends the time before hydration. */
export async function holdChunks(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(CHUNKS, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/** Opens a page without waiting for scripts that may never load. */
export async function openUnhydrated(page: Page, address = '/soon'): Promise<void> {
  await page.goto(address, { waitUntil: 'domcontentloaded' });
}
