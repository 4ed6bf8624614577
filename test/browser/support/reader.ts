import type { Page } from '@playwright/test';

/** An empty page beside another one, to decode pictures in. It stays behind: what lies behind is painted rarely. */
export async function openReader(page: Page): Promise<Page> {
  const reader = await page.context().newPage();
  await page.bringToFront();
  return reader;
}
