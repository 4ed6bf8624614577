import type { Page } from '@playwright/test';
import type { Now } from '#contract/owner/now.ts';
import { problem } from '#contract/problem.ts';
import { first as en } from '#dashboard/text/en/first.ts';
import { rest } from '#dashboard/text/en/rest.ts';
import { first as pt } from '#dashboard/text/pt/first.ts';
import { signin as signinEn } from '#dashboard/text/en/signin.ts';
import { signin as signinPt } from '#dashboard/text/pt/signin.ts';
import { storeIdOf } from '#server/launch/store-id.ts';
import { order, readyToLaunch, open } from '#test/fixtures/launch.ts';
import { findings } from '../support/axe.ts';
import { test, withOwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

const { nav, strip, state, stage } = en;
const PAGES = ['today', 'people', 'messages', 'site', 'launch', 'figures', 'mails', 'settings'] as const;
const PHONE = { width: 360, height: 740 };

function rail(page: Page) {
  return page.getByRole('navigation').first();
}

/** The text as displayed: its hyphen never breaks. */
function shown(text: string): string {
  return text.replace(/e-(?=mail)/gi, '$&\u2060');
}

function heading(page: Page) {
  return page.getByRole('heading', { level: 1 });
}

test.describe('without an answer', () => {
  test.use({ expected: /\b503\b|ERR_FAILED/ });

  test('a server that does not say who is signed in is not called a lost line, until the line is lost (catches: always offline) @all', async ({
    page,
  }) => {
    let isLost = false;
    await page.route('**/api/owner/session', (route) =>
      isLost ? route.abort() : route.fulfill({ status: 503, json: problem('unavailable') }),
    );
    await page.goto('/dashboard');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('unavailable');
    isLost = true;
    await alert.getByRole('button').click();
    await expect(alert).toContainText(state.offlineTitle);
  });
});

test('every page has an address, a title and a heading that takes the focus; Back leads back', async ({
  page,
  ownerSite,
  context,
}) => {
  await ownerSite.signIn(context);
  await page.goto('/dashboard/launch');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByText(en.common.skip), 'what was read takes no focus').toBeFocused();
  await page.goto('/dashboard');
  await expect(heading(page)).toBeVisible();
  for (const name of PAGES.slice(1)) {
    const link = rail(page).getByRole('link', { name: nav[name] });
    await link.click();
    await expect(page).toHaveURL(`${ownerSite.address}/dashboard/${name}`);
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(heading(page)).toHaveCount(1);
    await expect(heading(page)).toBeFocused();
    await expect(page).toHaveTitle(/ · embreve$/);
  }
  await page.goBack();
  await expect(page).toHaveURL(`${ownerSite.address}/dashboard/mails`);
  await expect(heading(page)).toBeFocused();
  await page.goto('/dashboard/nowhere');
  await expect(heading(page)).toHaveText(state.missingTitle);
  const skip = await page.getByText(en.common.skip).boundingBox();
  expect(skip?.width, 'what only screen readers read is not seen where no page brings its styles').toBe(1);
});

