import type { Locator, Page } from '@playwright/test';
import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { holdChunks, hydrated, openUnhydrated } from '../support/chunks.ts';
import { heading, openPage, PAGE_NAMES, PAGES, reportedPaths } from '../support/pages.ts';
import { FAILED_REQUEST } from '../support/soon.ts';
import { expect, MOVING, test } from '../support/test.ts';

test.use({ ...MOVING, site: 'live' });

const bar = (page: Page) => page.getByRole('navigation').first();
const link = (page: Page, name: keyof typeof PAGES) =>
  bar(page).getByRole('link', { name: PAGES[name].link.en });

/**
 * Clicks a link with a modifier key, and returns a tab at the opened address: headless Chromium 150 crashes
 * in the tab that such a click opens.
 */
async function inAnotherTab(pressed: Locator): Promise<Page> {
  const context = pressed.page().context();
  const opened = context.waitForEvent('page');
  const asked = context.waitForEvent('request', (request) => request.isNavigationRequest());
  await pressed.click({ modifiers: ['ControlOrMeta'] });
  await (await opened).close();
  const tab = await context.newPage();
  await tab.goto((await asked).url());
  return tab;
}

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to the browser's own
  interface Window {
    /** What a screen reader would announce: focused elements, and changes in live regions. */
    said?: string[];
  }
}

/** Records what a screen reader announces by itself. */
async function listenAlong(page: Page): Promise<void> {
  await page.evaluate(() => {
    const said: string[] = (window.said = []);
    const note = ({ textContent }: Element) => said.push(textContent.replace(/\s+/g, ' '));
    addEventListener('focusin', ({ target }) => note(target as Element));
    const region = '[aria-live], [role=status], [role=alert]';
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const live = (target instanceof Element ? target : target.parentElement)?.closest(region);
        if (live?.textContent) note(live);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

test('each page is titled, announced once at its heading, at its top, and reported once', async ({
  page,
}) => {
  await openPage(page, '/');
  await listenAlong(page);
  const titles = [await page.title()];
  const seen = ['/'];
  let documents = 0;
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  for (const name of [...PAGE_NAMES.slice(1), 'home' as const]) {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.evaluate(() => void window.said?.splice(0));
    await link(page, name).click();
    await expect(heading(page)).toHaveText(PAGES[name].heading.en);
    await expect(heading(page)).toBeFocused();
    await expect(page).toHaveURL(PAGES[name].path);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(bar(page).locator('[aria-current=page]')).toHaveText(PAGES[name].link.en);
    const said = await page.evaluate(() => window.said);
    expect(said?.filter((words) => words === PAGES[name].heading.en)).toHaveLength(1);
    titles.push(await page.title());
    seen.push(PAGES[name].path);
    expect(await reportedPaths(page)).toEqual(seen);
  }
  expect(documents).toBe(0);
  expect(new Set(titles).size).toBe(PAGE_NAMES.length);
  expect(titles.at(-1)).toBe(titles[0]);
});

test('Back and Forward show the page before and after, its title and its heading', async ({ page }) => {
  await openPage(page, '/');
  const title = await page.title();
  await link(page, 'services').click();
  await expect(heading(page)).toHaveText(PAGES.services.heading.en);
  await link(page, 'about').click();
  await expect(heading(page)).toHaveText(PAGES.about.heading.en);
  await page.goBack();
  await expect(heading(page)).toHaveText(PAGES.services.heading.en);
  await expect(heading(page)).toBeFocused();
  await page.goBack();
  await expect(heading(page)).toHaveText(PAGES.home.heading.en);
  await expect(page).toHaveTitle(title);
  await page.goForward();
  await page.goForward();
  await expect(heading(page)).toHaveText(PAGES.about.heading.en);
  await expect(bar(page).locator('[aria-current=page]')).toHaveText(PAGES.about.link.en);
  expect(await reportedPaths(page)).toEqual([
    '/',
    '/services',
    '/about',
    '/services',
    '/',
    '/services',
    '/about',
  ]);
});

test('a link to the page one is on leads to its top, and not to a step Back must undo (catches: nothing but the step)', async ({
  page,
}) => {
  await openPage(page, '/services');
  const steps = await page.evaluate(() => history.length);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole('contentinfo').getByRole('link', { name: PAGES.services.link.en }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await expect(page).toHaveURL('/services');
  expect(await reportedPaths(page)).toEqual(['/services']);
});

for (const [way, reach] of [
  ['a pointer on', (page: Page) => link(page, 'about').hover()],
  ['the focus on', (page: Page) => link(page, 'about').focus()],
] as const) {
  test(`${way} a link brings its page's script before the press, once`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/\/About\.[^/]*\.js$/.test(request.url())) asked.push(request.url());
    });
    await openPage(page, '/');
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    const answered = page.waitForResponse(/\/About\.[^/]*\.js$/);
    await reach(page);
    await answered;
    await page.route('**/static/js/**', (route) => route.abort());
    await link(page, 'about').click();
    await expect(heading(page)).toHaveText(PAGES.about.heading.en);
    expect(asked).toHaveLength(1);
  });
}

