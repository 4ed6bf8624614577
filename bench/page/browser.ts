import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { findChromium } from '#test/browser/support/chromium.ts';

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** Kilobits per second and milliseconds. */
export type Network = { down: number; up: number; latency: number };
export const SLOW_4G: Network = { down: 1_600, up: 750, latency: 150 };
export const VERY_SLOW: Network = { down: 400, up: 400, latency: 400 };
const CPU_SLOWDOWN = 4;

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    chromiumSandbox: process.getuid?.() !== 0,
    args: FLAGS,
  });
}

export type Tab = { context: BrowserContext; page: Page; cdp: CDPSession };

/** A phone with an empty cache and a throttled network and CPU. */
export async function openPhone(browser: Browser, network: Network): Promise<Tab> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Performance.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latency,
    downloadThroughput: (network.down * 1_000) / 8,
    uploadThroughput: (network.up * 1_000) / 8,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return { context, page, cdp };
}

/**
 * Evaluates over bare CDP: Playwright's own evaluate injects code that is a 60 ms task by itself on a CPU
 * throttled four times. undefined while the page is being replaced.
 */
export async function evaluate<T>(cdp: CDPSession, expression: string): Promise<T | undefined> {
  try {
    const { result } = await cdp.send('Runtime.evaluate', { expression, returnByValue: true });
    return result.value as T;
  } catch {
    return undefined;
  }
}

/** Polls until the expression is true; false after `patience` (ms). */
export async function waitFor(
  cdp: CDPSession,
  expression: string,
  patience: number,
  every = 50,
): Promise<boolean> {
  for (const start = Date.now(); Date.now() - start < patience; await sleep(every)) {
    if (await evaluate<boolean>(cdp, `!!(${expression})`)) return true;
  }
  return false;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Our page says `hydrated` when it is interactive; the peers and the limit set the mark themselves. */
export function markInteractive(): void {
  addEventListener('hydrated', () => performance.mark('interactive'));
}
export const IS_INTERACTIVE = "performance.getEntriesByName('interactive').length > 0";
