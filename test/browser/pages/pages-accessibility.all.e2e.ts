import { findings } from '../support/axe.ts';
import { ALL_PATHS, openPage } from '../support/pages.ts';
import { FAILED_REQUEST, holdStill, showTheme, THEMES } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

// The browser itself logs an error for the page of an unknown address.
test.use({ site: 'live', expected: FAILED_REQUEST });

/** Tablets use the phone's bar; languages are the same at every width: their layout has tests of its own. */
const LOOKS = [
  { language: 'en', width: 360 },
  { language: 'pt', width: 1440 },
] as const;

for (const path of ALL_PATHS) {
  test(`axe finds nothing on ${path}, on a phone and a desk, in any language and theme`, async ({ page }) => {
    await openPage(page, path);
    for (const { language, width } of LOOKS) {
      await page.setViewportSize({ width, height: 800 });
      if (language !== 'en') await page.getByRole('switch').click();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await holdStill(page);
      for (const theme of THEMES) {
        await showTheme(page, theme);
        // Everything but colours is the same in both themes.
        const found = await findings(page, theme === 'dark' ? 'all' : 'colours');
        expect(found, `${language}, ${theme}, ${width}`).toEqual([]);
      }
    }
  });
}

test('axe finds nothing in the open menu', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openPage(page, '/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  for (const theme of THEMES) {
    await showTheme(page, theme);
    expect(await findings(page, theme === 'dark' ? 'all' : 'colours'), theme).toEqual([]);
  }
});
