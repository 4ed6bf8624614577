import type { Page } from '@playwright/test';

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- the browser's own, extended
  interface Window {
    shifts?: { value: number; nodes: string }[];
  }
}

type LayoutShift = PerformanceEntry & { value: number; sources?: { node?: Node | null }[] };

/** Call it before the page is opened. The returned function sums all layout shifts, even after a press. */
export async function totalShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: Window['shifts'] = (window.shifts = []);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        const nodes = (entry.sources ?? []).map(({ node }) => node?.nodeName ?? '').join(' ');
        shifts.push({ value: entry.value, nodes });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    // Entries are reported after the frame that shifted.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const shifts = (await page.evaluate(() => window.shifts)) ?? [];
    return shifts.reduce((sum, { value }) => sum + value, 0);
  };
}
