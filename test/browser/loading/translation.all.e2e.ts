import { hydrated } from '../support/chunks.ts';
import { FAILED_REQUEST, WORDS } from '../support/soon.ts';
import { expect, MOVING, test } from '../support/test.ts';
import { translate } from '../support/translate.ts';
import { visit } from '../support/visit.ts';

test.use({ ...MOVING, expected: FAILED_REQUEST });

test('a page translated by the browser goes through the whole visit with the right words', async ({
  page,
  address,
}) => {
  await page.goto('/soon');
  await hydrated(page);
  await translate(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`[${WORDS.en.title}]`);
  await visit(page, address);
});

test('a page translated again after each change still works', async ({ page, address }) => {
  await page.goto('/soon');
  await hydrated(page);
  await translate(page);
  await page.getByRole('button', { name: /^EN/ }).click();
  await translate(page);
  await page.getByRole('link').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await translate(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.route('**/api/subscribe', (route) => route.abort(), { times: 1 });
  await page.getByRole('textbox').fill(address);
  await page.getByRole('textbox').press('Enter');
  await expect(page.getByRole('alert')).toHaveText(WORDS.pt.error);
  await translate(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(WORDS.pt.success);
  await expect(page.getByRole('alert')).toBeEmpty();
});
