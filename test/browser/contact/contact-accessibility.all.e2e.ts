import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { expectNoFindings } from '../support/axe.ts';
import { CONTACT_API, fillContact, openContact, submitButton, written } from '../support/contact.ts';
import { FAILED_REQUEST } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

test.use({ site: 'live', expected: FAILED_REQUEST });

for (const language of LANGUAGES) {
  test(`axe finds nothing on the contact page: idle, with errors, failed and sent (${language})`, async ({
    page,
  }) => {
    await openContact(page, language);
    await expectNoFindings(page, 'idle');
    await submitButton(page, language).click();
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(5);
    await expectNoFindings(page, 'errors');
    await page.route(CONTACT_API, (route) => route.abort(), { times: 1 });
    await fillContact(page, written('ana@exemplo.com'), language);
    await submitButton(page, language).click();
    await page.locator('[data-tone=failure]').getByRole('button').focus();
    await expectNoFindings(page, 'failed');
    await page.route(CONTACT_API, (route) => route.fulfill({ status: 204 }));
    await submitButton(page, language).click();
    await page.locator('[data-tone=success]').hover();
    await expectNoFindings(page, 'sent');
  });
}

test('axe finds nothing on the answers to a plain form', async ({ page }) => {
  for (const state of ['sent', 'invalid', 'failed']) {
    await page.goto(`/contact?state=${state}`);
    await expectNoFindings(page, state);
  }
});
