import type { Page } from '@playwright/test';
import { navbar as navbarPt } from '#site/text/pt/navbar.ts';
import { GALLERY } from '../support/sites.ts';
import { expect, test } from '../support/test.ts';

const LINKS = {
  Home: '/',
  Services: '/services',
  Products: '/products',
  About: '/about',
  Contact: '/contact',
};
const PORTUGUESE = ['Início', 'Serviços', 'Produtos', 'Sobre nós', 'Contacto'];

const menuIcon = (page: Page) => page.getByRole('button', { name: 'Open menu' });
const menu = (page: Page) => page.getByRole('dialog');

async function openMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(GALLERY);
  await menuIcon(page).click();
  await expect(menu(page)).toBeVisible();
}

function pathOf(page: Page): string {
  return new URL(page.url()).pathname;
}

test('the bar has the logo, five links in their order and the current one marked', async ({ page }) => {
  await page.goto(GALLERY);
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link')).toHaveText(Object.keys(LINKS));
  for (const [name, href] of Object.entries(LINKS)) {
    await expect(bar.getByRole('link', { name })).toHaveAttribute('href', href);
  }
  await expect(page.getByRole('banner').getByRole('link', { name: 'embreve', exact: true })).toHaveAttribute(
    'href',
    '/',
  );
  await expect(bar.locator('[aria-current=page]')).toHaveText('Home');
  await bar.getByRole('link', { name: 'About' }).click();
  expect(pathOf(page)).toBe('/about');
  await expect(bar.locator('[aria-current=page]')).toHaveText('About');
  // Hovering draws the arc of another page.
  const arc = bar.getByRole('link', { name: 'Services' }).locator('svg');
  await expect(arc).toHaveCSS('transform', 'matrix(0, 0, 0, 1, 0, 0)');
  await bar.getByRole('link', { name: 'Services' }).hover();
  await expect(arc).toHaveCSS('transform', 'none');
  await expect(menuIcon(page)).toBeHidden();
});

test('the switch is on for English, off for Portuguese, and changes every word', async ({ page }) => {
  await page.goto(GALLERY);
  const language = page.getByRole('switch', { name: 'English' });
  await expect(language).toBeChecked();
  await expect(language).toContainText('EN');
  await language.click();
  await expect(language).not.toBeChecked();
  await expect(language).toContainText('PT');
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText(PORTUGUESE);
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('pt');
  await page.keyboard.press('Space');
  await expect(language).toBeChecked();
});

test('the switch is drawn 40 by 12 and pressed on at least 44 by 44', async ({ page }) => {
  await page.goto(GALLERY);
  const language = page.getByRole('switch', { name: 'English' });
  expect(await language.locator('svg').boundingBox()).toMatchObject({ width: 40, height: 12 });
  const target = await language.boundingBox();
  expect(target?.width).toBeGreaterThanOrEqual(44);
  expect(target?.height).toBeGreaterThanOrEqual(44);
});

test('on small screens an icon opens the menu, which holds the links, the switch and the theme', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(GALLERY);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(menuIcon(page)).toHaveAttribute('aria-expanded', 'false');
  await menuIcon(page).click();
  await expect(menu(page)).toHaveAccessibleName('Menu');
  await expect(menu(page).getByRole('link')).toHaveText(Object.keys(LINKS));
  await expect(menu(page).getByRole('switch', { name: 'English' })).toBeChecked();
  await expect(menu(page).getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
});

const WAYS: [name: string, close: (page: Page) => Promise<void>][] = [
  ['its icon', (page) => page.getByRole('button', { name: 'Close menu' }).click()],
  ['Escape', (page) => page.keyboard.press('Escape')],
  ['a press beside the links', (page) => page.mouse.click(180, 120)],
];

for (const [name, close] of WAYS) {
  test(`the menu closes on ${name} and gives the focus back`, async ({ page }) => {
    await openMenu(page);
    await close(page);
    await expect(menu(page)).toBeHidden();
    await expect(menuIcon(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(menuIcon(page)).toBeFocused();
    await menuIcon(page).click();
    await expect(menu(page)).toBeVisible();
  });
}

for (const [name, href] of Object.entries(LINKS)) {
  test(`the menu closes on its link ${name}, which is followed`, async ({ page }) => {
    await openMenu(page);
    await menu(page).getByRole('link', { name }).click();
    await expect(menu(page)).toBeHidden();
    expect(pathOf(page)).toBe(href);
  });
}

test('the menu stays open on its switch and its theme control', async ({ page }) => {
  await openMenu(page);
  await menu(page).getByRole('switch').click();
  await expect(menu(page).getByRole('link')).toHaveText(PORTUGUESE);
  await expect(page.getByRole('button', { name: 'Fechar menu' })).toBeVisible();
  await menu(page).getByRole('button', { name: navbarPt.themeToLight }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('false');
  await menu(page).getByRole('button', { name: navbarPt.themeToDark }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('true');
});

test('the focus stays in the open menu', async ({ page }) => {
  await openMenu(page);
  const outside: string[] = [];
  for (let stop = 0; stop < 20; stop++) {
    await page.keyboard.press(stop < 10 ? 'Tab' : 'Shift+Tab');
    // While the browser's own controls have the focus, the active element is the body.
    const lost = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement === document.body || activeElement?.closest('dialog')
        ? ''
        : activeElement?.outerHTML;
    });
    if (lost) outside.push(lost);
  }
  expect(outside).toEqual([]);
});

test('the menu is opened and closed by keyboard alone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(GALLERY);
  await menuIcon(page).focus();
  await page.keyboard.press('Enter');
  await expect(menu(page)).toBeVisible();
  await menu(page).getByRole('link', { name: 'Contact' }).focus();
  await page.keyboard.press('Enter');
  await expect(menu(page)).toBeHidden();
  expect(pathOf(page)).toBe('/contact');
});

test('the coming soon page shows no bar and loads none', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/soon');
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('switch')).toHaveCount(0);
  expect(scripts.filter((url) => /navbar/i.test(url))).toEqual([]);
});
