import type { Page } from '@playwright/test';
import { site as siteEn } from '#dashboard/text/en/site.ts';
import { settings as settingsEn } from '#dashboard/text/en/settings.ts';
import { subscription as subscriptionPt } from '#site/text/pt/subscription.ts';
import { expectNoFindings } from '../support/axe.ts';
import { test, withOwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: typeof name === 'string' });
const dialog = (page: Page) => page.getByRole('dialog');

test('a client is shown the draft by a link, in both languages, and what its form says (catches: a page without its line; a form that thanks; the live site where the draft has no page) @all', async ({
  page,
  context,
  browser,
}) => {
  await withOwnerSite(
    async (site) => {
      await site.signIn(context, { name: 'Ana Prado' });
      await page.goto(`${site.address}/dashboard/site/drafts`);
      await expect(page.getByText(siteEn.drafts.none)).toBeVisible();
      await expectNoFindings(page, 'no links yet');
      await button(page, siteEn.drafts.make).click();
      await dialog(page).getByLabel(settingsEn.previewFor).fill('Fio Azul');
      await dialog(page).getByRole('button', { name: siteEn.drafts.make }).click();
      const link = (await dialog(page).getByText('?draft=').textContent()) ?? '';
      await page.keyboard.press('Escape');
      await expectNoFindings(page, 'a link');

      const guest = await browser.newContext();
      const client = await guest.newPage();
      await client.goto(link);
      await expect(client.getByText('A draft for Fio Azul, as of')).toBeVisible();
      await client.getByRole('switch').click();
      await expect(client.getByText('Rascunho para Fio Azul')).toBeVisible();
      const nowhere = await client.goto(`${site.address}/nowhere?lang=pt`);
      expect(nowhere?.status()).toBe(404);
      await expect(client.getByText('Rascunho para Fio Azul')).toBeVisible();
      await client.goto(`${site.address}/soon?lang=pt`);
      await expect(client.getByText('Rascunho para Fio Azul')).toBeVisible();
      await client.getByRole('textbox').fill('rui@example.com');
      await client.keyboard.press('Enter');
      await expect(client.getByText(subscriptionPt.draft.sent)).toBeVisible();
      await guest.close();

      await button(page, new RegExp(`^${settingsEn.previewEnd}`)).click();
      await expect(page.getByText(siteEn.drafts.ended)).toBeVisible();
    },
    { follows: true },
  );
});
