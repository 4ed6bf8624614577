import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { page as en } from '#site/text/en/page.ts';
import { page as pt } from '#site/text/pt/page.ts';
import { heading, PAGE_NAMES, PAGES } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test.use({ site: 'live', javaScriptEnabled: false });

/** The label of the button that leads to each language. */
const TO = { en: en.soon.toggleLanguage, pt: pt.soon.toggleLanguage };

for (const language of LANGUAGES) {
  test(`without JavaScript every page is reached by the links of the bar and the foot (${language})${language === 'en' ? '' : ' @all'}`, async ({
    page,
  }) => {
    await page.goto(`/?lang=${language}`);
    for (const place of ['banner', 'contentinfo'] as const) {
      for (const name of PAGE_NAMES.toReversed()) {
        const known = PAGES[name];
        await page.goto(`${PAGES.home.path}?lang=${language}`);
        await page.getByRole(place).getByRole('link', { name: known.link[language], exact: true }).click();
        await expect(page).toHaveURL(new RegExp(`${known.path}(\\?lang=${language})?$`));
      }
    }
  });

  test(`without JavaScript the switch shows the same page in the other language (${language})${language === 'en' ? '' : ' @all'}`, async ({
    page,
  }) => {
    const other = language === 'en' ? 'pt' : 'en';
    for (const { path, heading: words } of Object.values(PAGES)) {
      await page.goto(`${path}?lang=${language}`);
      await expect(heading(page)).toHaveText(words[language]);
      await page.getByRole('button', { name: TO[other] }).click();
      await expect(page).toHaveURL(`${path}?lang=${other}`);
      await expect(heading(page)).toHaveText(words[other]);
      await expect(page.locator('html')).toHaveAttribute('lang', other);
    }
  });
}

test('without JavaScript the language switched to stays over the links (catches: Portuguese turns into English) @all', async ({
  page,
}) => {
  for (const place of ['banner', 'main', 'contentinfo'] as const) {
    await page.goto('/about?lang=en');
    await page.getByRole('button', { name: TO.pt }).click();
    const link = page.getByRole(place).getByRole('link', { name: place === 'main' ? /./ : 'Contacto' });
    await link.click();
    await expect(heading(page)).toHaveText(PAGES.contact.heading.pt);
    await page.getByRole('banner').getByRole('link', { name: 'embreve' }).click();
    await expect(heading(page)).toHaveText(PAGES.home.heading.pt);
  }
});

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('without JavaScript the menu unfolds below the bar and leads to every page @all', async ({ page }) => {
    for (const { path, link, heading: words } of Object.values(PAGES)) {
      await page.goto('/services');
      const links = page.locator('header details').getByRole('link');
      await expect(links.first()).toBeHidden();
      await page.locator('summary').click();
      await expect(links).toHaveText(PAGE_NAMES.map((name) => PAGES[name].link.en));
      await links.filter({ hasText: link.en }).click();
      await expect(page).toHaveURL(path);
      await expect(heading(page)).toHaveText(words.en);
    }
  });
});

test('without JavaScript nothing is offered that would do nothing @all', async ({ page }) => {
  for (const { path } of Object.values(PAGES)) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: /Switch to (light|dark)/ })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Open menu' })).toHaveCount(0);
  }
});

test('without JavaScript all pictures of a page are shown @all', async ({ page }) => {
  for (const path of ['/', '/products']) {
    await page.goto(path);
    for (const picture of await page.locator('main img').all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveJSProperty('complete', true);
      expect(await picture.getAttribute('width')).toMatch(/^\d+$/);
    }
  }
});
