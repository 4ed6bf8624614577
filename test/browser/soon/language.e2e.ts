import type { Page } from '@playwright/test';
import { holdChunks, hydrated } from '../support/chunks.ts';
import { serveInHalves } from '../support/halves.ts';
import { WORDS } from '../support/soon.ts';
import { expect, MOVING, test } from '../support/test.ts';

test.use(MOVING);

/** All words: visible text, tab title, and texts for search engines and screen readers. */
function wordsOf(page: Page, toggleFirst: boolean) {
  return page.evaluate(async (toggle) => {
    if (toggle) document.querySelector<HTMLElement>('header button')?.click();
    // Runs a microtask later, and before the next paint.
    await Promise.resolve();
    return {
      lang: document.documentElement.lang,
      title: document.title,
      description: document.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? '',
      placeholder: document.querySelector('input')?.placeholder ?? '',
      code: document.querySelector<HTMLElement>('header button span')?.innerText ?? '',
      lines: document.body.innerText.split('\n').filter((line) => line.trim() !== ''),
      labels: [...document.querySelectorAll('[aria-label]')].map(
        (one) => one.getAttribute('aria-label') ?? '',
      ),
      stored: localStorage.getItem('language'),
      cookie: document.cookie,
      entries: history.length,
    };
  }, toggleFirst);
}

/** Stores a choice before the site is opened for the first time. */
async function remember(page: Page, language: string): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate((value) => localStorage.setItem('language', value), language);
}

/** Records the visible title before every paint. */
async function watchTitles(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = ((window as Window & { seen?: string[] }).seen = []);
    function look(): void {
      const title = document.querySelector('h1');
      if (title?.checkVisibility({ visibilityProperty: true })) seen.push(title.textContent);
      requestAnimationFrame(look);
    }
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => [...new Set((window as Window & { seen?: string[] }).seen)]);
}

test('the new words fade in, and with reduced motion appear at once @all', async ({ page }) => {
  await page.goto('/soon');
  await hydrated(page);
  const fadesOfPress = () =>
    page.evaluate(() => {
      document.querySelector<HTMLElement>('header button')?.click();
      return document.querySelector('main')?.getAnimations().length;
    });
  expect(await fadesOfPress()).toBe(1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.waitForFunction(() => document.querySelector('main')?.getAnimations().length === 0);
  expect(await fadesOfPress()).toBe(0);
});

test('everything changes to the other language in the same frame, and back', async ({ page }) => {
  await page.goto('/soon');
  await hydrated(page);
  const english = await wordsOf(page, false);
  const portuguese = await wordsOf(page, true);
  expect(portuguese).toMatchObject({
    lang: 'pt',
    title: 'embreve · Em breve',
    placeholder: 'nome@empresa.com',
    code: 'PT',
    stored: 'pt',
    cookie: 'language=pt',
    entries: english.entries,
  });
  expect(portuguese.description).toContain('Uma pequena agência');
  expect(portuguese.lines).toContain(WORDS.pt.prompt);
  const stayed = [...portuguese.lines, ...portuguese.labels].filter((words) =>
    [...english.lines, ...english.labels].includes(words),
  );
  // The logo is the same in every language; its raised letter splits it into lines.
  expect(stayed.filter((words) => !'embreve'.includes(words))).toEqual([]);
  const again = await wordsOf(page, true);
  expect(again).toEqual({ ...english, stored: 'en', cookie: 'language=en' });
});

test('the next visit shows what the toggle changed', async ({ page }) => {
  await page.goto('/soon');
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await expect(page.getByRole('heading', { name: WORDS.pt.title })).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(page.getByRole('heading', { name: WORDS.pt.title })).toBeVisible();
  await expect(page).toHaveTitle('embreve · Em breve');
  await page.getByRole('button', { name: WORDS.pt.toggle }).click();
  await page.reload();
  await hydrated(page);
  await expect(page.getByRole('heading', { name: WORDS.en.title })).toBeVisible();
});

test('the cookie lasts a year and stays on this site @all', async ({ page, context }) => {
  await page.goto('/soon');
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ name: 'language', value: 'pt', path: '/', sameSite: 'Lax' });
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(360);
  expect(days).toBeLessThanOrEqual(365);
});

test('stored Portuguese is there from the first paint, without the cookie and on a slow line', async ({
  page,
  baseURL,
}) => {
  // As in browsers that do not wait for the end of the markup.
  const slow = await serveInHalves(baseURL ?? '', '</main>', /<link rel="expect"[^>]*>/);
  await page.goto(`${slow.address}/robots.txt`);
  await page.evaluate(() => localStorage.setItem('language', 'pt'));
  const titles = await watchTitles(page);
  await page.goto(`${slow.address}/soon`, { waitUntil: 'commit' });
  // The English words are loaded; frames are painted, and none shows one.
  await page.waitForSelector('main', { state: 'attached' });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await titles()).toEqual([]);
  slow.release();
  await expect(page.getByRole('heading', { name: WORDS.pt.title })).toBeVisible();
  await expect(page).toHaveTitle('embreve · Em breve');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  await hydrated(page);
  await expect(page.getByPlaceholder('nome@empresa.com')).toBeVisible();
  expect(await titles()).toEqual([WORDS.pt.title]);
  slow.close();
});

test('stored Portuguese with the cookie comes as the Portuguese document @all', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'language', value: 'pt', url: baseURL ?? '' }]);
  await remember(page, 'pt');
  const titles = await watchTitles(page);
  const release = await holdChunks(page);
  const answer = await page.goto('/soon', { waitUntil: 'domcontentloaded' });
  expect(answer?.headers()['content-language']).toBe('pt');
  await expect(page.getByRole('heading', { name: WORDS.pt.title })).toBeVisible();
  release();
  await hydrated(page);
  expect(await titles()).toEqual([WORDS.pt.title]);
});

test('stored English wins over a Portuguese cookie, from the first paint @all', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'language', value: 'pt', url: baseURL ?? '' }]);
  await remember(page, 'en');
  const titles = await watchTitles(page);
  await page.goto('/soon');
  await hydrated(page);
  expect(await titles()).toEqual([WORDS.en.title]);
});

for (const stored of ['xx', '', 'PT', 'null', '{"a":1}']) {
  test(`a stored language "${stored}" counts as English @all`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'language', value: 'pt', url: baseURL ?? '' }]);
    await remember(page, stored);
    await page.goto('/soon');
    await hydrated(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.getByRole('button', { name: WORDS.en.toggle }).click();
    await expect(page.getByRole('heading', { name: WORDS.pt.title })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('pt');
  });
}

test('a language in the address wins over the stored one and goes after a toggle', async ({ page }) => {
  await remember(page, 'en');
  const titles = await watchTitles(page);
  await page.goto('/soon?lang=pt&utm_source=ig');
  await hydrated(page);
  expect(await titles()).toEqual([WORDS.pt.title]);
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en');
  await page.getByRole('button', { name: WORDS.pt.toggle }).click();
  await expect(page.getByRole('heading', { name: WORDS.en.title })).toBeVisible();
  await expect(page).toHaveURL(/\/soon\?utm_source=ig$/);
  await page.reload();
  await expect(page.getByRole('heading', { name: WORDS.en.title })).toBeVisible();
});
