import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE_KEY, LANGUAGES } from '#contract/language.ts';
import { ROOT } from '#server/base/root.ts';
import { hidingRules } from '#test/fixtures/block-lists.ts';
import { hiddenBy } from '../support/blockers.ts';
import { builtFile, manifestOf } from '../support/documents.ts';
import { test as withOwner } from '../support/owner-site.ts';
import { expect, test } from '../support/test.ts';

// Ad blockers hide by name, on every site: `ad-main` would be an empty page, `privacy-note` a missing sentence.
const rules = await hidingRules();
test.skip(
  rules === null && !process.env['CI'],
  'uBlock Origin could not be installed: that takes root on a Debian',
);

const PROGRAM = join(ROOT, '.program');

test('no class of a stylesheet and no ID in a script is one that a rule hides', () => {
  const files = globSync('assets/static/**/*.{css,js}', { cwd: PROGRAM }).concat('program.json');
  const code = files.map((file) => readFileSync(join(PROGRAM, file), 'utf8')).join('\n');
  const classes = [...code.matchAll(/\.([A-Za-z_][\w-]*)(?=[^{}]*\{)/g)].map(([name]) => name);
  // Books have an id, too, which is none of an element: `{ id, place }`.
  const ids = [...code.matchAll(/\b(?:id|htmlFor):\s*["'`]([\w-]+)["'`](?!,\s*["'`]?place)/g)].map(
    ([, name]) => `#${name}`,
  );
  const hidden = new Set(rules?.map(({ selector }) => selector));
  const names = [...new Set([...classes, ...ids])];
  expect(names.filter((name) => hidden.has(name))).toEqual([]);
});

for (const site of ['tags', 'edited', 'books'] as const) {
  test(`no rule hides a part of a document of the site ${site}, in any state`, async ({ page }) => {
    const { documents } = await manifestOf(site);
    for (const { file } of documents)
      expect.soft(await hiddenBy(rules!, page, await builtFile(site, file)), file).toEqual([]);
  });
}

for (const language of LANGUAGES) {
  // Of the dashboard one page: its other classes and IDs are in the styles and scripts above.
  withOwner(`no rule hides a part of the dashboard's editor (${language})`, async ({ page, ownerSite }) => {
    await ownerSite.signIn(page.context(), { language });
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      LANGUAGE_KEY,
      language,
    ] as const);
    await page.goto('/dashboard/site/pages/home');
    await page.locator('main [data-field]').first().waitFor();
    expect(await hiddenBy(rules!, page)).toEqual([]);
  });
}
