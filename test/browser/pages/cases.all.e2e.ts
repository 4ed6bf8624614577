import { findings } from '../support/axe.ts';
import { openPage } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test.use({ site: 'books' });

test('a case opens within the page, and Back leads to the list (catches: the browser loads a document; a page without words)', async ({
  page,
}) => {
  await openPage(page, '/');
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
  await page.getByRole('link', { name: 'See how' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A family bakery in Braga');
  await expect(page).toHaveURL(/\/work\/bakery$/);
  await expect(page).toHaveTitle(/^A family bakery in Braga · /);
  await expect(page.getByRole('main')).toContainText('People ask for it by its name');
  await expect(page.locator('html[data-same]')).toHaveCount(1);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Home' }).first()).toHaveAttribute(
    'aria-current',
    'true',
  );
  expect(await findings(page, 'all')).toEqual([]);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Work' })).toBeVisible();
});

test('a case in Portuguese alone is in the Portuguese list, and is shown in Portuguese whatever was chosen (catches: an empty page in English; English words said to be Portuguese)', async ({
  page,
}) => {
  await openPage(page, '/', 'pt');
  await page.getByRole('link', { name: 'Oficina da Sé' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oficina da Sé');
  await expect(page.getByRole('link', { name: /^Seguinte/ })).toHaveAttribute('href', /\/work\/bakery/);
  await page.goto('/work/oficina');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  await page.getByRole('switch', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oficina da Sé');
  await expect(page.locator('main [lang=pt] h1')).toHaveCount(1);
  await page.reload();
  await expect(page.locator('main [lang=pt] h1')).toHaveText('Oficina da Sé');
  expect(await findings(page, 'all')).toEqual([]);
});
