import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '#contract/language.ts';
import { INNER_PAGES, PATHS, type Stage } from '#contract/pages.ts';
import { findChromium } from '#test/browser/support/chromium.ts';
import { chromiumFlags } from './browser.ts';
import { median } from './figures.ts';
import { whileServed, type Site } from './own-server.ts';
import { run } from './prepare.ts';
import { TOOLS } from './stacks.ts';

/** What one run of Lighthouse says of a page: scores out of 100, and the audits that cost points. */
export type Run = { version: string; scores: Record<string, number>; failed: string[] };
/** `path`: with its query. */
export type AuditedPage = { path: string; runs: Run[] };

const RUNS = 3;

/** Lighthouse (mobile) on every page in every language, each in the stage that shows it. */
export async function auditPages(
  site: Omit<Site, 'stage'>,
  say: (line: string) => void,
): Promise<AuditedPage[]> {
  async function audit(stage: Stage, paths: string[]): Promise<AuditedPage[]> {
    const pages = paths.map((path): AuditedPage => ({ path, runs: [] }));
    await whileServed({ ...site, stage }, async () => {
      for (const { path, runs } of pages) {
        for (let i = 1; i <= RUNS; i++) {
          say(`Lighthouse on ${path}, ${i} of ${RUNS}`);
          runs.push(await runLighthouse(site.siteUrl + path));
        }
      }
    });
    return pages;
  }
  const inner = INNER_PAGES.flatMap((page) => LANGUAGES.map((language) => addressIn(PATHS[page], language)));
  return [...(await audit('soon', [PATHS.soon])), ...(await audit('live', inner))];
}

function addressIn(path: string, language: Language): string {
  return language === FALLBACK_LANGUAGE ? path : `${path}?lang=${language}`;
}

/** `cookie`: the session it has. */
export async function runLighthouse(address: string, cookie = ''): Promise<Run> {
  const args = ['lighthouse.mjs', address, ...chromiumFlags()];
  const env = { CHROME_PATH: findChromium(), COOKIE: cookie };
  const output = await run(process.execPath, args, TOOLS, env);
  return JSON.parse(output.slice(output.indexOf('{"version"'))) as Run;
}

export function medianScore({ runs }: AuditedPage, category: string): number {
  return median(runs.map(({ scores }) => scores[category] ?? 0));
}
