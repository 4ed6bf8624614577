import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { TESTED_LANGUAGES as LANGUAGES, type TestedLanguage as Language } from '#test/fixtures/languages.ts';
import { subscription as subscriptionEn } from '#site/text/en/subscription.ts';
import { subscription as subscriptionPt } from '#site/text/pt/subscription.ts';
import { mailedLinks, pressAfterReading } from '../support/mails.ts';
import { FAILED_REQUEST, openSoon, subscribe, WORDS } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

// A link that is no longer valid is answered 410.
test.use({ expected: FAILED_REQUEST });

const SAID = { en: subscriptionEn, pt: subscriptionPt };

const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function leaveAddress(page: Page, language: Language, address: string) {
  await openSoon(page, { language });
  await subscribe(page, language, address);
  await expect(page.getByRole('status')).toHaveText(WORDS[language].success);
  return mailedLinks('plain', address);
}

for (const language of LANGUAGES) {
  test(`a visitor confirms by mail, sees what is kept, takes it along and erases it, in ${language}${language === 'en' ? '' : ' @all'}`, async ({
    page,
    address,
  }) => {
    const links = await leaveAddress(page, language, address);
    await page.goto(links.confirm);
    await expect(page.getByText(address)).toBeVisible();
    await pressAfterReading(page, SAID[language].confirm.button);
    await expect(title(page)).toHaveText(SAID[language].confirmed.title);

    await page.goto(links.me);
    await expect(page.getByRole('definition').filter({ hasText: address })).toBeVisible();
    await expect(page.getByText(SAID[language].states.confirmed, { exact: true })).toBeVisible();
    expect(await page.locator('main').innerText()).not.toMatch(/%[A-Z]+%/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /JSON/ }).click(),
    ]);
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
      subscription: { address },
    });

    await pressAfterReading(page, SAID[language].me.erase);
    await expect(page.getByText(SAID[language].me.once)).toBeInViewport();
    await pressAfterReading(page, SAID[language].me.erase);
    await expect(title(page)).toHaveText(SAID[language].erased.title);
    await page.goto(links.me);
    await expect(title(page)).toHaveText(SAID[language].expired.title);
  });
}

test('a link that is only opened changes nothing; its button does, in the language chosen there @all', async ({
  page,
  address,
}) => {
  const links = await leaveAddress(page, 'en', address);
  for (const link of [links.confirm, links.unsubscribe, links.me]) await page.goto(link);
  await expect(page.getByText(subscriptionEn.states.pending)).toBeVisible();
  await page.goto(links.unsubscribe);
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await page.getByRole('button', { name: subscriptionPt.unsubscribe.button }).click();
  await expect(title(page)).toHaveText(subscriptionPt.unsubscribed.title);
  await page.goto(links.me);
  await expect(page.getByText(subscriptionEn.states.suppressed)).toBeVisible();
});
