import { holdChunks, hydrated, openUnhydrated } from '../support/chunks.ts';
import { WORDS } from '../support/soon.ts';
import { storedRows } from '../support/stored.ts';
import { expect, test } from '../support/test.ts';
import { translate, translated } from '../support/translate.ts';

// React reports that it rendered the page again; no other error is expected.
test.use({ expected: /React error #418/ });

test('a page translated before React came in keeps what was typed and answers what was pressed', async ({
  page,
  address,
}) => {
  const release = await holdChunks(page);
  await openUnhydrated(page);
  await translate(page);
  await page.locator('header button').click();
  await page.getByRole('textbox').fill(address);
  release();
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(translated(WORDS.pt.title));
  await expect(page.getByRole('textbox')).toHaveValue(address);
  await expect(page.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(translated(WORDS.pt.success));
});

test('a page translated before React came in sends the address whose Enter came before', async ({
  page,
  address,
}) => {
  const release = await holdChunks(page);
  await openUnhydrated(page);
  await translate(page);
  await page.getByRole('textbox').fill(address);
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByRole('status')).toHaveText(translated(WORDS.en.success));
  expect(await storedRows('plain', address)).toHaveLength(1);
});

test.describe('on a page with two forms', () => {
  test.use({ site: 'live' });

  test('text typed into the second one stays too (catches: only the first is read)', async ({
    page,
    address,
  }) => {
    const release = await holdChunks(page);
    await openUnhydrated(page, '/products');
    const fields = page.locator('input[autocomplete=email]');
    await fields.nth(1).fill(address);
    await translate(page);
    release();
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(translated('Brief books.'));
    await expect(fields.nth(1)).toHaveValue(address);
    await expect(fields.nth(1)).toBeFocused();
    await expect(fields.nth(0)).toHaveValue('');
  });
});
