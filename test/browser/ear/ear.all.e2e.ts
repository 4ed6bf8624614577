import type { Page } from '@playwright/test';
import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import {
  CONTACT_WORDS,
  contactField,
  fillContact,
  openContact,
  submitButton,
  written,
} from '../support/contact.ts';
import { heard, listen } from '../support/ear.ts';
import { mailedLinks, pressAfterReading } from '../support/mails.ts';
import { PAGES, openPage } from '../support/pages.ts';
import { FAILED_REQUEST, openSoon, subscribe, subscribeInVain, WORDS } from '../support/soon.ts';
import { expect, MOVING, test } from '../support/test.ts';

// Snapshots of what a screen reader says, step by step, in test/browser/ear/. Read a new one as a listener
// would before you accept it: npm run test:browser -- ear --update-snapshots
test.use({ ...MOVING, expected: FAILED_REQUEST });
test.beforeEach(({ page }) => listen(page));

const whole = (page: Page) => page.locator('body');
const main = (page: Page) => page.getByRole('main');

for (const language of LANGUAGES) {
  const words = WORDS[language];

  test(`the way of an address is heard, in ${language}`, async ({ page, address }) => {
    await openSoon(page, { language });
    const opened = await heard(page, 'the page is opened', whole(page));
    await subscribeInVain(page, language);
    const failed = await heard(page, 'an address is not taken', main(page), page.getByLabel(words.prompt));
    await subscribe(page, language, address);
    const thanks = page.getByText(words.success).locator('..');
    const thanked = await heard(page, 'it is taken at the next try', main(page), thanks);
    const { confirm } = await mailedLinks('plain', address);
    await page.goto(confirm);
    const asked = await heard(page, 'the link in the mail is opened', whole(page));
    await pressAfterReading(page, (await main(page).getByRole('button').textContent()) ?? '');
    await expect(main(page).getByRole('button')).toHaveCount(0);
    const confirmed = await heard(page, 'its button is pressed', main(page));
    const all = [opened, failed, thanked, asked, confirmed].join('\n');
    expect(all.replaceAll(address, 'ana@exemplo.com')).toMatchSnapshot(`address-${language}.txt`);
  });

  test.describe('behind the curtain', () => {
    test.use({ site: 'live' });

    test(`the contact form is heard, in ${language}`, async ({ page, address }) => {
      await openContact(page, language);
      const opened = await heard(page, 'the page is opened', whole(page));
      await submitButton(page, language).click();
      const summary = main(page).getByRole('group');
      const empty = await heard(page, 'it is sent empty', main(page), summary);
      await fillContact(page, { ...written(address), phone: '123' }, language);
      await submitButton(page, language).click();
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(1);
      const wrong = await heard(page, 'a number is wrong', main(page), summary);
      await contactField(page, 'phone', language).fill('+351 912 345 678');
      await submitButton(page, language).click();
      const thanks = page.getByText(CONTACT_WORDS[language].thanks).locator('..');
      const sent = await heard(page, 'it is sent', main(page), thanks);
      const all = [opened, empty, wrong, sent].join('\n');
      expect(all.replaceAll(address, 'ana@exemplo.com')).toMatchSnapshot(`contact-${language}.txt`);
    });

    test(`the menu is heard, in ${language}`, async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await openPage(page, PAGES.about.path, language);
      const bar = page.getByRole('banner');
      const closed = await heard(page, 'the page is opened', bar);
      await bar.getByRole('button').last().click();
      const dialog = page.getByRole('dialog');
      const open = await heard(page, 'the menu is opened', dialog, dialog.getByRole('button').first());
      await dialog.getByRole('link', { name: PAGES.services.link[language] }).click();
      await expect(dialog).toBeHidden();
      const led = await heard(page, 'a link of it is pressed', bar, page.getByRole('heading', { level: 1 }));
      expect([closed, open, led].join('\n')).toMatchSnapshot(`menu-${language}.txt`);
    });
  });
}
