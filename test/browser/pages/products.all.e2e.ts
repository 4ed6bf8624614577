import type { Page } from '@playwright/test';
import { filled } from '#contract/words.ts';
import { TESTED_LANGUAGES as LANGUAGES, type TestedLanguage as Language } from '#test/fixtures/languages.ts';
import { OWN_FACTS, siteConfigOf } from '#contract/content/own-facts.ts';
import { products as productsEn } from '#site/text/en/products.ts';
import { products as productsPt } from '#site/text/pt/products.ts';
import { hydrated } from '../support/chunks.ts';
import { manifestOf } from '../support/documents.ts';
import { exported } from '../support/exported.ts';
import { FAILED_REQUEST, showTheme, WORDS } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

const API = '**/api/subscribe';
const BOOKS = { en: productsEn, pt: productsPt };

const formOf = (page: Page, book: 'SEO' | 'Ads') => page.getByRole('form', { name: book });
const fieldOf = (page: Page, book: 'SEO' | 'Ads') => formOf(page, book).locator('[autocomplete=email]');

async function ask(page: Page, book: 'SEO' | 'Ads', address: string, language: Language = 'en') {
  await fieldOf(page, book).fill(address);
  await formOf(page, book).getByRole('button', { name: BOOKS[language].notify }).click();
}

/** The books that an address on the open site waits for, from the owner's export. */
async function booksOf(address: string): Promise<string[]> {
  const rows = (await exported('interests', 'live')).filter((row) => row['address'] === address);
  return rows.map(({ language, product }) => `${product} ${language}`);
}

test.use({ site: 'live' });

test('a person who asks about a book is kept with it, and thanked at its place', async ({
  page,
  address,
}) => {
  // In one column, where nothing beside the form hides a change of its height.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/products');
  await hydrated(page);
  const before = await page.evaluate(() => document.documentElement.scrollHeight);
  await ask(page, 'Ads', address);
  const thanks = page.getByText(BOOKS.en.thanks);
  await expect(thanks).toBeInViewport();
  await expect(page.locator(':focus')).toHaveText(BOOKS.en.thanks);
  await expect(page.locator(':focus')).toHaveAccessibleDescription(WORDS.en.inbox);
  await expect(formOf(page, 'SEO')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(before);
  await ask(page, 'SEO', address);
  await expect(thanks).toHaveCount(2);
  expect((await booksOf(address)).toSorted()).toEqual(['ads en', 'seo en']);
});

test('two presses in one task are one request', async ({ page, address }) => {
  await page.goto('/products');
  await hydrated(page);
  let posts = 0;
  page.on('request', (request) => void (posts += request.method() === 'POST' ? 1 : 0));
  await fieldOf(page, 'SEO').fill(address);
  await formOf(page, 'SEO')
    .getByRole('button')
    .evaluate((button: HTMLElement) => [button.click(), button.click()]);
  await expect(page.getByText(BOOKS.en.thanks)).toBeVisible();
  expect(posts).toBe(1);
});

test.describe('without an answer', () => {
  test.use({ expected: FAILED_REQUEST, viewport: { width: 1280, height: 640 } });

  test('the error is seen under its own form, and nothing typed is lost', async ({ page, address }) => {
    await page.route(API, (route) => route.abort(), { times: 1 });
    await page.goto('/products');
    await hydrated(page);
    await ask(page, 'SEO', address);
    await expect(page.getByText(WORDS.en.error)).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(WORDS.en.error)).toHaveCount(1);
    const note = page
      .getByRole('article')
      .filter({ has: formOf(page, 'SEO') })
      .getByText(filled(BOOKS.en.note, siteConfigOf(OWN_FACTS).brand));
    const [above, below] = [await page.getByText(WORDS.en.error).boundingBox(), await note.boundingBox()];
    expect(above?.y).toBeLessThan(below?.y ?? NaN);
    await expect(fieldOf(page, 'SEO')).toBeFocused();
    await expect(fieldOf(page, 'SEO')).toHaveValue(address);
    await expect(fieldOf(page, 'SEO')).toHaveAccessibleDescription(new RegExp(WORDS.en.error));
    await formOf(page, 'SEO').getByRole('button').click();
    await expect(page.getByText(BOOKS.en.thanks)).toBeVisible();
  });
});

for (const language of LANGUAGES) {
  test(`the words kept as agreed to are those beside the form (${language})`, async ({ page }) => {
    const { consentTexts } = await manifestOf('live');
    await page.goto(`/products?lang=${language}`);
    const version = await formOf(page, 'SEO').locator('[name=consent]').inputValue();
    const kept = consentTexts.find((one) => one.version === version);
    expect(kept?.language).toBe(language);
    for (const words of [
      BOOKS[language].notify,
      filled(BOOKS[language].note, siteConfigOf(OWN_FACTS).brand),
    ]) {
      expect(kept?.text).toContain(words);
      await expect(page.getByRole('article').filter({ has: formOf(page, 'SEO') })).toContainText(words);
    }
    expect(await formOf(page, 'Ads').locator('[name=consent]').inputValue()).toBe(version);
  });
}

test('in the light a line parts the page from the cover whose paper is nearly the same', async ({ page }) => {
  await page.goto('/products');
  const covers = page.getByRole('article').locator('img');
  const lines = () => covers.evaluateAll((all) => all.map((one) => getComputedStyle(one).outlineStyle));
  await showTheme(page, 'dark');
  expect(await lines()).toEqual(['none', 'none']);
  await showTheme(page, 'light');
  expect(await lines()).toEqual(['solid', 'none']);
});

test('reached from another page, the form knows what is agreed to', async ({ page }) => {
  await page.goto('/products');
  const version = await formOf(page, 'SEO').locator('[name=consent]').inputValue();
  await page.goto('/about');
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Products' }).click();
  await expect(formOf(page, 'SEO').locator('[name=consent]')).toHaveValue(version);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const language of LANGUAGES) {
    test(`a book can be asked about (${language})`, async ({ page, address }) => {
      await page.goto(`/products?lang=${language}`);
      await ask(page, 'SEO', address, language);
      await expect(page).toHaveURL(`/products?state=subscribed&lang=${language}`);
      await expect(page.getByText(BOOKS[language].thanks)).toBeInViewport();
      expect(await booksOf(address)).toEqual([`seo ${language}`]);
    });
  }

  test('a refused address is reported on the page of the books', async ({ page }) => {
    await page.goto('/products?lang=pt');
    // The browser accepts it as an address, the server does not.
    await ask(page, 'Ads', 'a@127.0.0.1', 'pt');
    await expect(page).toHaveURL('/products?state=failed&lang=pt');
    await expect(page.getByRole('alert').filter({ hasText: WORDS.pt.error })).toBeInViewport();
  });
});

test('an address that leads nowhere says so, and leads on', async ({ page }) => {
  const answer = await page.request.get('/nowhere?lang=pt');
  expect(answer.status()).toBe(404);
  expect(await answer.text()).toContain('Não é aqui.');
});
