import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { openPage } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test.use({ site: 'live' });

const EXAMPLE = { en: 'Example', pt: 'Exemplo' };
/** A4 minus margins of 10 mm, in pixels. */
const PAPER = { width: 718, height: 1046 };

for (const language of LANGUAGES) {
  test(`the plan on one page says that it is an example, and fits on one page of paper, in ${language}`, async ({
    page,
  }) => {
    await openPage(page, '/services', language);
    const sheet = page.getByRole('figure', { name: EXAMPLE[language] });
    await expect(sheet.getByRole('heading')).toHaveCount(6);
    await expect(sheet).not.toContainText('%');
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(PAPER);
    await expect(sheet).toHaveCSS('break-inside', 'avoid');
    expect((await sheet.boundingBox())?.height).toBeLessThanOrEqual(PAPER.height);
  });
}
