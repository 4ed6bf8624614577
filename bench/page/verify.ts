import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { markInteractive } from './browser.ts';
import type { Served } from './serve.ts';
import { FAILURE, FIELD, SUBMIT, SUCCESS, TOGGLE } from './stacks.ts';

const PHONE: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  reducedMotion: 'reduce',
};

/** The position of every word on a phone, in both languages: equal for equal pages. */
type Look = { en: string[]; pt: string[] };

/** Checks in a browser that every page looks and works like ours; throws, naming the first that does not. */
export async function verifyStacks(browser: Browser, served: Served[]): Promise<void> {
  let reference: Look | null = null;
  for (const page of served) {
    const look = await verify(browser, page).catch((error: unknown) => {
      throw new Error(`${page.stack.name}: ${error instanceof Error ? error.message : String(error)}`);
    });
    reference ??= look;
    for (const language of ['en', 'pt'] as const) compare(page, look[language], reference[language]);
  }
}

function compare({ stack }: Served, look: string[], reference: string[]): void {
  const at = reference.findIndex((line, i) => line !== look[i]);
  if (at >= 0) throw new Error(`${stack.name} shows another page: ${look[at]} instead of ${reference[at]}`);
}

/** Checks that a page looks the same hydrated as its document does without any script. */
export async function verifyStill(browser: Browser, ours: Served, still: Served): Promise<void> {
  compare(still, await lookAt(browser, still), await lookAt(browser, ours));
}

async function lookAt(browser: Browser, { stack, address }: Served): Promise<string[]> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.addInitScript(markInteractive);
  await page.goto(address, { waitUntil: 'load' });
  if (!stack.still) await interactive(page);
  await page.evaluate(() => document.fonts.ready);
  const look = await lookOf(page);
  await context.close();
  return look;
}

async function verify(browser: Browser, { address, posts }: Served): Promise<Look> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.addInitScript(markInteractive);
  await open(page, address);
  const en = await lookOf(page);
  await page.click(TOGGLE);
  await page.waitForFunction(() => document.documentElement.lang === 'pt');
  const pt = await lookOf(page);
  await page.reload();
  await interactive(page);
  await page.waitForFunction(() => document.documentElement.lang === 'pt', null, { timeout: 5_000 });
  await page.fill(FIELD, 'fail@x.pt');
  await page.click(SUBMIT);
  await page.waitForSelector(FAILURE, { timeout: 5_000 });
  await page.fill(FIELD, 'ana@x.pt');
  await page.click(SUBMIT);
  await page.waitForSelector(SUCCESS, { timeout: 5_000 });
  const sent = posts.splice(0).filter(({ json }) => json);
  await context.close();
  if (sent.length !== 2) throw new Error(`two addresses were sent as ${sent.length} requests`);
  const unexpected = complaints.filter((text) => !text.includes('500'));
  if (unexpected.length > 0) throw new Error(unexpected.join('\n'));
  return { en, pt };
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'load' });
  await interactive(page);
}

async function interactive(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('interactive').length, null, {
    timeout: 10_000,
  });
  await page.evaluate(() => document.fonts.ready);
}

function lookOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = document.querySelectorAll('h1, p, label, a, button, input:not([type=hidden]), svg');
    const boxes = [...shown].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const words =
        element.textContent || element.getAttribute('placeholder') || element.getAttribute('aria-label');
      return `${element.localName} ${words ?? ''} ${[x, y, width, height].map(Math.round).join(' ')}`;
    });
    return [document.title, ...boxes];
  });
}