test('of two links pressed one after the other the second is followed, whichever script comes first', async ({
  page,
}) => {
  await openPage(page, '/');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/About\.[^/]*\.js$/, async (route) => {
    await promise;
    await route.fallback();
  });
  await link(page, 'about').click();
  await link(page, 'services').click();
  await expect(heading(page)).toHaveText(PAGES.services.heading.en);
  const came = page.waitForResponse(/\/About\.[^/]*\.js$/);
  resolve();
  await came;
  await page.waitForLoadState('networkidle');
  await expect(heading(page)).toHaveText(PAGES.services.heading.en);
  expect(await reportedPaths(page)).toEqual(['/', '/services']);
});

test.describe('with a script that does not come', () => {
  test.use({ expected: FAILED_REQUEST });

  test('looking at a link changes nothing, and following it loads the document', async ({ page }) => {
    await openPage(page, '/contact');
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    await page.route(/\/About\.[^/]*\.js$/, (route) =>
      documents.length === 0 ? route.abort() : route.fallback(),
    );
    const failed = page.waitForEvent('requestfailed');
    await link(page, 'about').hover();
    await failed;
    await link(page, 'services').hover();
    await page.waitForLoadState('networkidle');
    expect(documents).toEqual([]);
    await link(page, 'about').click();
    await expect(heading(page)).toHaveText(PAGES.about.heading.en);
    await hydrated(page);
    expect(documents).toEqual(['/about']);
  });

  test('Back to a page whose script is gone loads its document @all', async ({ page }) => {
    await openPage(page, '/');
    await link(page, 'about').click();
    await expect(heading(page)).toHaveText(PAGES.about.heading.en);
    await page.reload();
    await hydrated(page);
    await page.route(/\/Home\.[^/]*\.js$/, (route) => route.abort(), { times: 1 });
    await page.goBack();
    await expect(heading(page)).toHaveText(PAGES.home.heading.en);
    await hydrated(page);
  });
});

test('a press with a key held opens another tab, as anywhere @all', async ({ page }) => {
  await openPage(page, '/');
  await expect(heading(await inAnotherTab(link(page, 'about')))).toHaveText(PAGES.about.heading.en);
  await expect(heading(page)).toHaveText(PAGES.home.heading.en);
});

for (const language of LANGUAGES) {
  test(`each page has its own document in ${language}, and its switch keeps the page${language === 'pt' ? '' : ' @all'}`, async ({
    page,
  }) => {
    const other = language === 'en' ? 'pt' : 'en';
    for (const { path, heading: words } of Object.values(PAGES)) {
      await openPage(page, path, language);
      await expect(heading(page)).toHaveText(words[language]);
      const title = await page.title();
      await page.getByRole('switch').click();
      await expect(heading(page)).toHaveText(words[other]);
      await expect(page.locator('html')).toHaveAttribute('lang', other);
      await expect(page).toHaveURL(path);
      await expect(page).not.toHaveTitle(title);
      await page.getByRole('switch').click();
      await expect(page).toHaveTitle(title);
    }
  });
}

test('a language that only the address asks for stays over links, a reload and another tab (catches: Portuguese turns into English) @all', async ({
  page,
}) => {
  await openPage(page, '/', 'pt');
  await bar(page).getByRole('link', { name: PAGES.services.link.pt }).click();
  await expect(heading(page)).toHaveText(PAGES.services.heading.pt);
  await expect(bar(page).locator('[aria-current=page]')).toHaveText(PAGES.services.link.pt);
  await page.reload();
  await hydrated(page);
  await expect(heading(page)).toHaveText(PAGES.services.heading.pt);
  expect(await reportedPaths(page)).toEqual(['/services']);
  const about = bar(page).getByRole('link', { name: PAGES.about.link.pt });
  await expect(heading(await inAnotherTab(about))).toHaveText(PAGES.about.heading.pt);
});

test('English that the address asks for stays over links and a reload where Portuguese was chosen before (catches: it turns into Portuguese) @all', async ({
  page,
}) => {
  await openPage(page, '/');
  await page.getByRole('switch').click();
  await openPage(page, '/', 'en');
  await link(page, 'about').click();
  await expect(heading(page)).toHaveText(PAGES.about.heading.en);
  await page.reload();
  await hydrated(page);
  await expect(heading(page)).toHaveText(PAGES.about.heading.en);
});

test('the language chosen stays over pages, and over a new visit', async ({ page }) => {
  await openPage(page, '/');
  await page.getByRole('switch').click();
  await bar(page).getByRole('link', { name: PAGES.about.link.pt }).click();
  await expect(heading(page)).toHaveText(PAGES.about.heading.pt);
  await page.goto('/services');
  await hydrated(page);
  await expect(heading(page)).toHaveText(PAGES.services.heading.pt);
});

test('the theme chosen stays over pages, and over a new visit', async ({ page }) => {
  const html = page.locator('html');
  await openPage(page, '/');
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await link(page, 'about').click();
  await expect(heading(page)).toBeFocused();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.goto('/services');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
});

test('what was typed into the forms of the books before React came stays', async ({ page, address }) => {
  const release = await holdChunks(page);
  await openUnhydrated(page, '/products');
  const fields = page.locator('input[autocomplete=email]');
  await fields.nth(0).fill(address);
  await fields.nth(1).fill(`second.${address}`);
  release();
  await hydrated(page);
  await expect(fields.nth(0)).toHaveValue(address);
  await expect(fields.nth(1)).toHaveValue(`second.${address}`);
  await expect(fields.nth(1)).toBeFocused();
});
