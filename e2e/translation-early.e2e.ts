import { holdChunks, hydrated, openUnhydrated } from './support/chunks.ts';
import { WORDS } from './support/soon.ts';
import { storedRows } from './support/stored.ts';
import { expect, test } from './support/test.ts';
import { translate } from './support/translate.ts';

// React says that it had to draw the page anew; nothing else may happen.
test.use({ expected: /React error #418/ });

test('a page translated before React came in keeps what was typed and answers what was pressed', async ({
  page,
  address,
}) => {
  const release = await holdChunks(page);
  await openUnhydrated(page);
  await translate(page);
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await page.getByRole('textbox').fill(address);
  release();
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.pt.title);
  await expect(page.getByRole('textbox')).toHaveValue(address);
  await expect(page.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(WORDS.pt.success);
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
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  expect(await storedRows('plain', address)).toHaveLength(1);
});
