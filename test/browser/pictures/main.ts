import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { LANGUAGES, type Language } from '#contract/language.ts';
import { PATHS } from '#contract/pages.ts';
import { fillSample } from '#test/fixtures/sample.ts';
import { ROOT } from '#server/base/root.ts';
import { findHeadlessShell } from '../support/chromium.ts';
import { withOwnerSite } from '../support/owner-site.ts';
import { buildSites } from '../support/sites.ts';
import { holdStill } from '../support/soon.ts';

// usage: npm run pictures
// Renews the pictures of README.md and the owner's guide, in each language, from a site with invented people.
const INTO = join(ROOT, 'docs/pictures');
const SIZE = { width: 1280, height: 800 };
/** Of 100. */
const QUALITY = 80;

/** The names of the files, and what is shown. */
const PICTURES: Record<string, string> = {
  welcome: '/dashboard/welcome/2',
  editor: '/dashboard/site/pages/home',
  brand: '/dashboard/site/brand',
  facts: '/dashboard/site/facts',
  launch: '/dashboard/launch',
  books: '/dashboard/site/books',
  today: '/dashboard/',
  people: '/dashboard/people',
  settings: '/dashboard/settings',
  emails: '/dashboard/mails',
  soon: PATHS.soon,
};

async function shoot(page: Page, address: string): Promise<Buffer> {
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await holdStill(page);
  const picture = await loadImage(await page.screenshot());
  const canvas = createCanvas(picture.width, picture.height);
  canvas.getContext('2d').drawImage(picture, 0, 0);
  return canvas.encode('webp', QUALITY);
}

async function shootAll(context: BrowserContext, address: string, language: Language): Promise<void> {
  const folder = join(INTO, language);
  await mkdir(folder, { recursive: true });
  const page = await context.newPage();
  for (const [name, path] of Object.entries(PICTURES))
    await writeFile(join(folder, `${name}.webp`), await shoot(page, `${address}${path}?lang=${language}`));
}

await buildSites(['plain']);
await rm(INTO, { recursive: true, force: true });
const browser = await chromium.launch({
  executablePath: findHeadlessShell(),
  chromiumSandbox: process.getuid?.() !== 0,
});
try {
  // One site for each: an owner sees who else is there.
  for (const language of LANGUAGES)
    await withOwnerSite(async (site) => {
      await site.within(({ write }) => fillSample(write, { now: Date.now() }));
      const context = await browser.newContext({
        viewport: SIZE,
        locale: language,
        timezoneId: 'Europe/Lisbon',
        colorScheme: 'dark',
        reducedMotion: 'reduce',
      });
      await site.signIn(context, { language, name: 'Marta Reis' });
      await shootAll(context, site.address, language);
    });
} finally {
  await browser.close();
}
console.log(`The pictures are in ${INTO}`);
