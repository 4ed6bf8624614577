import type { Page } from '@playwright/test';
import { builtFile, manifestOf } from '../support/documents.ts';
import { dataLayer, standInForGoogle } from '../support/google.ts';
import { signIn } from '../support/owner.ts';
import { addressOf } from '../support/sites.ts';
import { openSoon, subscribe, WORDS } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

const BANNER = { en: 'Visit statistics', pt: 'Estatísticas de visita' };

async function storeConsent(page: Page, decision: 'granted' | 'denied'): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('consent', value), decision);
}

test.describe('without IDs', () => {
  test('nobody is asked and nothing leaves for a foreign host', async ({ page, baseURL }) => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${baseURL}/`)) foreign.push(request.url());
    });
    await storeConsent(page, 'granted');
    await openSoon(page);
    await subscribe(page, 'en');
    await expect(page.getByText(WORDS.en.success)).toBeVisible();
    await expect(page.getByRole('region', { name: BANNER.en })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Cookies' })).toHaveCount(0);
    expect(foreign).toEqual([]);
  });

  test('the page view waits in the queue with path, title and language @all', async ({ page }) => {
    await openSoon(page);
    expect(await dataLayer(page)).toEqual([
      expect.objectContaining({ page_path: '/soon', page_title: 'embreve · Coming soon', language: 'en' }),
    ]);
  });

  test('neither page nor policy speaks of Google, nor a script that the page brings', async () => {
    const manifest = await manifestOf('plain');
    const { consentTexts } = manifest;
    const documents = manifest.documents.filter(({ page }) => page === 'soon');
    const pages = await Promise.all(documents.map(({ file }) => builtFile('plain', file)));
    const scripts = new Set(
      [...pages.join().matchAll(/href="\/(static\/js\/[^"]+)"/g)].map(([, file]) => file),
    );
    expect(scripts.size).toBeGreaterThan(1);
    const texts = [...pages, JSON.stringify({ documents, consentTexts })];
    for (const file of scripts) texts.push(await builtFile('plain', file ?? ''));
    for (const text of texts) expect(/.{0,40}(google|GTM-|G-TEST).{0,40}/i.exec(text)?.[0]).toBeUndefined();
  });
});

test.describe('with IDs', () => {
  test.use({ site: 'tags' });

  test('the queue starts with the denied default, then config, then one page view @all', async ({ page }) => {
    await standInForGoogle(page);
    await openSoon(page);
    const queue = await dataLayer(page);
    const at = (command: string, name: string) =>
      queue.findIndex((entry) => Array.isArray(entry) && entry[0] === command && entry[1] === name);
    expect(queue[0]).toEqual([
      'consent',
      'default',
      {
        ad_storage: 'denied',
        ad_user_data: 'denied',
        ad_personalization: 'denied',
        analytics_storage: 'denied',
        wait_for_update: 500,
      },
    ]);
    expect(at('config', 'G-TEST123')).toBeGreaterThan(at('consent', 'default'));
    expect(at('event', 'page_view')).toBeGreaterThan(at('config', 'G-TEST123'));
    expect(queue.filter((entry) => Array.isArray(entry) && entry[1] === 'page_view')).toHaveLength(1);
  });

  test('nothing is requested before consent, whatever the visitor does', async ({ page }) => {
    const google = await standInForGoogle(page);
    await openSoon(page);
    await page.getByRole('button', { name: WORDS.en.toggle }).click();
    await subscribe(page, 'pt');
    await expect(page.getByText(WORDS.pt.success)).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(google.requests).toEqual([]);
  });

  test('after consent the page view that waited is sent once', async ({ page }) => {
    const google = await standInForGoogle(page);
    await openSoon(page, { address: '/soon?utm_source=ig' });
    await page.getByRole('button', { name: 'Agree' }).click();
    await expect.poll(() => google.pageViews().length).toBe(1);
    const [view] = google.pageViews();
    expect(Object.fromEntries(view?.searchParams ?? [])).toEqual({
      en: 'page_view',
      dl: `${new URL(page.url()).origin}/soon?utm_source=ig`,
      dt: 'embreve · Coming soon',
      dp: '/soon',
      ul: 'en',
    });
    await page.waitForLoadState('networkidle');
    expect(google.requests.map(({ pathname }) => pathname).sort()).toEqual([
      '/g/collect',
      '/gtag/js',
      '/gtm.js',
    ]);
    const paths = (await dataLayer(page)).map((entry) => JSON.stringify(entry));
    expect(paths.findIndex((entry) => entry.includes('"granted"'))).toBeGreaterThan(0);
  });

  test('a page with tags is loaded again once an owner signs in, and has none from then on', async ({
    page,
    context,
  }) => {
    await storeConsent(page, 'granted');
    const google = await standInForGoogle(page);
    await openSoon(page);
    await expect.poll(() => google.pageViews().length).toBe(1);
    await signIn(context, 'tags');
    const renewed = page.waitForEvent('load');
    const dashboard = await context.newPage();
    await dashboard.goto(`${addressOf('tags')}/dashboard`);
    await renewed;
    // Its next request would be refused.
    await dashboard.close();
    await context.clearCookies();
    google.requests.length = 0;
    await openSoon(page);
    await page.waitForLoadState('networkidle');
    expect(google.requests).toEqual([]);
  });

  test('declining sends nothing, now and at the next load @all', async ({ page }) => {
    const google = await standInForGoogle(page);
    await openSoon(page);
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByRole('region', { name: BANNER.en })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Cookies' })).toHaveAttribute('aria-expanded', 'false');
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('region', { name: BANNER.en })).toHaveCount(0);
    expect(google.requests).toEqual([]);
  });

  test('a person who changes a no into a yes is counted from then on @all', async ({ page }) => {
    const google = await standInForGoogle(page);
    await storeConsent(page, 'denied');
    await openSoon(page);
    await page.getByRole('button', { name: 'Cookies' }).click();
    await page.getByRole('button', { name: 'Agree' }).click();
    await expect.poll(() => google.pageViews().length).toBe(1);
    expect(await page.evaluate(() => localStorage.getItem('consent'))).toBe('granted');
  });

  test('a person who changes a yes into a no is forgotten, cookies too', async ({ page }) => {
    const google = await standInForGoogle(page);
    await openSoon(page);
    await page.getByRole('button', { name: 'Agree' }).click();
    await expect.poll(() => google.pageViews().length).toBe(1);
    await page.evaluate(() => (document.cookie = '_ga=GA1.1.1.1; Path=/'));
    await page.getByRole('button', { name: 'Cookies' }).click();
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect.poll(() => page.evaluate(() => document.cookie)).not.toContain('_ga');
    const last = (await dataLayer(page)).at(-1);
    expect(last).toEqual(['consent', 'update', expect.objectContaining({ analytics_storage: 'denied' })]);
    google.requests.length = 0;
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect(google.requests).toEqual([]);
  });

  test('a consent given before is not asked for again @all', async ({ page }) => {
    const google = await standInForGoogle(page);
    await storeConsent(page, 'granted');
    await openSoon(page);
    await expect.poll(() => google.pageViews().length).toBe(1);
    await expect(page.getByRole('region', { name: BANNER.en })).toHaveCount(0);
  });

  test('a closed path on its way here is one page view, with the path that was asked for @all', async ({
    page,
  }) => {
    const google = await standInForGoogle(page);
    await storeConsent(page, 'granted');
    await openSoon(page, { address: '/services?utm_source=ig' });
    await expect.poll(() => google.pageViews().length).toBe(1);
    const views = (await dataLayer(page)).filter((entry) => Array.isArray(entry) && entry[1] === 'page_view');
    expect(views).toEqual([
      ['event', 'page_view', expect.objectContaining({ page_path: '/soon', requested_path: '/services' })],
    ]);
  });

  for (const how of ['asked for in the address', 'chosen before'] as const) {
    test(`title and language are reported in Portuguese when ${how} @all`, async ({ page }) => {
      const google = await standInForGoogle(page);
      await storeConsent(page, 'granted');
      const chosen = how === 'chosen before';
      if (chosen) await page.addInitScript(() => localStorage.setItem('language', 'pt'));
      await openSoon(page, { address: chosen ? '/soon' : '/soon?lang=pt' });
      await expect.poll(() => google.pageViews()[0]?.searchParams.get('dt')).toBe('embreve · Em breve');
      expect(google.pageViews()[0]?.searchParams.get('ul')).toBe('pt');
    });
  }

  test('no private parameter is reported @all', async ({ page }) => {
    await standInForGoogle(page);
    const secrets = 'token=SECRET&email=SECRET%40b.co&state=failed&lang=en';
    await openSoon(page, { address: `/soon?${secrets}&from=%2Fabout%3Ftoken%3DSECRET&utm_source=ig#SECRET` });
    const queue = JSON.stringify(await dataLayer(page));
    expect(queue).toContain('/soon?utm_source=ig"');
    expect(queue).not.toMatch(/SECRET|state=|lang=/);
    expect(queue).toContain('"requested_path":"/about"');
    // The URL that Google reports on its own comes from here.
    expect(queue).toMatch(/\["config","G-TEST123",\{[^}]*"page_location":"[^"]*\/soon\?utm_source=ig"/);
  });
});
