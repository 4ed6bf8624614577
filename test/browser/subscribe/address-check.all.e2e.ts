import type { Locator, Page } from '@playwright/test';
import { hydrated } from '../support/chunks.ts';
import { CONTACT_WORDS, contactField, openContact } from '../support/contact.ts';
import { FAILED_REQUEST, subscribe, WORDS } from '../support/soon.ts';
import { storedRows } from '../support/stored.ts';
import { expect, test } from '../support/test.ts';

const MEANT = { en: 'Did you mean', pt: 'Quis dizer' } as const;
const LANGUAGES = ['en', 'pt'] as const;

for (const language of LANGUAGES) {
  for (const width of [360, 1440]) {
    test(`gmial.com brings the question whether gmail.com was meant, one press takes it (${language}, ${width} wide)`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/soon?lang=${language}`);
      await hydrated(page);
      const input = page.getByLabel(WORDS[language].prompt);
      await input.focus();
      const before = await poster(page);
      await input.pressSequentially('ana@gmial.com');
      const meant = page.getByRole('button', { name: `${MEANT[language]} ana@gmail.com?` });
      await expect(page.locator('[aria-live=polite]').filter({ has: meant })).toBeVisible();
      expect((await meant.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      expect(await poster(page)).toEqual(before);
      await meant.press('Enter');
      await expect(input).toHaveValue('ana@gmail.com');
      await expect(input).toBeFocused();
      await expect(meant).toBeHidden();
    });
  }

  test(`a@b is not sent; the sentence about addresses is shown at the field until it is fixed (${language})`, async ({
    page,
  }) => {
    await page.goto(`/soon?lang=${language}`);
    await hydrated(page);
    const posts = postsOf(page);
    const input = page.getByLabel(WORDS[language].prompt);
    const before = await poster(page);
    await refuseAddress(input, 'a@b');
    await expect(page.getByRole('alert')).toHaveText(CONTACT_WORDS[language].invalidEmail);
    await expect(input).toBeFocused();
    await expect(input).toHaveAccessibleDescription(new RegExp(CONTACT_WORDS[language].invalidEmail));
    expect(await poster(page)).toEqual(before);
    await input.fill('a@b.co');
    await expect(page.getByRole('alert')).toBeEmpty();
    expect(posts).toEqual([]);
  });
}

test('an address that a password manager sets without any event after a@b is sent', async ({
  page,
  address,
}) => {
  await page.goto('/soon');
  await hydrated(page);
  const input = page.getByLabel(WORDS.en.prompt);
  await refuseAddress(input, 'a@b');
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await input.evaluate((one: HTMLInputElement, value) => {
    one.value = value;
    one.form?.requestSubmit();
  }, address);
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
});

test('an address that looks mistyped is sent as it is (catches: refused)', async ({ page, address }) => {
  const mistyped = address.replace(/@.*/, '@gmial.com');
  await page.goto('/soon');
  await hydrated(page);
  const input = page.getByLabel(WORDS.en.prompt);
  await input.fill(mistyped);
  await expect(page.getByRole('button', { name: MEANT.en })).toBeVisible();
  await input.press('Enter');
  await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  expect(await storedRows('plain', mistyped)).toHaveLength(1);
});

test.describe('where its script does not come', () => {
  test.use({ expected: FAILED_REQUEST });

  test('the form works as before', async ({ page, address }) => {
    await page.route(/AddressCheck.*\.js/, (route) => route.abort());
    await page.goto('/soon');
    await hydrated(page);
    await subscribe(page, 'en', address);
    await expect(page.getByRole('status')).toHaveText(WORDS.en.success);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the browser itself keeps a@b, so that nobody is asked only to try again', async ({ page }) => {
    await page.goto('/soon');
    const posts = postsOf(page);
    await subscribe(page, 'en', 'a@b');
    await expect(page.locator('input:user-invalid')).toBeFocused();
    expect(posts).toEqual([]);
  });
});

test.describe('on the pages behind the curtain', () => {
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

    test(`the form of one book asks and refuses, the other stays as it was (${language})`, async ({
      page,
    }) => {
      await page.goto(`/products?lang=${language}`);
      await hydrated(page);
      const input = page.locator('#book-2-email');
      await refuseAddress(input, 'a@b');
      await expect(input).toHaveAccessibleDescription(new RegExp(CONTACT_WORDS[language].invalidEmail));
      await expect(page.getByText(CONTACT_WORDS[language].invalidEmail)).toHaveCount(1);
      await input.fill('ana@gmial.com');
      await page.getByRole('button', { name: `${MEANT[language]} ana@gmail.com?` }).click();
      await expect(input).toHaveValue('ana@gmail.com');
      await expect(input).toBeFocused();
    });
  }
});

/** Positions that must not change: title, sentences, field, button, and the end of the page. */
function poster(page: Page) {
  return page.evaluate(() => [
    // Unaffected by the title's swing.
    ...[...document.querySelectorAll<HTMLElement>('h1')].map((one) => one.offsetTop),
    ...[...document.querySelectorAll('main > p, label, #email, main form button, footer')].map((one) =>
      JSON.stringify(one.getBoundingClientRect()),
    ),
    document.documentElement.scrollHeight,
    scrollY,
  ]);
}

function postsOf(page: Page): string[] {
  const posts: string[] = [];
  page.on('request', (asked) => asked.method() === 'POST' && posts.push(asked.url()));
  return posts;
}

/** Submits an address once our own check, a separate script, has loaded. */
async function refuseAddress(input: Locator, address: string): Promise<void> {
  await input.fill(address);
  await expect.poll(() => input.evaluate((one: HTMLInputElement) => one.validity.customError)).toBe(true);
  await input.press('Enter');
}
