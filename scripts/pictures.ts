import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { LANGUAGES } from '#contract/language.ts';
import { loadEnvFile, readConfig } from '#server/config.ts';
import { site } from '#site.config';
import { findChromium } from '../e2e/support/chromium.ts';
import { buildIfChanged } from './build.ts';
import { ROOT } from './build/root.ts';

// usage: npm run pictures. Draws what only pictures can show from the brand, the tokens and the words of the site: the
// pictures of shared links and the icons of home screens, into public/. Run it after the brand or a title has changed.

const SHARED = { width: 1200, height: 630 };
const ICONS = [
  { file: 'apple-touch-icon.png', size: 180, radius: 0, padding: 0 },
  { file: 'icon-192.png', size: 192, radius: 14, padding: 0 },
  { file: 'icon-512.png', size: 512, radius: 14, padding: 0 },
  // Systems cut their own shape out of it: the middle four fifths are safe (https://www.w3.org/TR/appmanifest/#icon-masks).
  { file: 'icon-maskable.png', size: 512, radius: 0, padding: 8 },
];

async function dataUrl(file: string, type: string): Promise<string> {
  return `data:${type};base64,${(await readFile(join(ROOT, file))).toString('base64')}`;
}

/** The heading of a built document. */
async function titleIn(document: string): Promise<string> {
  const html = await readFile(join(ROOT, 'dist/.build/pages', document), 'utf8');
  const title = /<h1[^>]*>([^<]+)/.exec(html)?.[1];
  if (title === undefined) throw new Error(`${document} has no heading`);
  return title;
}

/** As ui/Logo.tsx draws it. */
function logo(): string {
  const { name, markAt } = site.brand;
  const mark = (style: string) =>
    `<svg style="${style}width:.8em;height:.33em;overflow:visible" viewBox="0 0 160 66"><path d="M34 24A74 74 0 0 0 126 30" fill="none" stroke="currentColor" stroke-width="15.2" stroke-linecap="round"/><circle cx="137" cy="18" r="18.8" fill="var(--accent)"/></svg>`;
  if (markAt === null) return mark('margin-right:.2em;') + name;
  const over = mark('position:absolute;left:50%;top:-.075em;margin-left:-.4em;');
  return `${name.slice(0, markAt)}<span style="position:relative;display:inline-block">${name.charAt(markAt)}${over}</span>${name.slice(markAt + 1)}`;
}

async function drawShared(browser: Browser, document: string, file: string): Promise<void> {
  const [tokens, font, picture] = await Promise.all([
    readFile(join(ROOT, 'ui/tokens.css'), 'utf8'),
    dataUrl('ui/font/funnel-display.woff2', 'font/woff2'),
    dataUrl('site/soon/background/bg-wide-dark-1920.avif', 'image/avif'),
  ]);
  const page = await browser.newPage({ viewport: SHARED });
  await page.setContent(`<!doctype html><html data-theme="dark"><style>${tokens}
    @font-face { font-family: F; src: url(${font}); font-weight: 300 700; }
    body { margin: 0; height: 630px; box-sizing: border-box; padding: 64px 72px; display: flex; flex-direction: column;
      justify-content: space-between; font-family: F; color: var(--text); background: var(--bg) url(${picture}) 20% 50% / cover; }
    p { margin: 0; font-size: 44px; font-weight: 600; letter-spacing: -.03em; line-height: 1; }
    h1 { margin: 0; max-width: 720px; font-size: 104px; font-weight: 300; letter-spacing: -.05em; line-height: .96; text-wrap: balance; }
    </style><p>${logo()}</p><h1>${await titleIn(document)}</h1></html>`);
  await page.evaluate('document.fonts.ready');
  await writeFile(join(ROOT, 'public/share', file), await page.screenshot({ type: 'jpeg', quality: 82 }));
  await page.close();
}

async function drawIcon(
  browser: Browser,
  { file, size, radius, padding }: (typeof ICONS)[number],
): Promise<void> {
  const svg = (await readFile(join(ROOT, 'public/favicon.svg'), 'utf8')).replace('rx="14"', `rx="${radius}"`);
  const ground = /fill="(#\w{6})"/.exec(svg)?.[1] ?? 'none';
  const view = `${-padding} ${-padding} ${64 + 2 * padding} ${64 + 2 * padding}`;
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const around = padding > 0 ? `background:${ground}` : '';
  await page.setContent(
    `<style>html,body{margin:0;${around}}svg{display:block;width:100vw}</style>${svg.replace('0 0 64 64', view)}`,
  );
  await writeFile(join(ROOT, 'public', file), await page.screenshot({ omitBackground: padding === 0 }));
  await page.close();
}

loadEnvFile();
await buildIfChanged(readConfig(process.env));
await mkdir(join(ROOT, 'public/share'), { recursive: true });
const browser = await chromium.launch({
  executablePath: findChromium(),
  chromiumSandbox: process.getuid?.() !== 0,
});
for (const language of LANGUAGES) {
  await drawShared(browser, `soon.idle.${language}.html`, `soon-${language}.jpg`);
  await drawShared(browser, `home.idle.${language}.html`, `site-${language}.jpg`);
}
for (const icon of ICONS) await drawIcon(browser, icon);
await browser.close();
