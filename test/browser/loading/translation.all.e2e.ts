import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { holdChunks, hydrated, openUnhydrated } from '../support/chunks.ts';
import { heading, PAGES } from '../support/pages.ts';
import { WORDS } from '../support/soon.ts';
import { storedRows } from '../support/stored.ts';
import { expect, test } from '../support/test.ts';
import { translate, translated, TRANSLATORS } from '../support/translate.ts';

// React reports that it rendered the page again; no other error is expected.
test.use({ expected: /React error #418/ });

const escaped = (words: string) => words.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** Words as they are, or as the browser has translated them since. */
const either = (words: string) => new RegExp(`^(?:${[words, translated(words)].map(escaped).join('|')})$`);

for (const as of TRANSLATORS) {
  for (const before of [true, false]) {
    test(`a page that ${as} translates ${before ? 'before' : 'after'} hydration signs up in its own language (catches: in English, by html lang)`, async ({
      page,
      address,
    }) => {
      const release = await holdChunks(page);
      await openUnhydrated(page, '/soon?lang=pt');
      if (!before) release();
      if (!before) await hydrated(page);
      await translate(page, as);
      release();
      await hydrated(page);
      await expect(heading(page)).toHaveText(either(WORDS.pt.title));
      await page.getByRole('textbox').fill(address);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status')).toHaveText(either(WORDS.pt.success));
      const [row] = await storedRows('plain', address);
      expect(row?.['language']).toBe('pt');
    });
  }

  test(`a page that ${as} translates changes its language at a press`, async ({ page }) => {
    await page.goto('/soon');
    await hydrated(page);
    await translate(page, as);
    for (const language of LANGUAGES.toReversed()) {
      await page.locator('header button').click();
      await expect(heading(page)).toHaveText(either(WORDS[language].title));
    }
  });
}

test.describe('the site', () => {
  test.use({ site: 'live' });

  for (const { path, heading: words } of Object.values(PAGES)) {
    test(`${path} stays Portuguese, translated before hydration by any browser`, async ({ page }) => {
      for (const as of TRANSLATORS) {
        const release = await holdChunks(page);
        await openUnhydrated(page, `${path}?lang=pt`);
        await translate(page, as);
        release();
        await hydrated(page);
        const title = await heading(page).innerText();
        const plain = title.replaceAll(/\s+/g, ' ');
        expect([words.pt, translated(words.pt)], as).toContain(plain);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    });
  }
});
