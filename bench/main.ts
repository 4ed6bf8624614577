import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/base/config.ts';
import { buildIfChanged } from '../scripts/build.ts';
import { ROOT } from '#server/base/root.ts';
import { updateBench } from './bench-file.ts';
import { endAll } from './collector/cleanup.ts';
import { COLLECTOR_SIZES, measureCollector } from './collector/collector.ts';
import { COPIES_SIZES, measureCopies } from './collector/copies.ts';
import { DASHBOARD_SIZES, measureDashboard } from './collector/dashboard.ts';
import { type Figures, reportFigures } from './collector/figures.ts';
import { LAUNCH_SIZES, measureLaunch } from './collector/launch.ts';
import { measurePostgres, POSTGRES_SIZES } from './collector/postgres.ts';
import { PUBLISH_SIZES, measurePublish } from './collector/publish.ts';
import { measureEdited, measureInner, measurePage } from './page/measure.ts';
import { SITE } from './page/stacks.ts';

/*
 * usage: npm run bench [-- --quick | --long] [--only=ours,limit,astro] [--part=page,inner,edited]
 *
 * Parts and their minutes: page 12, inner 5, edited 3, collector 4, launch 5, copies 6, postgres 2, publish 2, dashboard 3.
 * `--quick` is for trying the bench. `inner` is the site behind the Coming Soon page; `edited` is that page with every
 * word at its longest.
 */
type Form = 'quick' | 'short' | 'long';
/** `browser`: the browser it was measured in. */
type Section = { report: string; browser?: string };

const ROUNDS = { page: { quick: 3, short: 15, long: 45 }, inner: { quick: 3, short: 9, long: 27 } };
/** Ends the bench even if something hangs. */
const MOST_MINUTES = 90;

const form: Form = (['quick', 'long'] as const).find((name) => process.argv.includes(`--${name}`)) ?? 'short';
const only = listOf('--only');
const start = Date.now();

const PARTS: Record<string, () => Promise<Section>> = {
  page: () => measurePage({ rounds: ROUNDS.page[form], only, say }),
  inner: () => measureInner({ rounds: ROUNDS.inner[form], say }),
  edited: () => measureEdited({ rounds: ROUNDS.page[form], say }),
  collector: () => ofServer('The collector', () => measureCollector(SITE, COLLECTOR_SIZES[form], say)),
  launch: () => ofServer('The launch (SQLite)', () => measureLaunch(SITE, LAUNCH_SIZES[form], say)),
  copies: () => ofServer('Copies elsewhere (SQLite)', () => measureCopies(COPIES_SIZES[form], say)),
  postgres: () =>
    ofServer('PostgreSQL beside SQLite', () => measurePostgres(SITE, POSTGRES_SIZES[form], say)),
  publish: () => ofServer('Publishing (SQLite)', () => measurePublish(PUBLISH_SIZES[form], say)),
  dashboard: () =>
    ofServer('The dashboard (SQLite)', () => measureDashboard(SITE, DASHBOARD_SIZES[form], say)),
};

async function ofServer(title: string, measure: () => Promise<Figures>): Promise<Section> {
  await buildIfChanged(readConfig({}), SITE);
  return { report: reportFigures(title, await measure()) };
}

function listOf(name: string): string[] | null {
  const found = process.argv.find((argument) => argument.startsWith(`${name}=`));
  return found?.slice(name.length + 1).split(',') ?? null;
}

function say(line: string): void {
  console.error(`[${((Date.now() - start) / 1_000).toFixed(0).padStart(4)} s] ${line}`);
}

/** Leaves no process and no folder of the bench behind. */
async function giveUp(reason: unknown): Promise<void> {
  console.error(reason);
  await endAll();
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => void giveUp(`ended by ${signal}`));
process.once('uncaughtException', (error) => void giveUp(error));
setTimeout(() => void giveUp(`not done after ${MOST_MINUTES} minutes`), MOST_MINUTES * 60_000).unref();

const names = listOf('--part') ?? Object.keys(PARTS);
const unknown = names.filter((name) => !(name in PARTS));
if (unknown.length > 0)
  await giveUp(`There is no part ${unknown.join(', ')}: ${Object.keys(PARTS).join(', ')}`);
const memory = Math.round(totalmem() / 2 ** 30);
const day = new Date().toISOString().slice(0, 10);
const machine = `Measured on ${day}, on ${cpus().length} cores with ${memory} GB of memory; Node ${process.versions.node}`;
const head = `# Bench

Written by \`npm run bench\`; \`--part\` measures some sections again and leaves the others. Everything ran on loopback.

Read ratios, not times: the times are those of this machine on this day, and other work on it makes them longer. Both sides of a ratio were measured in turn, in the same run. Least times say most about a page's own cost, medians about what one gets.`;
const file = join(ROOT, 'bench.md');

for (const name of names) {
  const section = await PARTS[name]?.().finally(endAll);
  if (section !== undefined) await keep(section);
}

/** Each part by itself: one that fails leaves what was measured before. Results of the quick form or of chosen stacks are printed alone. */
async function keep({ report: text, browser }: Section): Promise<void> {
  console.log(`${text}\n`);
  if (form === 'quick' || only !== null) return;
  const measured = `${machine}${browser === undefined ? '' : `, Chromium ${browser}`}.`;
  const old = await readFile(file, 'utf8').catch(() => '');
  await writeFile(file, updateBench(old, head, text, measured));
}
