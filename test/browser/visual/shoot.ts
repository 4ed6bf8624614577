import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { LANGUAGES, type Language } from '#contract/language.ts';
import { PATHS, type PageName, type Stage } from '#contract/pages.ts';
import { showTheme, THEMES } from '../support/soon.ts';

const SIZES = [
  { width: 360, height: 800 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const PAGES: Record<PageName | 'missing', string> = { ...PATHS, missing: '/no-such-page' };

/** Takes screenshots of every page in every language, theme and width into `folder`; returns their number. */
export async function shootPages(
  browser: Browser,
  address: Record<Stage, string>,
  folder: string,
): Promise<number> {
  await mkdir(folder, { recursive: true });
  const lanes = LANGUAGES.flatMap((language) => SIZES.map((size) => ({ language, ...size })));
  let count = 0;
  // Two at once: decoding pictures and painting rarely compete for a core.
  await Promise.all(
    [0, 1].map(async (turn) => {
      for (const { language, width, height } of lanes.filter((_, at) => at % 2 === turn)) {
        const context = await browser.newContext({
          viewport: { width, height },
          reducedMotion: 'reduce',
        });
        const shot = await shootLane(context, language, address, folder);
        count += shot;
        await context.close();
      }
    }),
  );
  return count;
}

async function shootLane(
  context: BrowserContext,
  language: Language,
  address: Record<Stage, string>,
  folder: string,
): Promise<number> {
  const page = await context.newPage();
  const width = page.viewportSize()?.width;
  let count = 0;
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(`${address[name === 'soon' ? 'soon' : 'live']}${path}?lang=${language}`);
    for (const theme of THEMES) {
      await showTheme(page, theme);
      await wakePictures(page);
      const file = `${name}-${theme}-${language}-${width}.png`;
      await page.screenshot({ path: join(folder, file), fullPage: true, animations: 'disabled' });
      count += 1;
    }
  }
  return count;
}

/**
 * Loads what the browser defers far below the window: lazy pictures, and backgrounds of skipped
 * (content-visibility) parts. The window keeps its size, because layout depends on its height.
 */
async function wakePictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [sheet];
    for (const image of document.images) image.loading = 'eager';
    const backgrounds = [...document.querySelectorAll('body *')].flatMap((element) =>
      [null, '::before', '::after'].flatMap((part) => {
        // The first of several formats is the one this browser takes.
        const [, src] = /url\("([^"]+)"\)/.exec(getComputedStyle(element, part).backgroundImage) ?? [];
        return src === undefined ? [] : [Object.assign(new Image(), { src })];
      }),
    );
    await Promise.all([...document.images, ...backgrounds].map((image) => image.decode()));
    await document.fonts.ready;
    // Loaded pictures are painted with the next frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
}
