import type { Locator } from '@playwright/test';
import { mails as mailsEn } from '#dashboard/text/en/mails.ts';
import { mails as mailsPt } from '#dashboard/text/pt/mails.ts';
import { first as en } from '#dashboard/text/en/first.ts';
import { first as pt } from '#dashboard/text/pt/first.ts';
import { purpose as purposeEn } from '#dashboard/text/en/purpose.ts';
import { storeIdOf } from '#server/launch/store-id.ts';
import { createMessageStore, identifyMessage } from '#server/messages/message.ts';
import { contactOf } from '#test/fixtures/contact.ts';
import { open, order, readyToLaunch } from '#test/fixtures/launch.ts';
import { standing } from '#test/fixtures/outbox.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { contact as contactEn } from '#site/text/en/contact.ts';
import { services as servicesEn } from '#site/text/en/services.ts';
import { services as servicesPt } from '#site/text/pt/services.ts';
import { draftOf } from '../support/owner-draft.ts';
import { test, withOwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';
import { translate, translated, TRANSLATORS } from '../support/translate.ts';

/** Their paths, and what their headings say. */
const PAGES: Record<string, (words: Dictionary) => string> = {
  '': ({ nav }) => nav.today,
  people: ({ nav }) => nav.people,
  messages: ({ nav }) => nav.messages,
  site: ({ nav }) => nav.site,
  launch: ({ nav }) => nav.launch,
  figures: ({ nav }) => nav.figures,
  mails: ({ mails }) => mails.title,
  settings: ({ nav }) => nav.settings,
};

const ENGLISH = { ...en, mails: mailsEn };
const PORTUGUESE: Dictionary = { ...pt, mails: mailsPt };
type Dictionary = { nav: Record<keyof typeof en.nav, string>; mails: { title: string } };

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
  test(`a dashboard that ${as} translates goes on, in its own language, and keeps what people wrote (catches: an error page; half a dictionary; a translated address)`, async ({
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
        const { id } = await store.write
          .insertInto('subscription')
          .values(person)
          .returning('id')
          .executeTakeFirstOrThrow();
        const mail = { kind: 'confirm', subject_id: id, reply: '550 5.1.1 No such user', due_at: 0 } as const;
        const row = { ...mail, created_at: 0, ...standing('failed', Date.now()) };
        await store.write.insertInto('outbox').values(row).execute();
      });
      await site.signIn(context);
      const heading = page.getByRole('heading', { level: 1 });
      for (const [path, says] of Object.entries(PAGES)) {
        await page.evaluate(() => localStorage.removeItem('language')).catch(() => {});
        await page.goto(`${site.address}/dashboard/${path}`);
        await reads(heading, says(ENGLISH));
        await page.waitForLoadState('networkidle');
        await translate(page, as);
        for (const words of [PORTUGUESE, ENGLISH]) {
          // The next document asks the server for it.
          const stored = page.waitForResponse('**/api/owner/me');
          await page.locator('header button:has([lang])').first().click();
          await stored;
          await reads(heading, says(words));
          await expect(page.getByRole('alert').filter({ hasText: broken }), `/${path}`).toHaveCount(0);
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

for (const as of TRANSLATORS) {
  test(`on a launch page that ${as} translates the words follow what happens (catches: "The site is closed" once it is open)`, async ({
    page,
    context,
  }) => {
    await withOwnerSite(async (site) => {
      await site.within((store) => readyToLaunch(store as TestStore, 2));
      await site.signIn(context);
      await page.goto(`${site.address}/dashboard/launch`);
      await expect(page.getByText(purposeEn.ofLaunch.held)).toBeVisible();
      await translate(page, as);
      await site.within(async (store) => {
        const storeId = await storeIdOf(store, site.dataDir);
        await open(store.write, 'launch', order({ storeId, undoMs: 3_600_000 }));
      });
      const { held, opens } = purposeEn.ofLaunch;
      const either = (words: string) => page.getByText(new RegExp(`${words}|${translated(words)}`));
      await expect(either(opens).last()).toBeVisible();
      await expect(either(held)).toHaveCount(0);
    });
  });

  test(`in an editor that ${as} translates a place and a point are deleted, and the rest is saved as it was (catches: an error box; the browser's words)`, async ({
    page,
    context,
  }) => {
    await withOwnerSite(async (site) => {
      await site.signIn(context);
      await page.goto(`${site.address}/dashboard/site/pages/contact`);
      const note = page.locator('textarea[data-field="text.contact.note.en"]');
      await note.waitFor();
      await page.locator('iframe[data-drawn]').waitFor();
      await translate(page, as);
      await note.focus();
      // The first one selects it.
      for (const key of ['Control+Home', 'Delete', 'Delete']) await page.keyboard.press(key);
      await page.keyboard.type('Nobody');
      const written = contactEn.note.replace('{name}', 'Nobody');
      await expect.poll(() => draftOf(page, 'text.contact.note.en')).toBe(written);

      await page.goto(`${site.address}/dashboard/site/pages/services`);
      const remove = page.locator('main [data-part=cross]').nth(1);
      await remove.waitFor();
      await page.locator('iframe[data-drawn]').waitFor();
      await translate(page, as);
      await remove.click();
      for (const [language, { items }] of Object.entries({ en: servicesEn, pt: servicesPt }))
        await expect
          .poll(() => draftOf(page, `text.services.items.0.includes.${language}`))
          .toEqual(items[0]?.includes.toSpliced(1, 1));
      await expect(page.getByRole('alert').filter({ hasText: broken })).toHaveCount(0);
    });
  });
}
