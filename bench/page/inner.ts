import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { INNER_PAGES, PATHS, type InnerPage } from '#contract/pages.ts';
import { readConfig } from '#server/config.ts';
import { buildSite } from '../../scripts/build.ts';
import { launchBrowser } from './browser.ts';
import { reportInner } from './inner-report.ts';
import { stillLimitOf } from './limit.ts';
import type { PageOptions } from './measure.ts';
import { measureRounds } from './rounds.ts';
import { serveStacks, stopServers } from './serve.ts';
import { measureSizes } from './sizes.ts';
import { RESULTS, type Stack } from './stacks.ts';
import { verifyStill } from './verify.ts';

const SITE = join(RESULTS, 'inner');
const LIMITS = join(RESULTS, 'inner-limits');

/** One page of the site behind the Coming Soon page, and its limit. */
export type Pair = { ours: Stack; limit: Stack };

/** Measures each page beside its limit; returns the report and the browser it was measured in. */
export async function measureInner({
  rounds,
  say,
}: Omit<PageOptions, 'only'>): Promise<{ report: string; browser: string }> {
  say('building the site');
  await rm(SITE, { recursive: true, force: true });
  await buildSite(readConfig({ STAGE: 'live' }), SITE);
  const pairs = await Promise.all(INNER_PAGES.map(preparePair));
  const stacks = pairs.flatMap(({ ours, limit }) => [ours, limit]);
  const served = await serveStacks(stacks, SITE);
  const browser = await launchBrowser();
  try {
    say('verifying that every limit shows the same page');
    for (const { ours, limit } of pairs) {
      const [page, still] = [ours, limit].map((stack) => served.find((one) => one.stack === stack));
      if (page && still) await verifyStill(browser, page, still);
    }
    const sizes = await measureSizes(browser, served);
    const loads = await measureRounds(browser, served, rounds, say);
    const report = reportInner({ pairs, stacks, sizes, loads, rounds });
    return { report, browser: browser.version() };
  } finally {
    await browser.close();
    stopServers(served);
  }
}

async function preparePair(page: InnerPage): Promise<Pair> {
  const path = PATHS[page];
  const dist = join(LIMITS, page);
  const html = await readFile(join(SITE, path, 'index.html'), 'utf8');
  const file = join(dist, path, 'index.html');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, stillLimitOf(html));
  return {
    ours: { id: page, name: `\`${path}\``, dist: SITE, path },
    limit: { id: `${page}-limit`, name: 'its limit', dist, path, still: true },
  };
}
