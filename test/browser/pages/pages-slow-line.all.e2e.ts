import type { Page } from '@playwright/test';
import { CHUNKS, hydrated, openUnhydrated } from '../support/chunks.ts';
import { heading, openPage, PAGES } from '../support/pages.ts';
import { expect, MOVING, test } from '../support/test.ts';

test.use({ ...MOVING, site: 'live' });

const ABOUT = /\/About\.[^/]*\.js$/;
const link = (page: Page, name: keyof typeof PAGES) =>
  page.getByRole('navigation').first().getByRole('link', { name: PAGES[name].link.en });

/** Far enough ahead that a slow machine has not reached it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(300_000);
}

test('a link whose script hangs is followed by the browser after eight seconds (catches: nothing for two minutes)', async ({
  page,
}) => {
  await page.clock.install({ time: 0 });
  await openPage(page, '/');
  await page.route(ABOUT, () => {});
  await stopClock(page);
  await link(page, 'about').click();
  await page.clock.runFor(7_900);
  await expect(heading(page)).toHaveText(PAGES.home.heading.en);
  await page.clock.runFor(200);
  await expect(heading(page)).toHaveText(PAGES.about.heading.en);
  await expect(page).toHaveURL(PAGES.about.path);
});

test('Back takes a press back whose script is still on its way (catches: the page changes later)', async ({
  page,
}) => {
  await openPage(page, '/');
  await link(page, 'services').click();
  await expect(heading(page)).toHaveText(PAGES.services.heading.en);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(ABOUT, async (route) => {
    await promise;
    await route.fallback();
  });
  await link(page, 'about').click();
  await page.goBack();
  await expect(heading(page)).toHaveText(PAGES.home.heading.en);
  const came = page.waitForResponse(ABOUT);
  resolve();
  await came;
  await page.waitForLoadState('networkidle');
  await expect(heading(page)).toHaveText(PAGES.home.heading.en);
  await expect(page).toHaveURL('/?lang=en');
});

test('Back to a page whose script hangs loads its document after eight seconds (catches: an empty page for two minutes)', async ({
  page,
}) => {
  await page.clock.install({ time: 0 });
  await openPage(page, '/contact');
  await link(page, 'services').click();
  await expect(heading(page)).toHaveText(PAGES.services.heading.en);
  await page.reload();
  await hydrated(page);
  await page.route(/\/Contact\.[^/]*\.js$/, () => {});
  await stopClock(page);
  await page.goBack();
  await expect(heading(page)).toHaveCount(0);
  await page.clock.runFor(8_100);
  await expect(heading(page)).toHaveText(PAGES.contact.heading.en);
});

test('scripts that hang leave the menu to the browser after eight seconds (catches: its icon is dead)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.clock.install({ time: 0 });
  await page.route(CHUNKS, () => {});
  await openUnhydrated(page, '/');
  await stopClock(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.clock.runFor(8_100);
  await page.locator('summary').click();
  await page.locator('header details').getByRole('link', { name: PAGES.about.link.en }).click();
  await expect(heading(page)).toHaveText(PAGES.about.heading.en);
});
