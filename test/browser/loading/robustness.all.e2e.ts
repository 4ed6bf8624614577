import { openUnhydrated } from '../support/chunks.ts';
import { FAILED_REQUEST, WORDS } from '../support/soon.ts';
import { storedRows } from '../support/stored.ts';
import { expect, MOVING, test } from '../support/test.ts';
import { visit } from '../support/visit.ts';

test.use({ ...MOVING, expected: FAILED_REQUEST });

test('with storage that throws when touched the whole visit works', async ({ page, address }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/soon');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await visit(page, address);
});

test('with storage that is full the whole visit works', async ({ page, address }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await page.goto('/soon');
  await visit(page, address);
  // Only the cookie remembers.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.pt.title);
});

test('with garbage in storage and cookies the whole visit works', async ({
  page,
  context,
  baseURL,
  address,
}) => {
  await context.addCookies([{ name: 'language', value: '%00%FF', url: baseURL ?? '' }]);
  await page.goto('/robots.txt');
  await page.evaluate(() => {
    for (const key of ['language', 'darkMode', 'consent']) localStorage.setItem(key, '{"\u0000":[');
    sessionStorage.setItem('reloaded', 'x');
  });
  await page.goto('/soon');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await visit(page, address);
});

test('with scripts that are gone and storage that throws there is no loop of reloads', async ({ page }) => {
  let visits = 0;
  page.on('request', (request) => (visits += Number(request.isNavigationRequest())));
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  });
  await page.route('**/static/js/*', (route) => route.fulfill({ status: 404 }));
  await openUnhydrated(page);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.pt.title);
  expect(visits).toBe(1);
});

test('a choice made in one tab is kept, and leaves the other as it is until its next load', async ({
  page,
  context,
}) => {
  await page.goto('/soon');
  const other = await context.newPage();
  await other.goto('/soon');
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.pt.title);
  await other.bringToFront();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(WORDS.en.title);
  await other.reload();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(WORDS.pt.title);
});

test('the same address from two tabs at once is thanked in both and stored once', async ({
  page,
  context,
  address,
}) => {
  const tabs = [page, await context.newPage()];
  for (const tab of tabs) {
    await tab.goto('/soon');
    await tab.getByLabel(WORDS.en.prompt).fill(address);
  }
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: WORDS.en.button }).click()));
  for (const tab of tabs) await expect(tab.getByRole('status')).toHaveText(WORDS.en.success);
  expect(await storedRows('plain', address)).toHaveLength(1);
});
