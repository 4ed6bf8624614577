import type { Page } from '@playwright/test';
import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { frame as frameEn } from '#dashboard/text/en/frame.ts';
import { frame as framePt } from '#dashboard/text/pt/frame.ts';
import { site as siteEn } from '#dashboard/text/en/site.ts';
import { site as sitePt } from '#dashboard/text/pt/site.ts';
import { heard, listen } from '../support/ear.ts';
import { test, withOwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

// As ear.all.e2e.ts, for an owner who edits the site.
const WORDS = {
  en: { frame: frameEn, site: siteEn },
  pt: { frame: framePt, site: sitePt },
};
/** A field whose words people agree to, in the language of the page that is heard. */
const AGREED = { en: 'text.page.soon.subscribeMessage.en', pt: 'text.page.soon.subscribeMessage.pt' };

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

test.beforeEach(({ page }) => listen(page));

/** Times differ from run to run. */
const timeless = (text: string) =>
  text.replaceAll(/\d\d:\d\d/g, '14:02').replaceAll(/(?<=Ana Prado, ).*/g, '…');

for (const language of LANGUAGES) {
  const { frame, site: words } = WORDS[language];

  test(`an owner hears a sentence change, be published and undone, in ${language}`, async ({
    page,
    context,
  }) => {
    await withOwnerSite(async (site) => {
      await site.signIn(context, { name: 'Ana Prado', language });
      await page.goto(`${site.address}/dashboard/site/pages/services`);
      const steps = [await heard(page, 'a service', main(page).locator('li:has(li)').first())];
      await page.goto(`${site.address}/dashboard/site/pages/soon`);
      const field = page.locator(`[data-field="${AGREED[language]}"]`);
      await field.fill('A');
      await expect(page.getByRole('link', { name: words.strip.see })).toBeVisible();
      steps.push(await heard(page, 'a sentence is typed', field, field));
      await main(page)
        .getByRole('link', { name: frame.common.backTo.replace('{page}', 'Site') })
        .click();
      steps.push(await heard(page, 'the overview', main(page), heading(page)));
      await page.getByRole('link', { name: words.strip.see }).click();
      steps.push(await heard(page, 'its changes', main(page), heading(page)));
      await button(page, words.strip.publish).click();
      steps.push(await heard(page, 'the question', dialog(page), dialog(page).getByRole('heading')));
      await dialog(page).getByRole('button').first().click();
      steps.push(
        await heard(page, 'pressed without the tick', dialog(page), dialog(page).getByRole('checkbox')),
      );
      await dialog(page).getByText(words.publish.tick).click();
      await dialog(page).getByRole('button').first().click();
      await expect(heading(page)).toHaveText(words.changes.none);
      steps.push(await heard(page, 'published', main(page), heading(page)));
      await button(page, words.publish.undo).click();
      await expect(heading(page)).not.toHaveText(words.changes.none);
      steps.push(await heard(page, 'undone', main(page), heading(page)));
      await page.goto(`${site.address}/dashboard/site/history/1`);
      await button(page, words.history.restore).click();
      steps.push(
        await heard(
          page,
          'an earlier version is to be restored',
          dialog(page),
          dialog(page).getByRole('heading'),
        ),
      );
      expect(timeless(steps.join('\n'))).toMatchSnapshot(`site-${language}.txt`);
    });
  });
}
