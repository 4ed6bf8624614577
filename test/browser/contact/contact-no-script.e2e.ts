import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import {
  CONTACT_API,
  CONTACT_WORDS,
  contactField,
  fillContact,
  standing,
  storedMessages,
  submitButton,
  written,
} from '../support/contact.ts';
import { expect, test } from '../support/test.ts';

test.use({ site: 'live', javaScriptEnabled: false });

for (const language of LANGUAGES) {
  const words = CONTACT_WORDS[language];

  test(`without JavaScript a message is stored and thanked for (${language})${language === 'en' ? '' : ' @all'}`, async ({
    page,
    address,
  }) => {
    await page.goto(`/contact?lang=${language}`);
    await fillContact(page, written(address), language);
    const answer = page.waitForResponse(CONTACT_API);
    await submitButton(page, language).click();
    expect((await answer).status()).toBe(303);
    await expect(page).toHaveURL(`/contact?state=sent&lang=${language}`);
    const said = page.getByRole('status').filter({ hasText: words.sent });
    await expect(said).toContainText(words.thanks);
    await expect(submitButton(page, language)).toBeHidden();
    expect(await storedMessages(address)).toEqual([expect.objectContaining({ language })]);
    await page.getByRole('link', { name: words.another }).click();
    await expect(contactField(page, 'message', language)).toHaveValue('');
  });

  test(`without JavaScript a refused form says so, and going back brings what was typed (${language})${language === 'en' ? '' : ' @all'}`, async ({
    page,
    address,
  }) => {
    await page.goto(`/contact?lang=${language}`);
    const texts = { ...written(address), phone: '+351 91 234 567' };
    await fillContact(page, texts, language);
    await submitButton(page, language).click();
    await expect(page).toHaveURL(`/contact?state=invalid&lang=${language}`);
    await expect(page.getByRole('alert').filter({ hasText: words.goBack })).toBeVisible();
    expect(await storedMessages(address)).toEqual([]);
    await page.goBack();
    expect(await standing(page, language)).toEqual(texts);
    await contactField(page, 'phone', language).fill('912 345 678');
    await submitButton(page, language).click();
    await expect(page).toHaveURL(`/contact?state=sent&lang=${language}`);
  });
}

test.describe('where company and phone are optional', () => {
  test.use({ site: 'books' });
  test('a person with neither is heard, and each label says so (catches: the browser asks for them) @all', async ({
    page,
    address,
  }) => {
    await page.goto('/contact?lang=pt');
    const { optional, company, phone, name } = CONTACT_WORDS.pt;
    for (const label of [company, phone])
      await expect(page.getByLabel(`${label} ${optional}`, { exact: true })).toBeVisible();
    await page.getByLabel(name, { exact: true }).fill('Ana Souza');
    await fillContact(page, { email: address, message: 'Bom dia.' }, 'pt');
    await submitButton(page, 'pt').click();
    await expect(page).toHaveURL('/contact?state=sent&lang=pt');
    const [stored] = await storedMessages(address, 'books');
    expect(stored).toMatchObject({ name: 'Ana Souza', company: '', phone: '' });
  });
});

test('without JavaScript the browser itself asks for what is missing @all', async ({ page }) => {
  await page.goto('/contact');
  await fillContact(page, { name: 'Ana' });
  await submitButton(page).click();
  await expect(contactField(page, 'company')).toBeFocused();
  await expect(page).toHaveURL('/contact');
});
