import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { DASHBOARD_FILE } from '#contract/documents.ts';
import { loadMails } from '#server/base/build.ts';
import { distOf, SITES, type SiteName } from '../support/sites.ts';
import { expect, test } from '../support/test.ts';

/** Rules for pages: the HTML standard and accessibility. */
const PAGES = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
    rules: {
      // Bar, menu and unfolded menu have the same links: only one is visible, and axe checks that one.
      'unique-landmark': 'off',
      // All files are the site's own.
      'require-sri': 'off',
    },
  }),
);

/** Rules for mails: mail programs need table attributes for sizes, and an old doctype. */
const MAILS = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:standard'],
    rules: { 'doctype-html': 'off', 'no-deprecated-attr': 'off' },
  }),
);

/** A placeholder is not a width. */
function withNumbers(html: string): string {
  return html.replaceAll('{{pictureWidth}}', '512');
}

async function faults(checker: HtmlValidate, html: string): Promise<string[]> {
  const { results } = await checker.validateString(html);
  const found = results.flatMap(({ messages }) => messages);
  return [
    ...found.map(({ message, offset }) => `${message}: ${html.slice(offset, offset + 80)}`),
    // ARIA allows it, the HTML checker does not, and html-validate does not look.
    ...(html.match(/<button(?=[^>]* role=)(?![^>]* type="button")[^>]*>/g) ?? []),
  ];
}

for (const site of Object.keys(SITES) as SiteName[])
  test(`every document and mail is valid HTML: ${site}`, async () => {
    const dist = distOf(site);
    const files = globSync(['**/*.html', '.build/pages/*.html'], { cwd: dist });
    expect(files).toContain(DASHBOARD_FILE);
    expect(files.length).toBeGreaterThan(40);
    for (const file of files) {
      const html = readFileSync(join(dist, file), 'utf8');
      expect.soft(await faults(PAGES, html), file).toEqual([]);
    }
    for (const [mail, languages] of Object.entries(loadMails(dist)))
      for (const [language, { html }] of Object.entries(languages))
        expect.soft(await faults(MAILS, withNumbers(html)), `${mail} in ${language}`).toEqual([]);
  });

test('what is not valid is seen, and a button that submits with another role', async () => {
  const html = readFileSync(join(distOf('plain'), DASHBOARD_FILE), 'utf8');
  const planted = [
    '<ul><p>a</p></ul>',
    '<p aria-describedby="nowhere">a</p>',
    '<button type="submit" role="switch" aria-checked="true">a</button>',
  ];
  for (const fault of planted)
    expect(await faults(PAGES, html.replace('</body>', `${fault}</body>`)), fault).not.toEqual([]);
});
