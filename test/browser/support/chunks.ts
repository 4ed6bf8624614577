import type { Page } from '@playwright/test';

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to the browser's own
  interface Window {
    isHydrated?: boolean;
  }
}

/** Every script of the site that is a file. */
export const CHUNKS = '**/static/js/*';

/** To be called before the page is opened; see `hydrated`. */
export async function noteHydration(page: Page): Promise<void> {
  await page.addInitScript(() => addEventListener('hydrated', () => (window.isHydrated = true)));
}

/** Resolves once React answers what the visitor does. Few tests need it: what is done before is not lost. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => window.isHydrated);
}

/** Keeps all scripts back until the returned function is called: the time before hydration, as long as it takes. */
export async function holdChunks(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(CHUNKS, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/** Opens a page without waiting for scripts that may never come. */
export async function openUnhydrated(page: Page, address = '/soon'): Promise<void> {
  await page.goto(address, { waitUntil: 'domcontentloaded' });
}
