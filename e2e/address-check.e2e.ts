import { contactField, openContact } from './support/contact.ts';
import { expect, test } from './support/test.ts';

const MEANT = { en: 'Did you mean', pt: 'Quis dizer' } as const;
const LANGUAGES = ['en', 'pt'] as const;

test.describe('on the page with the contact form', () => {
  test.use({ site: 'live' });
  for (const language of LANGUAGES) {
    test(`one press takes what was meant (${language})`, async ({ page }) => {
      await openContact(page, language);
      const input = contactField(page, 'email', language);
      await input.fill('ana@hotmial.com');
      const meant = page.getByRole('button', { name: `${MEANT[language]} ana@hotmail.com?` });
      await expect(meant).toBeVisible();
      expect((await meant.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await meant.click();
      await expect(input).toHaveValue('ana@hotmail.com');
      await expect(meant).toBeHidden();
    });
  }
});
