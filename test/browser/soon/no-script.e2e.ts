import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { WORDS } from '../support/soon.ts';
import { storedRows } from '../support/stored.ts';
import { expect, MOVING, test } from '../support/test.ts';

test.use({ ...MOVING, javaScriptEnabled: false });

const WINDOWS = [
  [320, 568],
  [360, 640],
  [390, 664],
  [1366, 657],
  [1440, 900],
] as const;

for (const language of LANGUAGES) {
  const words = WORDS[language];

  test(`without JavaScript the page is read and the address is stored (${language})${language === 'en' ? '' : ' @all'}`, async ({
    page,
    address,
  }) => {
    await page.goto(`/soon?lang=${language}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
    await expect(page.getByText(words.subtle)).toBeVisible();
    await page.getByLabel(words.prompt).fill(address);
    const answer = page.waitForResponse('**/api/subscribe');
    await page.getByRole('button', { name: words.button }).click();
    expect((await answer).status()).toBe(303);
    await expect(page).toHaveURL(`/soon?state=subscribed&lang=${language}`);
    await expect(page.getByRole('status')).toHaveText(words.success);
    const leftOf = async (said: string) => (await page.getByText(said).boundingBox())?.x ?? 0;
    expect(await leftOf(words.inbox), 'under the sentence').toBeCloseTo(await leftOf(words.success));
    await expect(page.getByRole('textbox')).toHaveCount(0);
    expect(await storedRows('plain', address)).toEqual([expect.objectContaining({ language })]);
  });

  test(`without JavaScript a refused address leads to the page of failure (${language})${language === 'en' ? '' : ' @all'}`, async ({
    page,
  }) => {
    await page.goto(`/soon?lang=${language}`);
    await page.getByLabel(words.prompt).fill('ana@127.0.0.1');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/soon?state=failed&lang=${language}`);
    await expect(page.getByRole('alert')).toHaveText(words.error);
    await expect(page.getByLabel(words.prompt)).toBeVisible();
    await expect(page.getByRole('status')).toBeEmpty();
  });

  test(`without JavaScript the failure is seen in every window, in ${language} (catches: below the edge of the window) @all`, async ({
    page,
  }) => {
    for (const [width, height] of WINDOWS) {
      const size = `${width} by ${height}`;
      await page.setViewportSize({ width, height });
      await page.goto(`/soon?state=failed&lang=${language}`);
      await expect(page.getByText(words.error), size).toBeInViewport({ ratio: 1 });
      await expect(page.getByLabel(words.prompt), size).toBeFocused();
    }
  });

  test(`without JavaScript the privacy notice is a page (${language})${language === 'en' ? '' : ' @all'}`, async ({
    page,
  }) => {
    await page.goto(`/soon?lang=${language}`);
    await page.getByRole('link', { name: words.privacy }).click();
    await expect(page).toHaveURL(`/soon?state=privacy&lang=${language}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.privacy);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByText('privacy@embreve.example').first()).toBeVisible();
    await page.getByRole('main').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
  });
}

test('without JavaScript the toggle asks for the other language, on every page', async ({ page }) => {
  await page.goto('/soon');
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await expect(page).toHaveURL('/soon?lang=pt');
  await expect(page).toHaveTitle('embreve · Em breve');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.pt.title);
  for (const state of ['failed', 'subscribed', 'privacy']) {
    await page.goto(`/soon?state=${state}&lang=pt`);
    await page.getByRole('button', { name: WORDS.pt.toggle }).click();
    await expect(page).toHaveURL(`/soon?state=${state}&lang=en`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  }
});

test('without JavaScript the swing ends by itself and has no button @all', async ({ page }) => {
  await page.goto('/soon');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveCSS('animation-iteration-count', '1');
  const seconds = await title.evaluate((element) => parseFloat(getComputedStyle(element).animationDuration));
  expect(seconds).toBeLessThan(5);
  await expect(page.getByRole('button', { name: WORDS.en.pause })).toBeHidden();
});

test('without JavaScript a closed path leads to the page, in the language of the cookie @all', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'language', value: 'pt', url: baseURL ?? '' }]);
  await page.goto('/services?utm_source=ig');
  await expect(page).toHaveURL('/soon?utm_source=ig&from=%2Fservices');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.pt.title);
});
