import { loadavg } from 'node:os';
import type { Browser, CDPSession } from '@playwright/test';
import { evaluate, IS_INTERACTIVE, markInteractive, openPhone, sleep, SLOW_4G, waitFor } from './browser.ts';
import type { Served } from './serve.ts';

/** One page load. Times in milliseconds from the navigation, bytes as sent. */
export type Load = {
  id: string;
  round: number;
  firstPaint: number;
  largestPaint: number;
  interactive: number;
  /** Sum of the parts above 50 ms of tasks that end after the first paint, as in Lighthouse. */
  blocking: number;
  longestTask: number;
  script: number;
  heap: number;
  shift: number;
  requests: number;
  load: number;
};

type Marks = { long: [number, number][]; largest: number; shift: number };
type Watched = typeof globalThis & { bench: Marks };

/** Loads every page once per round, in an order that rotates by one each time. */
export async function measureRounds(
  browser: Browser,
  served: Served[],
  rounds: number,
  say: (line: string) => void,
): Promise<Load[]> {
  const loads: Load[] = [];
  const [first] = served;
  // The browser's first page is slower than all later ones.
  if (first) await measureLoad(browser, first, -1);
  for (let round = 0; round < rounds; round++) {
    say(`round ${round + 1} of ${rounds}`);
    const start = round % served.length;
    for (const page of [...served.slice(start), ...served.slice(0, start)]) {
      loads.push(await measureLoad(browser, page, round));
    }
  }
  return loads;
}

async function measureLoad(browser: Browser, { stack, address, urls }: Served, round: number): Promise<Load> {
  const { context, page, cdp } = await openPhone(browser, SLOW_4G);
  await page.addInitScript(markInteractive);
  await page.addInitScript(observe);
  const before = urls.length;
  await page.goto(address, { waitUntil: 'load' });
  const ready = stack.still || (await waitFor(cdp, IS_INTERACTIVE, 15_000, 100));
  if (!ready) throw new Error(`${stack.name} did not become interactive`);
  await sleep(1_200);
  const { ScriptDuration = 0 } = await metrics(cdp);
  const read = await evaluate<Marks & { first: number; interactive: number }>(cdp, `(${readMarks})()`);
  await cdp.send('HeapProfiler.collectGarbage');
  const { JSHeapUsedSize = 0 } = await metrics(cdp);
  await context.close();
  if (!read) throw new Error(`${stack.name} could not be read`);
  const { first, largest, interactive, long, shift } = read;
  const after = long.filter(([start, duration]) => start + duration > first);
  return {
    id: stack.id,
    round,
    firstPaint: first,
    largestPaint: largest,
    interactive,
    blocking: after.reduce(
      (sum, [start, duration]) => sum + Math.max(0, start + duration - Math.max(first, start + 50)),
      0,
    ),
    longestTask: Math.max(0, ...after.filter(([start]) => start >= first).map(([, duration]) => duration)),
    script: ScriptDuration * 1_000,
    heap: JSHeapUsedSize,
    shift,
    requests: urls.length - before,
    load: loadavg()[0] ?? 0,
  };
}

async function metrics(cdp: CDPSession): Promise<Record<string, number>> {
  const { metrics: found } = await cdp.send('Performance.getMetrics');
  return Object.fromEntries(found.map(({ name, value }) => [name, value]));
}

// Both run in the page.
function observe(): void {
  const marks: Marks = ((globalThis as Watched).bench = { long: [], largest: 0, shift: 0 });
  function watch(type: string, each: (entry: PerformanceEntry) => void): void {
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  }
  watch('longtask', ({ startTime, duration }) => marks.long.push([startTime, duration]));
  watch('largest-contentful-paint', ({ startTime }) => (marks.largest = startTime));
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) marks.shift += value;
  });
}

function readMarks(): Marks & { first: number; interactive: number } {
  const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? NaN;
  return {
    ...(globalThis as Watched).bench,
    first: at('first-contentful-paint'),
    interactive: at('interactive'),
  };
}
