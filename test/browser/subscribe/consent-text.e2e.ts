import { createHash } from 'node:crypto';
import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { FORM_PAGES, isOfNewsletter } from '#contract/pages.ts';
import { subscription as subscriptionEn } from '#site/text/en/subscription.ts';
import { subscription as subscriptionPt } from '#site/text/pt/subscription.ts';
import { hydrated } from '../support/chunks.ts';
import { CONTACT_WORDS, fillContact, storedMessages, submitButton, written } from '../support/contact.ts';
import { manifestOf } from '../support/documents.ts';
import { SITES, type SiteName } from '../support/sites.ts';
import { WORDS } from '../support/soon.ts';
import { FILLED, servePage, TOKEN } from '../support/token-pages.ts';
import { expect, test } from '../support/test.ts';

const WORDS_OF_NEWS = { en: subscriptionEn.news, pt: subscriptionPt.news };

test('the version of a consent text changes with any of its words', async () => {
  for (const site of Object.keys(SITES) as SiteName[]) {
    const { consentTexts } = await manifestOf(site);
    const asking = FORM_PAGES.filter((one) => !isOfNewsletter(one) || site === 'books');
    expect(consentTexts.map(({ language }) => language)).toEqual(asking.flatMap(() => LANGUAGES));
    expect(new Set(consentTexts.map(({ version }) => version)).size).toBe(consentTexts.length);
    for (const { version, text } of consentTexts) {
      expect(version).toBe(createHash('sha256').update(text).digest('hex').slice(0, 16));
    }
  }
  const [plain, tags] = await Promise.all([manifestOf('plain'), manifestOf('tags')]);
  // With analytics the notice says so: another text, another version.
  expect(plain.consentTexts[0]?.version).not.toBe(tags.consentTexts[0]?.version);
});

for (const language of LANGUAGES) {
  test(`the words kept as consented to are those that can be read, in ${language}${language === 'en' ? '' : ' @all'}`, async ({
    page,
  }) => {
    const { consentTexts } = await manifestOf('plain');
    const kept = consentTexts.find((one) => one.language === language);
    await page.goto(`/soon?lang=${language}`);
    await expect(page.locator('input[name=consent]')).toHaveValue(kept?.version ?? '');
    await page.getByRole('link', { name: WORDS[language].privacy }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const shown = (await page.locator('body').innerText()).replace(/\s+/g, ' ');
    for (const line of kept?.text.split('\n') ?? []) {
      const words = line.replace(/^[^.:]*: /, '').replace(/\s+/g, ' ');
      expect(shown).toContain(words);
    }
  });

  test(`the words kept of a yes to the newsletter are those on its page, in ${language} @all`, async ({
    page,
  }) => {
    await servePage(page, 'news', language);
    await page.goto(`/soon?news=${TOKEN}&lang=${language}`);
    const version = await page.locator('input[name=consent]').inputValue();
    const { consentTexts } = await manifestOf('books');
    const kept = consentTexts.find((one) => one.version === version && one.language === language);
    const shown = (await page.locator('main').innerText()).replace(/\s+/g, ' ');
    // The notice is a page of its own.
    const [heading = '', text = '', button = '', note = ''] = kept?.text.split('\n') ?? [];
    for (const words of [heading, text.replace('…', FILLED.ADDRESS), button, note])
      expect(shown).toContain(words.replace(/\s+/g, ' '));
    expect(text).toContain(WORDS_OF_NEWS[language].often.monthly);
  });

  for (const script of [true, false]) {
    test.describe(`a message, ${script ? 'with' : 'without'} script, in ${language}`, () => {
      test.use({ site: 'live', javaScriptEnabled: script });

      test(`is kept with the words under its form${script && language === 'en' ? '' : ' @all'}`, async ({
        page,
        address,
      }) => {
        await page.goto(`/contact?lang=${language}`);
        if (script) await hydrated(page);
        const words = CONTACT_WORDS[language];
        await expect(page.locator('form p').filter({ hasText: words.note })).toBeVisible();
        await fillContact(page, written(address), language);
        await submitButton(page, language).click();
        await expect(page.getByRole('status').filter({ hasText: words.sent })).toBeVisible();
        const { consentTexts } = await manifestOf('live');
        const [message] = await storedMessages(address);
        const shown = consentTexts.find(({ version }) => version === message?.consent_version);
        expect(shown?.language).toBe(language);
        expect(shown?.text).toContain(words.note.split('. ')[0]);
        await page.getByRole('link', { name: WORDS[language].privacy }).first().click();
        await expect(
          page.getByText(
            shown?.text
              .split('\n')
              .at(-1)
              ?.replace(/^[^:]*: /, '') ?? '?',
          ),
        ).toBeVisible();
      });
    });
  }
}
