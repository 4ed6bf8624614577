import { LANGUAGES } from '#contract/language.ts';
import { findings } from '../support/axe.ts';
import { ALL_PATHS, openPage, SIZES } from '../support/pages.ts';
import { FAILED_REQUEST, holdStill, showTheme, THEMES } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

// The browser itself complains about the page for an address that leads nowhere.
test.use({ site: 'live', expected: FAILED_REQUEST });

for (const path of ALL_PATHS) {
  for (const { width, height } of SIZES) {
    test(`axe finds nothing on ${path}, ${width} wide, in any language and theme`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await openPage(page, path);
      for (const language of LANGUAGES) {
        if (language !== 'en') await page.getByRole('switch').click();
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await holdStill(page);
        for (const theme of THEMES) {
          await showTheme(page, theme);
          // What is not colour is the same in both.
          const found = await findings(page, theme === 'dark' ? 'all' : 'colours');
          expect(found, `${language}, ${theme}`).toEqual([]);
        }
      }
    });
  }
}

test('axe finds nothing in the open menu', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openPage(page, '/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  for (const theme of THEMES) {
    await showTheme(page, theme);
    expect(await findings(page, 'all'), theme).toEqual([]);
  }
});
