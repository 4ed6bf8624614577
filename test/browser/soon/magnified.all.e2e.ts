import type { Locator, Page } from '@playwright/test';
import { TESTED_LANGUAGES as LANGUAGES, type TestedLanguage as Language } from '#test/fixtures/languages.ts';
import { contrastsWithin } from '../support/contrast.ts';
import { addVisitorStyle, layoutFaults, wordFaults } from '../support/layout.ts';
import { FAILED_REQUEST, holdStill, openSoon, subscribe, subscribeInVain, WORDS } from '../support/soon.ts';
import { expect, MOVING, test } from '../support/test.ts';

// WCAG 2.2, 1.4.12.
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;

test.use({ ...MOVING, expected: FAILED_REQUEST });

/** Portuguese has the longest words: where they fit, English fits too, except in the narrowest lines. */
const WINDOWS: Record<Language, [width: number, height: number][]> = {
  en: [[360, 800]],
  pt: [
    [360, 800],
    [768, 1024],
    [1280, 800],
  ],
};

for (const language of LANGUAGES) {
  for (const [width, height] of WINDOWS[language]) {
    test(`text of twice the size stays whole and usable, ${width} wide, in ${language}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await openSoon(page, { language });
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      await expectWholeJourney(page, language);
    });

    test(`wider text spacing stays whole and usable, ${width} wide, in ${language}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await openSoon(page, { language });
      await addVisitorStyle(page, TEXT_SPACING);
      await expectWholeJourney(page, language);
    });
  }

  test(`pages behind links stay whole with text of twice the size on every phone, in ${language} (catches: the notice scrolls sideways)`, async ({
    page,
  }) => {
    for (const state of ['privacy', 'confirmed', 'unsubscribed', 'expired']) {
      await page.goto(`/soon?state=${state}&lang=${language}`);
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      for (const width of [320, 360, 375, 390, 414]) {
        await page.setViewportSize({ width, height: 740 });
        expect.soft(await layoutFaults(page), `${state}, ${width} wide`).toEqual([]);
      }
    }
  });

  test(`the page magnified four times stays whole and usable, in ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await openSoon(page, { language });
    await expectWholeJourney(page, language);
  });

  test(`the privacy notice magnified four times can be read to its end and closed, in ${language}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await openSoon(page, { language });
    await page.getByRole('link', { name: WORDS[language].privacy }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    expect(await dialog.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)).toBeLessThanOrEqual(0);
    await dialog.getByRole('button', { name: WORDS[language].close }).click();
    await expect(dialog).toHaveCount(0);
  });

  test(`the page is whole without picture and font, in ${language}`, async ({ page }) => {
    await page.route(/\.(avif|webp|woff2)$/, (route) => route.abort());
    await page.setViewportSize({ width: 360, height: 640 });
    await openSoon(page, { language });
    await expectWholeJourney(page, language);
  });
}

test.describe('with Google IDs', () => {
  test.use({ site: 'tags', viewport: { width: 320, height: 256 } });

  test('the question about cookies magnified four times can be answered', async ({ page }) => {
    await openSoon(page);
    const banner = page.getByRole('region', { name: 'Visit statistics' });
    await expect(banner).toBeVisible();
    expect((await banner.boundingBox())?.height).toBeLessThan(200);
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(banner).toHaveCount(0);
  });

  test('with text of twice the size its answers have room, and the networks stay together (catches: words on their border, one icon a line below)', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await openSoon(page, { language: 'pt' });
    const banner = page.getByRole('region', { name: 'Estatísticas de visita' });
    await expect(banner).toBeVisible();
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const rooms = await banner.getByRole('button').evaluateAll((answers) =>
      answers.map((answer) => {
        const range = document.createRange();
        range.selectNodeContents(answer);
        const { right, width } = answer.getBoundingClientRect();
        return right > innerWidth ? 0 : width - range.getBoundingClientRect().width;
      }),
    );
    expect.soft(Math.min(...rooms)).toBeGreaterThanOrEqual(24);
    const icons = page.getByRole('contentinfo').getByRole('link');
    const tops = await icons.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    expect((await wordFaults(page)).filter((fault) => fault.startsWith('broken'))).toEqual([]);
  });
});

for (const colorScheme of ['dark', 'light'] as const) {
  test(`controls, lines and icons are seen in forced colours, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await openSoon(page);
    await subscribeInVain(page, 'en');
    const words = WORDS.en;
    await page.getByLabel(words.prompt).blur();
    await holdStill(page);
    const seen: [string, Locator][] = [
      ['toggle', page.getByRole('button', { name: words.toggle })],
      ['bob of the toggle', page.getByRole('button', { name: words.toggle }).locator('b')],
      ['field', page.getByLabel(words.prompt)],
      ['button', page.getByRole('button', { name: words.button })],
      ['Instagram', page.getByRole('link', { name: 'Instagram' })],
      ['LinkedIn', page.getByRole('link', { name: 'LinkedIn' })],
      ['pause', page.getByRole('button', { name: words.pause })],
      ['error', page.getByText(words.error)],
      ['logo', page.getByText('embreve', { exact: true }).first()],
    ];
    const contrasts = await contrastsWithin(
      page,
      seen.map(([, locator]) => locator),
    );
    for (const [place, [name]] of seen.entries())
      expect.soft(contrasts[place], name).toBeGreaterThanOrEqual(3);
  });
}

async function expectWholeJourney(page: Page, language: Language): Promise<void> {
  const words = WORDS[language];
  await holdStill(page);
  expect.soft(await layoutFaults(page), 'idle').toEqual([]);
  for (const name of ['Instagram', 'LinkedIn']) await page.getByRole('link', { name }).click({ trial: true });
  await page.getByRole('button', { name: words.toggle }).click({ trial: true });
  await subscribeInVain(page, language);
  expect.soft(await layoutFaults(page), 'error').toEqual([]);
  await subscribe(page, language);
  await expect(page.getByText(words.success)).toBeVisible();
  expect.soft(await layoutFaults(page), 'success').toEqual([]);
}
