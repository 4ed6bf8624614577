import { brotliCompressSync, constants } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { markInteractive } from './browser.ts';
import type { Served } from './serve.ts';

/** Brotli bytes of everything a page loads by itself; fonts and pictures as they are. */
export type Size = {
  id: string;
  html: number;
  css: number;
  script: number;
  pictures: number;
  requests: number;
  beforePaint: number;
};

/** Loads each page once, unthrottled, and sums the sizes of its requests. */
export async function measureSizes(browser: Browser, served: Served[]): Promise<Size[]> {
  const sizes: Size[] = [];
  for (const page of served) sizes.push(await measureSize(browser, page));
  return sizes;
}

async function measureSize(browser: Browser, { stack, address }: Served): Promise<Size> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
  });
  const page = await context.newPage();
  await page.addInitScript(markInteractive);
  const loaded: Promise<{ kind: Kind; bytes: number; url: string }>[] = [];
  page.on('response', (response) => {
    const kind = kindOf(response.headers()['content-type'] ?? '');
    loaded.push(
      response.body().then(
        (body) => ({
          kind,
          bytes: kind === 'pictures' ? body.length : brotliLength(body),
          url: response.url(),
        }),
        () => ({ kind, bytes: 0, url: response.url() }),
      ),
    );
  });
  await page.goto(address, { waitUntil: 'load' });
  if (!stack.still) await page.waitForFunction(() => performance.getEntriesByName('interactive').length);
  await page.waitForTimeout(1_000);
  const blocking = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(
        (entry) =>
          (entry as PerformanceResourceTiming & { renderBlockingStatus: string }).renderBlockingStatus ===
          'blocking',
      )
      .map(({ name }) => name),
  );
  const empty = await emptyWithoutScript(browser, address);
  const files = await Promise.all(loaded);
  await context.close();
  const sum = (kind: Kind) => files.reduce((total, file) => total + (file.kind === kind ? file.bytes : 0), 0);
  const first = files.filter(
    ({ kind, url }) => kind === 'html' || blocking.includes(url) || (empty && kind === 'script'),
  );
  return {
    id: stack.id,
    html: sum('html'),
    css: sum('css'),
    script: sum('script'),
    pictures: sum('pictures'),
    requests: files.length,
    beforePaint: first.reduce((total, { bytes }) => total + bytes, 0),
  };
}

type Kind = 'html' | 'css' | 'script' | 'pictures';

function kindOf(type: string): Kind {
  if (type.includes('html')) return 'html';
  if (type.includes('css')) return 'css';
  return type.includes('javascript') ? 'script' : 'pictures';
}

function brotliLength(body: Buffer): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return brotliCompressSync(body, { params }).length;
}

/** Whether a page needs its script for its first paint: without the script it is empty. */
async function emptyWithoutScript(browser: Browser, address: string): Promise<boolean> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  const headings = await page.locator('h1').count();
  await context.close();
  return headings === 0;
}
