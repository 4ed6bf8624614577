import { launchBrowser } from './browser.ts';
import { measureEarly } from './early.ts';
import { prepareStacks } from './prepare.ts';
import { reportPage } from './report.ts';
import { measureRounds } from './rounds.ts';
import { serveStacks, stopServers } from './serve.ts';
import { measureSizes } from './sizes.ts';
import { verifyStacks } from './verify.ts';

export type PageOptions = {
  rounds: number;
  /** Ids of the pages to measure; null for all. */
  only: string[] | null;
  say: (line: string) => void;
};

/** Builds, verifies and measures every page; returns the report and the browser it was measured in. */
export async function measurePage({
  rounds,
  only,
  say,
}: PageOptions): Promise<{ report: string; browser: string }> {
  const prepared = await prepareStacks(only, say);
  const served = await serveStacks(prepared.stacks);
  const browser = await launchBrowser();
  try {
    say('verifying that all show the same page');
    await verifyStacks(browser, served);
    const sizes = await measureSizes(browser, served);
    const loads = await measureRounds(browser, served, rounds, say);
    const early = await measureEarly(browser, served, say);
    return { report: reportPage({ ...prepared, loads, sizes, early, rounds }), browser: browser.version() };
  } finally {
    await browser.close();
    stopServers(served);
  }
}
