import type { Page } from '@playwright/test';
import { navbar as navbarPt } from '#site/text/pt/navbar.ts';
import { heading, openPage, PAGE_NAMES, PAGES } from '../support/pages.ts';
import { SCREENS } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

test.use({ site: 'live', viewport: { width: 360, height: 740 } });

const opener = (page: Page) => page.getByRole('button', { name: 'Open menu' });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

const WAYS: Record<string, (page: Page) => Promise<void>> = {
  'its icon': (page) => page.getByRole('button', { name: 'Close menu' }).click(),
  Escape: (page) => page.keyboard.press('Escape'),
  'a press beside the links': (page) => page.mouse.click(180, 110),
};

test('the menu of every page closes on its icon, Escape and a press beside, and gives the focus back', async ({
  page,
}) => {
  for (const { path } of Object.values(PAGES)) {
    await openPage(page, path);
    for (const [way, close] of Object.entries(WAYS)) {
      await opener(page).click();
      await expect(menu(page), `${path}, ${way}`).toBeVisible();
      await close(page);
      await expect(menu(page), `${path}, ${way}`).toBeHidden();
      await expect(opener(page)).toBeFocused();
    }
  }
});

test('a link of the menu closes it and leads to its page, at the heading', async ({ page }) => {
  await openPage(page, '/');
  for (const name of PAGE_NAMES.toReversed()) {
    await opener(page).click();
    await menu(page).getByRole('link', { name: PAGES[name].link.en }).click();
    await expect(heading(page)).toHaveText(PAGES[name].heading.en);
    await expect(menu(page)).toBeHidden();
    await expect(page).toHaveURL(PAGES[name].path);
    await expect(heading(page)).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
});

test('the focus stays in the open menu, and what is under it is not reached', async ({ page }) => {
  await openPage(page, '/contact');
  await opener(page).click();
  await expect(menu(page).locator('[aria-current=page]')).toHaveText('Contact');
  for (let stop = 0; stop < 24; stop += 1) {
    await page.keyboard.press(stop < 12 ? 'Tab' : 'Shift+Tab');
    // While the browser's own controls have the focus, the active element is the body.
    const inside = await menu(page).evaluate(
      (dialog) => dialog.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(inside).toBe(true);
  }
});

test('language and theme are changed in the menu, which stays open on the same page @all', async ({
  page,
}) => {
  await openPage(page, '/about');
  await opener(page).click();
  await menu(page).getByRole('switch').click();
  const inPortuguese = page.getByRole('dialog');
  await expect(inPortuguese.getByRole('link')).toHaveText(PAGE_NAMES.map((name) => PAGES[name].link.pt));
  await inPortuguese.getByRole('button', { name: navbarPt.themeToLight }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(inPortuguese).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(heading(page)).toHaveText(PAGES.about.heading.pt);
});

test('a tablet that is turned with the menu open shows a page that answers (catches: the hidden menu is still modal) @all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await openPage(page, '/');
  await opener(page).click();
  await expect(menu(page)).toBeVisible();
  await page.setViewportSize({ width: 1180, height: 820 });
  const bar = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: PAGES.services.link.en }).click();
  await expect(heading(page)).toHaveText(PAGES.services.heading.en);
});

test('the open menu is seen whole on every small screen (catches: its end is cut on a phone held sideways) @all', async ({
  page,
}) => {
  await openPage(page, '/about', 'pt');
  await page.getByRole('button', { name: navbarPt.openMenu }).click();
  for (const size of SCREENS.filter(({ width }) => width < 960)) {
    await page.setViewportSize(size);
    const all = page.getByRole('dialog').locator('a, button, [role=switch]');
    await expect(all).toHaveCount(8);
    for (const one of await all.all()) await expect(one).toBeInViewport({ ratio: 1 });
    const boxes = await Promise.all((await all.all()).map((one) => one.boundingBox()));
    expect(Math.min(...boxes.map((box) => box?.height ?? 0))).toBeGreaterThanOrEqual(24);
  }
});

test('nothing of the page is seen through the bar @all', async ({ page }) => {
  await openPage(page, '/about');
  const [bar, ground] = await page.evaluate(() =>
    ['header', 'html'].map((name) => getComputedStyle(document.querySelector(name)!).backgroundColor),
  );
  expect(bar).toBe(ground);
});

const OPENED: Record<string, (page: Page) => Promise<void>> = {
  'the menu': (page) => opener(page).click(),
  'the notice': (page) => page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click(),
};

for (const [name, open] of Object.entries(OPENED)) {
  test(`Back with ${name} open shows the page before (catches: the page changes under what stays open) @all`, async ({
    page,
  }) => {
    await openPage(page, '/about');
    await page.getByRole('main').getByRole('link').click();
    await expect(heading(page)).toHaveText(PAGES.contact.heading.en);
    await open(page);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(heading(page)).toHaveText(PAGES.about.heading.en);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(heading(page)).toBeFocused();
  });
}
