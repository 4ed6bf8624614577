import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { buildIfChanged } from '../scripts/build.ts';
import { ROOT } from '../scripts/build/root.ts';
import { updateBench } from './bench-file.ts';
import { endAll } from './collector/cleanup.ts';
import { DASHBOARD_SIZES, measureDashboard } from './collector/dashboard.ts';
import { GROWTH_SIZES, measureGrowth } from './collector/growth.ts';
import { reportGrowth } from './collector/growth-report.ts';
import { LAUNCH_SIZES, measureLaunch } from './collector/launch.ts';
import { LOAD_SIZES } from './collector/load-run.ts';
import { measureLoad } from './collector/load.ts';
import { measureCollector } from './collector/measure.ts';
import { reportPeers } from './collector/peers.ts';
import { measurePostgres } from './collector/postgres.ts';
import { reportFigures } from './collector-report.ts';
import { reportAudits } from './page/audit-report.ts';
import { measureAudits } from './page/audits.ts';
import { measureDashboardAudits } from './page/dashboard-audits.ts';
import { measureInner } from './page/inner.ts';
import { measurePage } from './page/measure.ts';
import { SITE } from './page/stacks.ts';

/*
 * usage: npm run bench [-- --quick | --long] [--only=ours,limit,astro]
 *                      [--part=page,inner,audits,owner-audits,collector,postgres,load,growth,launch,dashboard]
 *
 * Minutes of each part: page 12, inner 5, audits 8, owner-audits 6, collector 4, postgres 2, load 6,
 * growth 2, launch 5, dashboard 3.
 * `--quick` is for trying the bench. `inner` is the site behind the Coming Soon page.
 * Longer forms, each a run of its own:
 *   npm run bench -- --part=load --long     30 minutes: the loads for as long as a great day's peak holds
 *   npm run bench -- --part=growth --long   17 minutes and 12 GB of disk: also with ten million addresses
 */
const PARTS = [
  'page',
  'inner',
  'audits',
  'owner-audits',
  'collector',
  'postgres',
  'load',
  'growth',
  'launch',
  'dashboard',
];
const ROUNDS = 15;
const ROUNDS_INNER = 9;
const ROUNDS_QUICK = 3;
/** Whatever hangs, the bench ends. */
const MOST_MINUTES = 90;

const form = (['quick', 'long'] as const).find((name) => process.argv.includes(`--${name}`)) ?? 'short';
const quick = form === 'quick';
const only = listOf('--only');
const parts = listOf('--part') ?? PARTS;
const start = Date.now();

function listOf(name: string): string[] | null {
  const found = process.argv.find((argument) => argument.startsWith(`${name}=`));
  return found?.slice(name.length + 1).split(',') ?? null;
}

function say(line: string): void {
  console.error(`[${((Date.now() - start) / 1_000).toFixed(0).padStart(4)} s] ${line}`);
}

/** No process and no folder of the bench stays behind. */
async function giveUp(reason: unknown): Promise<void> {
  console.error(reason);
  await endAll();
  process.exit(1);
}

async function measureParts(): Promise<{ sections: string[]; browser: string }> {
  const sections: string[] = [];
  let browser = '';
  if (parts.includes('page')) {
    const page = await measurePage({ rounds: quick ? ROUNDS_QUICK : ROUNDS, only, say });
    sections.push(page.report);
    browser = `, Chromium ${page.browser}`;
  }
  if (parts.includes('inner')) {
    const inner = await measureInner({ rounds: quick ? ROUNDS_QUICK : ROUNDS_INNER, say });
    sections.push(inner.report);
    browser = `, Chromium ${inner.browser}`;
  }
  if (parts.includes('audits')) sections.push(reportAudits(await measureAudits(say)));
  if (parts.includes('owner-audits')) sections.push(await measureDashboardAudits(say));
  if (['collector', 'postgres', 'load', 'launch', 'dashboard'].some((part) => parts.includes(part)))
    await buildIfChanged(readConfig({}), SITE);
  if (parts.includes('collector')) {
    const options = quick ? { seconds: 2, repeats: 3, rows: 100_000 } : {};
    const measured = await measureCollector({ dist: SITE, progress: say, ...options });
    sections.push(reportFigures('The collector', measured));
  }
  if (parts.includes('postgres')) {
    const options = quick ? { seconds: 2, repeats: 1 } : { seconds: 4, repeats: 3 };
    sections.push(
      reportFigures('Several collectors on one PostgreSQL', await measurePostgres(SITE, options, say)),
    );
  }
  if (parts.includes('load')) {
    const measured = await measureLoad(SITE, LOAD_SIZES[form], say);
    // Beside the short form: each has its own figures.
    sections.push(reportFigures(form === 'long' ? 'Load, the long form' : 'Load', measured));
    if (measured.ours) sections.push(reportPeers(measured.ours));
  }
  if (parts.includes('growth')) sections.push(reportGrowth(await measureGrowth(GROWTH_SIZES[form], say)));
  if (parts.includes('launch'))
    sections.push(reportFigures('The launch (SQLite)', await measureLaunch(SITE, LAUNCH_SIZES[form], say)));
  if (parts.includes('dashboard'))
    sections.push(
      reportFigures('The dashboard (SQLite)', await measureDashboard(SITE, DASHBOARD_SIZES[form], say)),
    );
  return { sections, browser };
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => void giveUp(`ended by ${signal}`));
process.once('uncaughtException', (error) => void giveUp(error));
setTimeout(() => void giveUp(`not done after ${MOST_MINUTES} minutes`), MOST_MINUTES * 60_000).unref();

const unknown = parts.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) await giveUp(`There is no part ${unknown.join(', ')}: ${PARTS.join(', ')}`);
const { sections, browser } = await measureParts().finally(endAll);
const memory = Math.round(totalmem() / 2 ** 30);
const measured = `Measured on ${new Date().toISOString().slice(0, 10)}, on ${cpus().length} cores with ${memory} GB of memory; Node ${process.versions.node}${browser}.`;
const head = `# Bench

Written by \`npm run bench\`; \`--part\` measures some sections anew and leaves the others. Everything ran on loopback.

Read ratios, not times: the times are those of this machine on this day, and other work on it makes them longer. Both sides of a ratio were measured in turn, in the same run. Least times say most about a page's own cost, medians about what one gets.`;
const file = join(ROOT, 'bench.md');
// The quick form and a choice of stacks are for looking at, not for keeping.
if (form !== 'quick' && only === null) {
  await writeFile(file, updateBench(await readFile(file, 'utf8').catch(() => ''), head, sections, measured));
}
console.log(sections.join('\n\n'));
