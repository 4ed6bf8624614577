import { editor as editorEn } from '#dashboard/text/en/editor.ts';
import { expectNoFindings } from '../support/axe.ts';
import { draftOf } from '../support/owner-draft.ts';
import { test } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

test('a fifth service is added, named in one language, put first and removed, and its words stay (catches: a row that saves nothing; words that are gone with the row)', async ({
  page,
  context,
  ownerSite,
}) => {
  await ownerSite.signIn(context, { name: 'Ana Prado' });
  await page.goto('/dashboard/site/pages/services');
  const frame = page.frameLocator('iframe[data-drawn]');
  await expect(frame.locator('main section h2[id]')).toHaveCount(4);
  await page.getByRole('button', { name: editorEn.addService }).click();
  const name = page.locator('textarea[data-field="text.services.items.4.name.en"]');
  await name.fill('Packaging');
  await expect(frame.locator('main section h2[id]').last()).toHaveText('Packaging');
  await expect.poll(() => draftOf(page, 'services')).toEqual([0, 1, 2, 3, 4]);
  await expect.poll(() => draftOf(page, 'text.services.items.4.name.en')).toBe('Packaging');
  await expect(page.getByText(/was written for 4 services; the page shows 5/)).toBeVisible();
  await expectNoFindings(page, 'the services');

  const handle = page.getByRole('button', {
    name: editorEn.list.move.replace('{name}', 'Packaging'),
    exact: true,
  });
  await handle.focus();
  await page.keyboard.press('Enter');
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(frame.locator('main section h2[id]').first()).toHaveText('Packaging');
  await page
    .getByRole('button', { name: editorEn.list.remove.replace('{name}', 'Packaging'), exact: true })
    .click();
  await expect.poll(() => draftOf(page, 'services')).toBeUndefined();
  expect(await draftOf(page, 'text.services.items.4.name.en')).toBe('Packaging');
});
