import { addEdition } from '#server/content/editions.ts';
import { setSite } from '#server/launch/site.ts';
import { missing } from '#site/text/en/missing.ts';
import { editor as editorEn } from '#dashboard/text/en/editor.ts';
import { rooms } from '#dashboard/text/en/rooms.ts';
import { expectNoFindings } from '../support/axe.ts';
import { hydrated } from '../support/chunks.ts';
import { draftOf } from '../support/owner-draft.ts';
import { test, withOwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

test.use({ expected: /\b(?:404|503)\b/ });

const VALUES = rooms.section.values;

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

test('the address of a hidden page, and of no case, stays “not found” once scripts run (catches: the hidden page appears; hydration fails) @all', async ({
  page,
}) => {
  await withOwnerSite(
    async (site) => {
      await site.within(async ({ write }) => {
        await addEdition(
          write,
          { after: 0, content: { 'hidden.services': true }, owner: null, draftSeen: 0 },
          0,
        );
        await setSite(write, 'live', { by: 'Ana', now: Date.now() });
      });
      const isHidden = async () => (await page.request.get(`${site.address}/services`)).status() === 404;
      await expect.poll(isHidden).toBe(true);
      for (const path of ['/services', '/work/nobody']) {
        await page.goto(`${site.address}${path}`);
        await hydrated(page);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(missing.title);
      }
    },
    { follows: true },
  );
});
