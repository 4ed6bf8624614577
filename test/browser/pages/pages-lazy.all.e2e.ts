import { openPage, scrollThrough } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';
import { WHOLE_BROWSER } from '../support/whole-browser.ts';

const PICTURES = /\/static\/media\/[^/]+\.(avif|webp|svg|jpg|png)$/;

test.use({ site: 'live', ...WHOLE_BROWSER });

test('a picture far below the window is not downloaded before the visitor comes near', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (PICTURES.test(request.url())) asked.push(request.url());
  });
  // "Near" means within one and a half windows.
  await page.setViewportSize({ width: 360, height: 400 });
  await openPage(page, '/');
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await scrollThrough(page);
  expect(asked.length).toBeGreaterThan(0);
});
