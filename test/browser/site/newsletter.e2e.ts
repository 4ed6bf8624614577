import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { newsletter as en } from '#site/text/en/newsletter.ts';
import { newsletter as pt } from '#site/text/pt/newsletter.ts';
import { page as pageEn } from '#site/text/en/page.ts';
import { page as pagePt } from '#site/text/pt/page.ts';
import { subscription as subscriptionEn } from '#site/text/en/subscription.ts';
import { subscription as subscriptionPt } from '#site/text/pt/subscription.ts';
import { findings } from '../support/axe.ts';
import { manifestOf } from '../support/documents.ts';
import { layoutFaults, wordFaults } from '../support/layout.ts';
import { mailedLinks, mailsTo, pressAfterReading } from '../support/mails.ts';
import { heading, SIZES } from '../support/pages.ts';
import { showTheme, THEMES } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

const WORDS = {
  en: { ...en, failed: pageEn.soon.errorMessage, other: pageEn.soon.toggleLanguage, ...subscriptionEn },
  pt: { ...pt, failed: pagePt.soon.errorMessage, other: pagePt.soon.toggleLanguage, ...subscriptionPt },
};

test.use({ site: 'books' });

for (const language of LANGUAGES) {
  const words = WORDS[language];
  const also = language === 'en' ? '' : ' @all';

  test.describe(`the newsletter, without JavaScript, in ${language}`, () => {
    test.use({ javaScriptEnabled: false });

    test(`is asked for on its page, and comes once the link is pressed${also}`, async ({ page, address }) => {
      await page.goto(`/?lang=${language}`);
      await page.getByRole('contentinfo').getByRole('link', { name: words.title }).click();
      await expect(heading(page)).toHaveText(words.title);
      const shown = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
      const version = await page.locator('input[name=consent]').inputValue();
      const { consentTexts } = await manifestOf('books');
      const kept = consentTexts.find((one) => one.version === version && one.language === language);
      const [prompt = '', note = ''] = kept?.text.split('\n') ?? [];
      expect(prompt).toBe(words.prompt.monthly);
      for (const one of [prompt, note]) expect(shown).toContain(one);
      await page.getByRole('textbox', { name: words.field }).fill(address);
      await page.getByRole('button', { name: words.button }).click();
      await expect(page).toHaveURL(`/newsletter?state=subscribed&lang=${language}`);
      await expect(page.getByRole('status')).toHaveText(words.thanks);
      const { confirm } = await mailedLinks('books', address);
      expect((await mailsTo('books', address))[0]).toContain(
        words.confirm.things.news.replaceAll('\u2060', ''),
      );
      await page.goto(confirm);
      await pressAfterReading(page, words.confirm.button);
      await expect(heading(page)).toHaveText(words.joined.title);
    });

    test(`says what is wrong, keeps its language, and leads to the other${also}`, async ({ page }) => {
      const [other] = LANGUAGES.filter((one) => one !== language);
      await page.goto(`/newsletter?state=failed&lang=${language}`);
      await expect(page.getByRole('alert')).toHaveText(words.failed);
      await expect(page.getByRole('textbox', { name: words.field })).toBeFocused();
      await page.getByRole('button', { name: WORDS[other!].other }).click();
      await expect(page).toHaveURL(`/newsletter?state=failed&lang=${other}`);
      await expect(page.getByRole('alert')).toHaveText(WORDS[other!].failed);
    });
  });
}

for (const state of ['idle', 'subscribed', 'failed'])
  test(`axe finds nothing on the newsletter’s page, ${state}, and everything fits @all`, async ({ page }) => {
    for (const language of LANGUAGES) {
      await page.goto(`/newsletter?state=${state}&lang=${language}`);
      for (const size of [{ width: 320, height: 256 }, ...SIZES]) {
        await page.setViewportSize(size);
        expect(
          [...(await layoutFaults(page)), ...(await wordFaults(page))],
          `${language} ${size.width}`,
        ).toEqual([]);
      }
      for (const theme of THEMES) {
        await showTheme(page, theme);
        expect(await findings(page, theme === 'dark' ? 'all' : 'colours'), `${language} ${theme}`).toEqual(
          [],
        );
      }
    }
  });