test('on a phone the other pages are behind More; language and theme stay chosen', async ({
  page,
  ownerSite,
  context,
}) => {
  await page.setViewportSize(PHONE);
  await ownerSite.signIn(context);
  await page.goto('/dashboard');
  await expect(page.getByText(stage.closedShort, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: nav.more }).click();
  const sheet = page.getByRole('dialog', { name: nav.more });
  await sheet.getByRole('button', { name: nav.toLight }).click();
  await sheet.getByRole('button', { name: 'Português' }).click();
  await expect(
    page.getByRole('dialog', { name: pt.nav.more }).getByRole('link', { name: pt.nav.figures }),
  ).toBeVisible();
  await page.getByRole('link', { name: pt.nav.figures }).last().click();
  await expect(page).toHaveURL(/\/figures$/);
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.evaluate(() => localStorage.removeItem('language'));
  await page.reload();
  await expect(heading(page)).toHaveText(pt.nav.figures);
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('the strip says what is under way; the page of the launch says it itself @all', async ({
  page,
  context,
}) => {
  await withOwnerSite(async (own) => {
    await own.signIn(context);
    await own.within(async (store) => {
      await readyToLaunch(store as Parameters<typeof readyToLaunch>[0], 2);
      const storeId = await storeIdOf(store, own.dataDir);
      await open(store.write, 'launch', order({ undoMs: 600_000, storeId }));
    });
    await page.goto(`${own.address}/dashboard/settings`);
    const bar = page.getByRole('region', { name: nav.launch }).filter({ hasText: /start in \d+:\d\d/ });
    await expect(bar).toBeVisible();
    await rail(page).getByRole('link', { name: nav.newsletter }).click();
    await expect(bar).toBeVisible();
    await page.getByRole('row', { name: rest.letters.kinds.ofLaunch }).getByRole('link').click();
    await expect(page).toHaveURL(/\/launch$/);
    await expect(bar).toHaveCount(0);
    await rail(page).getByRole('link', { name: nav.settings }).click();
    await bar.getByRole('button', { name: rest.launch.underWay.undoButton }).click();
    await expect(page.locator('header').getByText(stage.closed)).toBeVisible();
    await expect(bar).toHaveCount(0);
  });
});

test.describe('without a connection', () => {
  test.use({ expected: /ERR_FAILED|dynamically imported|\b503\b/ });

  test('two readings that fail say since when, and that it is back', async ({ page, ownerSite, context }) => {
    await ownerSite.signIn(context);
    await page.goto('/dashboard/settings');
    await expect(page.getByText(stage.closed)).toBeVisible();
    await page.route('**/api/owner/**', (route) => route.abort());
    const bar = page.getByText(strip.offline.split(' {')[0] ?? '');
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
      await expect(bar).toBeVisible({ timeout: 1000 });
    }).toPass();
    const again = page.getByRole('button', { name: en.common.tryAgain });
    await expect(again.first()).toBeVisible();
    await page.unroute('**/api/owner/**');
    // A reading of the page's own may be quicker than the press, and take the button away.
    await again.evaluateAll((all) => all.forEach((one) => (one as HTMLElement).click()));
    await expect(page.getByText(state.backOnline)).toBeVisible();
    await expect(bar).toHaveCount(0);
  });

  test('a page whose script does not come says so, and the frame stays @all', async ({
    page,
    ownerSite,
    context,
  }) => {
    await ownerSite.signIn(context);
    await page.route(/\/static\/js\/Figures/, (route) => route.abort());
    await page.goto('/dashboard');
    await expect(heading(page)).toBeVisible();
    await rail(page).getByRole('link', { name: nav.figures }).click();
    await expect(page.getByText(state.chunk)).toBeVisible();
    await page.unroute(/\/static\/js\/Figures/);
    await page.getByRole('button', { name: state.reload }).click();
    await expect(heading(page)).toBeVisible();
    await expect(page).toHaveURL(/\/figures$/);
  });
});

test('an older script says that there is a newer one @all', async ({ page, ownerSite, context }) => {
  await ownerSite.signIn(context);
  await page.route('**/api/owner/now', async (route) => {
    const response = await route.fetch();
    const now = (await response.json()) as Now;
    await route.fulfill({ response, json: { ...now, script: '/static/js/dashboard.newer.js' } });
  });
  await page.goto('/dashboard/settings');
  await expect(page.getByText(strip.newVersion)).toBeVisible();
});

test('the first view weighs at most 95 kB, but for font and pictures; nobody else is asked', async ({
  page,
  ownerSite,
  context,
}) => {
  await ownerSite.signIn(context);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(ownerSite.address)) foreign.push(request.url());
  });
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  const weighed = await page.evaluate(() => {
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ];
    return (entries as PerformanceResourceTiming[])
      .filter(({ name }) => !/\/api\/|\.(?:woff2|svg|png|avif)$/.test(name))
      .map(({ name, encodedBodySize }) => ({ name: name.replace(/^.*\//, ''), bytes: encodedBodySize }));
  });
  // The words of the other pages load after the first one, and then what a translation asks for.
  const first = weighed.filter(({ name }) => !/^(?:rest|translated)\./.test(name));
  const sum = first.reduce((bytes, one) => bytes + one.bytes, 0);
  expect(sum, JSON.stringify(first)).toBeLessThanOrEqual(95_000);
  expect(sum).toBeGreaterThan(60_000);
  expect(foreign).toEqual([]);
});

// One width per language: `npm run axe` checks both, in both themes, on every page.
for (const [language, width] of [
  ['en', 360],
  ['pt', 1440],
] as const)
  test(`axe finds nothing in frame, sheet and sign-in, in ${language} at ${width}${language === 'en' ? '' : ' @all'}`, async ({
    page,
    ownerSite,
    context,
  }) => {
    const { nav: words, session } = language === 'pt' ? pt : en;
    const signin = language === 'pt' ? signinPt : signinEn;
    const check = async (name: string) => {
      for (const theme of ['dark', 'light'] as const) {
        await page.evaluate((one) => (document.documentElement.dataset['theme'] = one), theme);
        expect(await findings(page, theme === 'dark' ? 'all' : 'colours'), `${name}, ${theme}`).toEqual([]);
      }
    };
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript((one) => localStorage.setItem('language', one), language);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/dashboard');
    await expect(heading(page)).toHaveText(signin.title);
    await page.getByText(signin.helpTitle).click();
    await page.getByRole('button', { name: shown(session.mail) }).click();
    await check('sign-in');
    await ownerSite.signIn(context, { language });
    await page.goto('/dashboard/nowhere');
    await expect(heading(page)).toBeVisible();
    await check('frame');
    if (width !== 360) return;
    await page.getByRole('button', { name: words.more }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await check('sheet');
  });
