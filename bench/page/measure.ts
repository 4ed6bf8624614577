import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser } from '@playwright/test';
import { INNER_PAGES, PATHS, type InnerPage } from '#contract/pages.ts';
import { readConfig } from '#server/base/config.ts';
import { longestWords } from '#test/fixtures/longest-words.ts';
import { buildSite } from '../../scripts/build.ts';
import { launchBrowser } from './browser.ts';
import { measureEarly } from './early.ts';
import { buildPage, prepareStacks } from './prepare.ts';
import { reportEdited, reportInner, reportPage } from './report.ts';
import { measureRounds } from './rounds.ts';
import { serveStacks, stopServers, type Served } from './serve.ts';
import { measureSizes } from './sizes.ts';
import { stillLimitOf } from './source.ts';
import { RESULTS, SITE, type Stack } from './stacks.ts';
import { verifyStacks, verifyStill } from './verify.ts';

/** `browser`: the version it was measured in. */
type Section = { report: string; browser: string };
type Options = { rounds: number; say: (line: string) => void };

const INNER = join(RESULTS, 'inner');
const LIMITS = join(RESULTS, 'inner-limits');
const EDITED = join(RESULTS, 'edited');
const EDITED_LIMIT = join(RESULTS, 'edited-limit');

/** Builds, verifies and measures the Coming Soon page, limit and peers. `only`: their ids; null for all. */
export async function measurePage({
  rounds,
  only,
  say,
}: Options & { only: string[] | null }): Promise<Section> {
  const { stacks, missing } = await prepareStacks(only, say);
  return whileServed(stacks, SITE, async (browser, served) => {
    say('verifying that all show the same page');
    await verifyStacks(browser, served);
    const sizes = await measureSizes(browser, served);
    const loads = await measureRounds(browser, served, rounds, say);
    const early = await measureEarly(browser, served, say);
    const limit = stacks.find(({ id }) => id === 'limit');
    const limits = new Map(limit ? stacks.map((stack) => [stack, limit]) : []);
    return reportPage({ stacks, limits, missing, loads, sizes, early, rounds });
  });
}

/** Builds, verifies and measures the Coming Soon page with every word at its longest, and its limit. */
export async function measureEdited({ rounds, say }: Options): Promise<Section> {
  say('building the edited site');
  await buildPage(EDITED, EDITED_LIMIT, { content: longestWords(), files: EDITED });
  const path = PATHS.soon;
  const ours: Stack = { id: 'edited', name: 'embreve, edited', dist: EDITED, path };
  const limit: Stack = { id: 'edited-limit', name: 'its limit', dist: EDITED_LIMIT, path };
  const stacks = [ours, limit];
  return whileServed(stacks, EDITED, async (browser, served) => {
    say('verifying that both show the same page');
    await verifyStacks(browser, served);
    const sizes = await measureSizes(browser, served);
    const loads = await measureRounds(browser, served, rounds, say);
    return reportEdited({ stacks, limits: new Map([[ours, limit]]), sizes, loads, rounds });
  });
}

/** Builds, verifies and measures each page of the site behind the Coming Soon page, and its limit. */
export async function measureInner({ rounds, say }: Options): Promise<Section> {
  say('building the site');
  await rm(INNER, { recursive: true, force: true });
  await buildSite(readConfig({ STAGE: 'live' }), INNER);
  const limits = new Map(await Promise.all(INNER_PAGES.map(withLimit)));
  const stacks = [...limits].flat();
  return whileServed(stacks, INNER, async (browser, served) => {
    say('verifying that every limit shows the same page');
    for (const pair of limits) {
      const [page, still] = pair.map((stack) => served.find((one) => one.stack === stack));
      if (page && still) await verifyStill(browser, page, still);
    }
    const sizes = await measureSizes(browser, served);
    const loads = await measureRounds(browser, served, rounds, say);
    return reportInner({ stacks, limits, sizes, loads, rounds });
  });
}

async function withLimit(page: InnerPage): Promise<[ours: Stack, limit: Stack]> {
  const path = PATHS[page];
  const dist = join(LIMITS, page);
  const html = await readFile(join(INNER, path, 'index.html'), 'utf8');
  const file = join(dist, path, 'index.html');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, stillLimitOf(html));
  return [
    { id: page, name: `\`${path}\``, dist: INNER, path },
    { id: `${page}-limit`, name: 'its limit', dist, path, still: true },
  ];
}

async function whileServed(
  stacks: Stack[],
  site: string,
  measure: (browser: Browser, served: Served[]) => Promise<string>,
): Promise<Section> {
  const served = await serveStacks(stacks, site);
  const browser = await launchBrowser();
  try {
    return { report: await measure(browser, served), browser: browser.version() };
  } finally {
    await browser.close();
    stopServers(served);
  }
}
