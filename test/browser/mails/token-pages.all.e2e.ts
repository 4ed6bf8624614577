import type { Page } from '@playwright/test';
import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { OUTCOME_STATES, type Placeholder, TOKEN_STATES } from '#contract/pages.ts';
import { subscription as subscriptionEn } from '#site/text/en/subscription.ts';
import { subscription as subscriptionPt } from '#site/text/pt/subscription.ts';
import { expectNoFindings } from '../support/axe.ts';
import { builtFile, manifestOf, reachableScripts } from '../support/documents.ts';
import { layoutFaults } from '../support/layout.ts';
import { SITES, type SiteName } from '../support/sites.ts';
import { FILLED, READER, servePage, TOKEN } from '../support/token-pages.ts';
import { WORDS } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

const PAGES = [...TOKEN_STATES, ...OUTCOME_STATES];

const WORDS_OF = { en: subscriptionEn, pt: subscriptionPt };

for (const language of LANGUAGES) {
  for (const state of PAGES) {
    test(`the page ${state} can be read and used by everybody, in ${language}`, async ({ page }) => {
      const scripts = noteScripts(page);
      await servePage(page, state, language);
      await page.goto(`/soon?${state}=${TOKEN}&lang=${language}`);
      await expect(page).toHaveTitle(`${WORDS_OF[language][state].title}: embreve`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS_OF[language][state].title);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const arc = page.locator('[data-swing=arriving]');
      if (OUTCOME_STATES.some((one) => one === state)) await expect(arc).toHaveCSS('width', '240px');
      else await expect(arc).toHaveCount(0);
      await expectNoFindings(page, state);
      await expectWholeLayout(page);
      expect(scripts).toEqual([]);
      expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);
    });
  }

  for (const state of ['unsubscribe', 'me'] as const)
    test(`a reader of the newsletter can leave it alone on the page ${state}, in ${language}`, async ({
      page,
    }) => {
      const presses = await servePage(page, state, language, 'stopped', READER);
      await page.goto(`/soon?${state}=${TOKEN}&lang=${language}`);
      await expectNoFindings(page, state);
      await expectWholeLayout(page);
      const words = WORDS_OF[language];
      const name = state === 'me' ? `${words.me.stop}: ${words.me.news}` : words.unsubscribe.news;
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.stopped.title);
      expect(presses[0]?.postData()).toBe(state === 'me' ? 'of=news&do=stop' : 'of=news');
    });

  for (const state of ['confirm', 'unsubscribe'] as const) {
    test.describe(`without JavaScript, ${language}`, () => {
      test.use({ javaScriptEnabled: false });

      test(`the button of ${state} posts to the page's own address, and the token leaks to nobody`, async ({
        page,
      }) => {
        const presses = await servePage(page, state, language);
        const address = `/soon?${state}=${TOKEN}&lang=${language}`;
        await page.goto(address);
        await expect(page.getByText(FILLED.ADDRESS)).toBeVisible();
        await page.getByRole('button', { name: WORDS_OF[language][state].button }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS_OF[language].confirmed.title);
        expect(presses).toHaveLength(1);
        await expect(page).toHaveURL(address);
        expect(await presses[0]?.allHeaders()).not.toHaveProperty('referer');
      });
    });
  }

  test.describe(`without JavaScript, ${language}`, () => {
    test.use({ javaScriptEnabled: false });

    for (const [button, wish] of [
      [/JSON/, 'export'],
      [/Erase my data|Apagar tudo/, 'erase'],
    ] as const) {
      test(`the page of one's data says what is kept and asks to ${wish}, in ${language}`, async ({
        page,
      }) => {
        const presses = await servePage(page, 'me', language, 'erased');
        const address = `/soon?me=${TOKEN}&lang=${language}`;
        await page.goto(address);
        const facts = Object.keys(WORDS_OF[language].me.facts) as Placeholder[];
        expect(await page.getByRole('definition').allInnerTexts()).toEqual(facts.map((name) => FILLED[name]));
        await page.getByRole('button', { name: button }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS_OF[language].erased.title);
        expect(presses.map((press) => press.postData())).toEqual([
          wish === 'erase' ? `shown=${FILLED.SHOWN}&do=erase` : 'do=export',
        ]);
        await expect(page).toHaveURL(wish === 'erase' ? `${address}#erase-warning` : address);
      });
    }

    test(`the other language keeps the token, from ${language}`, async ({ page }) => {
      for (const state of TOKEN_STATES) {
        await servePage(page, state, language);
        await page.goto(`/soon?${state}=${TOKEN}`);
        await page.getByRole('button', { name: WORDS[language].toggle }).click();
        await expect(page).toHaveURL(`/soon?${state}=${TOKEN}&lang=${language === 'en' ? 'pt' : 'en'}`);
      }
    });
  });
}

test('a stored language is shown from the first paint, and its button still carries the token', async ({
  page,
}) => {
  const presses = await servePage(page, 'unsubscribe', 'en', 'unsubscribed');
  await page.addInitScript(() => localStorage.setItem('language', 'pt'));
  await page.goto(`/soon?unsubscribe=${TOKEN}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(subscriptionPt.unsubscribe.title);
  await expect(page).toHaveTitle(`${subscriptionPt.unsubscribe.title}: embreve`);
  await page.getByRole('button', { name: subscriptionPt.unsubscribe.button }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(subscriptionPt.unsubscribed.title);
  expect(presses.map((press) => new URL(press.url()).search)).toEqual([`?unsubscribe=${TOKEN}`]);
});

test('a link that no longer works leads to the form', async ({ page }) => {
  await servePage(page, 'expired', 'en');
  await page.goto('/soon?confirm=cut');
  await expect(page.getByRole('link', { name: 'Sign up again' })).toHaveAttribute('href', '/soon?lang=en');
});

for (const site of Object.keys(SITES) as SiteName[]) {
  test(`pages behind links speak to this server alone and are in no index (${site})`, async () => {
    const { documents } = await manifestOf(site);
    for (const { file, policy } of documents.filter(({ state }) => PAGES.some((one) => one === state))) {
      const html = await builtFile(site, file);
      expect(html, file).toContain('<meta name="referrer" content="no-referrer"/>');
      expect(html, file).toContain('<meta name="robots" content="noindex"/>');
      expect(await reachableScripts(site, html), file).toEqual([]);
      expect(policy, file).not.toMatch(/https?:/);
    }
  });
}

test('the words for state and language are there in every language', async () => {
  const { words } = await manifestOf('plain');
  expect(words.en.states.suppressed).toBe('Blocked: we don’t email you');
  expect(words.pt).toMatchObject({
    states: { pending: 'Por confirmar', confirmed: 'Confirmada', unsubscribed: 'Cancelada' },
    languages: { en: 'Inglês', pt: 'Português' },
  });
});

function noteScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || request.url().endsWith('.js')) scripts.push(request.url());
  });
  return scripts;
}

/** On a phone and a desktop, and with text at twice the size. */
async function expectWholeLayout(page: Page): Promise<void> {
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await layoutFaults(page), `${width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  expect.soft(await layoutFaults(page), '200%').toEqual([]);
}
