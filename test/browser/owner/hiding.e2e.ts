import { editor as editorEn } from '#dashboard/text/en/editor.ts';
import { fields as fieldsEn } from '#dashboard/text/en/fields.ts';
import { expectNoFindings } from '../support/axe.ts';
import { draftOf } from '../support/owner-draft.ts';
import { test } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

const VALUES = fieldsEn.label.hidden_about_values;

test('a part of a page is hidden by a switch, marked in the preview, and shown again (catches: a switch that saves nothing; a part that is gone from the preview)', async ({
  page,
  context,
  ownerSite,
}) => {
  await ownerSite.signIn(context, { name: 'Ana Prado' });
  await page.goto('/dashboard/site/pages/about');
  const values = page.getByRole('switch', { name: VALUES });
  const frame = page.frameLocator('iframe[data-drawn]');
  await expect(values).toBeChecked();
  await values.click();
  await expect(values).not.toBeChecked();
  await expect(frame.locator('[data-hidden="about.values"] h2')).toBeVisible();
  await expect(frame.getByText(editorEn.hiddenPart.replace('{part}', VALUES))).toBeVisible();
  await expect.poll(() => draftOf(page, 'hidden.about.values')).toBe(true);
  await expectNoFindings(page, 'the parts');
  await page.goto('/dashboard/site/changes');
  await expect(page.getByText(editorEn.hidden).last()).toBeVisible();
  await page.goto('/dashboard/site/pages/about');
  await values.click();
  await expect(frame.locator('[data-hidden]')).toHaveCount(0);
  await expect.poll(() => draftOf(page, 'hidden.about.values')).not.toBe(true);
});
