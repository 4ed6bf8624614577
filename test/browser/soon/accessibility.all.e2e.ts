import { AxeBuilder } from '@axe-core/playwright';
import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { expectNoFindings, STANDARDS } from '../support/axe.ts';
import { FAILED_REQUEST, openSoon, subscribe, WORDS } from '../support/soon.ts';
import { expect, MOVING, test } from '../support/test.ts';

// Axe checks every element some thirty times.

test.use({
  ...MOVING,
  expected: new RegExp(`${FAILED_REQUEST.source}|Couldn't load preload|ChunkLoadError`),
});

for (const language of LANGUAGES) {
  test(`axe finds nothing while the page is read, the notice opened, and an address sent, refused and taken, in ${language}`, async ({
    page,
  }) => {
    await openSoon(page, { language });
    await expectNoFindings(page, 'idle');
    await page.getByRole('link', { name: WORDS[language].privacy }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFindings(page, 'notice');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const { promise: judged, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/api/subscribe', async (route) => {
      await judged;
      await route.abort();
    });
    await subscribe(page, language);
    await expect(page.getByRole('button', { name: WORDS[language].button })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    await expectNoFindings(page, 'sending');
    letGo();
    await expect(page.getByRole('alert')).toHaveText(WORDS[language].error);
    await expectNoFindings(page, 'error');
    await page.unroute('**/api/subscribe');
    await subscribe(page, language);
    await expect(page.getByRole('status')).toHaveText(WORDS[language].success);
    await expectNoFindings(page, 'success');
  });

  test(`axe finds nothing on the documents for visitors without script, in ${language}`, async ({ page }) => {
    for (const state of ['failed', 'subscribed', 'privacy']) {
      await page.goto(`/soon?state=${state}&lang=${language}`);
      await expectNoFindings(page, state);
    }
  });

  test(`axe finds nothing when the notice cannot be loaded, in ${language}`, async ({ page }) => {
    await openSoon(page, { language });
    await page.getByLabel(WORDS[language].prompt).fill('ana@exemplo.com');
    await page.route('**/PrivacyDialog.*', (route) => route.abort());
    await page.getByRole('link', { name: WORDS[language].privacy }).click();
    await expect(page.getByRole('alert').getByRole('heading').first()).toBeVisible();
    await expectNoFindings(page, 'failed chunk');
  });
}

test.describe('with Google IDs', () => {
  test.use({ site: 'tags' });
  for (const language of LANGUAGES) {
    test(`axe finds nothing while the page asks for consent, in ${language}`, async ({ page }) => {
      await openSoon(page, { language });
      await expect(page.getByRole('region')).toBeVisible();
      await expectNoFindings(page, 'consent');
    });
  }
});

test('axe sees an input without a label', async ({ page }) => {
  await openSoon(page);
  await page.evaluate(() => document.querySelector('label')?.remove());
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARDS).analyze();
  expect(violations.map(({ id }) => id)).toContain('label-title-only');
});
