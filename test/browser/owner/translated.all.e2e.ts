import type { Locator } from '@playwright/test';
import { en } from '#dashboard/text/en.ts';
import { pt } from '#dashboard/text/pt.ts';
import { createMessageStore, identifyMessage } from '#server/messages/message.ts';
import { contactOf } from '#test/fixtures/contact.ts';
import { test, withOwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';
import { translate, translated, TRANSLATORS } from '../support/translate.ts';

/** Their names in the rail, and their paths. */
const PAGES = ['people', 'messages', 'site', 'launch', 'figures', 'settings'] as const;

const MESSAGE = 'We need ads and books.';
const PERSON = 'helena@prado.example';

/** What an error page says. */
const titles = [en, pt].map(({ state }) => state.failedTitle);
const broken = new RegExp([...titles, ...titles.map(translated)].join('|'));

/** Words as they are, or as the browser has translated them since. */
async function reads(found: Locator, words: string): Promise<void> {
  const seen = async () =>
    [words, translated(words)].includes((await found.innerText()).replaceAll('\u2060', ''));
  await expect.poll(seen, { message: words }).toBe(true);
}

for (const as of TRANSLATORS) {
  test(`a dashboard that ${as} translates goes on, in its own language, and keeps what people wrote (faults: an error page; half a dictionary; a translated address)`, async ({
    page,
    context,
  }) => {
    await withOwnerSite(async (site) => {
      await site.within(async (store) => {
        const { add } = createMessageStore(store, Date.now);
        await add(identifyMessage(contactOf({ message: MESSAGE, key: 'test-translated' }), null, Date.now()));
        const person = {
          key: PERSON,
          address: PERSON,
          language: 'en',
          state: 'confirmed',
          created_at: 0,
        } as const;
        await store.write.insertInto('subscription').values(person).execute();
      });
      await site.signIn(context);
      const heading = page.getByRole('heading', { level: 1 });
      for (const name of PAGES) {
        await page.evaluate(() => localStorage.removeItem('language')).catch(() => {});
        await page.goto(`${site.address}/dashboard/${name}`);
        await reads(heading, en.nav[name]);
        await page.waitForLoadState('networkidle');
        await translate(page, as);
        for (const words of [pt, en]) {
          await page.locator('header button:has([lang])').first().click({ timeout: 5000 });
          await reads(heading, words.nav[name]);
          await expect(page.getByRole('alert').filter({ hasText: broken }), name).toHaveCount(0);
        }
      }
      await page.locator('header a[href="/dashboard/messages"]').first().click();
      await page.locator('main [data-row]').first().click();
      await expect(page.getByText(MESSAGE, { exact: true }).last()).toBeVisible();
      await page.locator('header a[href="/dashboard/people"]').first().click();
      await page.locator('main [data-row]').first().click();
      await expect(heading).toHaveText(PERSON);
    });
  });
}
