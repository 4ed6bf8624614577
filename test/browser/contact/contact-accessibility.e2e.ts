import type { Page } from '@playwright/test';
import { LANGUAGES, type Language } from '#contract/language.ts';
import { expectNoFindings } from '../support/axe.ts';
import { CONTACT_API, fillContact, openContact, submitButton, written } from '../support/contact.ts';
import { FAILED_REQUEST } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

test.use({ site: 'live', expected: FAILED_REQUEST });

const STATES: Record<string, (page: Page, language: Language) => Promise<void>> = {
  idle: async () => {},
  errors: async (page, language) => {
    await submitButton(page, language).click();
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(5);
  },
  sent: async (page, language) => {
    await page.route(CONTACT_API, (route) => route.fulfill({ status: 204 }));
    await fillContact(page, written('ana@exemplo.com'), language);
    await submitButton(page, language).click();
    await page.locator('[data-tone=success]').hover();
  },
  failed: async (page, language) => {
    await page.route(CONTACT_API, (route) => route.abort());
    await fillContact(page, written('ana@exemplo.com'), language);
    await submitButton(page, language).click();
    await page.locator('[data-tone=failure]').getByRole('button').focus();
  },
};

for (const language of LANGUAGES) {
  for (const [state, reach] of Object.entries(STATES)) {
    test(`axe finds nothing on the contact page: ${state} (${language})`, async ({ page }) => {
      await openContact(page, language);
      await reach(page, language);
      await expectNoFindings(page, state);
    });
  }
}

for (const state of ['sent', 'invalid', 'failed']) {
  test(`axe finds nothing on the answer to a plain form: ${state}`, async ({ page }) => {
    await page.goto(`/contact?state=${state}`);
    await expectNoFindings(page, state);
  });
}
