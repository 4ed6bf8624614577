import type { Route } from '@playwright/test';
import { FAILED_REQUEST, openSoon, subscribe, WORDS } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

const GOOGLE = /^https:\/\/www\.(googletagmanager|google-analytics)\.com\//;

const FAULTS: Record<string, (route: Route) => Promise<void>> = {
  blocked: (route) => route.abort('blockedbyclient'),
  'slow beyond patience': () => new Promise(() => {}),
  'answered with an error': (route) => route.fulfill({ status: 500, body: 'broken' }),
  'answered with something that throws': (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("theirs")' }),
  'answered with something that breaks the queue': (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'dataLayer.push = () => { throw new Error("theirs"); };',
    }),
};

test.use({ site: 'tags', expected: new RegExp(`${FAILED_REQUEST.source}|^uncaught: theirs$`) });

for (const [fault, answer] of Object.entries(FAULTS)) {
  test(`scripts of Google that are ${fault} harm nothing`, async ({ page }) => {
    await page.route(GOOGLE, answer);
    await page.addInitScript(() => localStorage.setItem('consent', 'granted'));
    const asked = page.waitForRequest(GOOGLE);
    await openSoon(page);
    await asked;
    await page.getByRole('button', { name: WORDS.en.toggle }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.pt.title);
    await subscribe(page, 'pt');
    await expect(page.getByText(WORDS.pt.success)).toBeVisible();
    await page.getByRole('button', { name: 'Cookies' }).click();
    await page.getByRole('button', { name: 'Recusar' }).click();
    await expect(page.getByRole('region', { name: 'Estatísticas de visita' })).toHaveCount(0);
  });
}
