import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../scripts/build/root.ts';
import { measureCollector } from './collector/measure.ts';
import { reportCollector } from './collector-report.ts';
import { reportAudits } from './page/audit-report.ts';
import { measureAudits } from './page/audits.ts';
import { measurePage } from './page/measure.ts';
import { SITE } from './page/stacks.ts';

// usage: npm run bench [-- --quick] [--only=ours,limit,1f] [--part=page,audits,collector]
const PARTS = ['page', 'audits', 'collector'];
const ROUNDS = 15;
const ROUNDS_QUICK = 3;

const quick = process.argv.includes('--quick');
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

const sections: string[] = [];
let browser = '';
if (parts.includes('page')) {
  const page = await measurePage({ rounds: quick ? ROUNDS_QUICK : ROUNDS, only, say });
  sections.push(page.report);
  browser = `, Chromium ${page.browser}`;
}
if (parts.includes('audits')) sections.push(reportAudits(await measureAudits(say)));
if (parts.includes('collector')) {
  const options = quick ? { seconds: 2, repeats: 3, rows: 100_000 } : {};
  sections.push(reportCollector(await measureCollector({ dist: SITE, progress: say, ...options })));
}

const minutes = Math.ceil((Date.now() - start) / 60_000);
const memory = Math.round(totalmem() / 2 ** 30);
const text = `# Bench

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, in ${minutes} minutes, on ${cpus().length} cores with ${memory} GB of memory; Node ${process.versions.node}${browser}. Everything ran on loopback.

Read ratios, not times: the times are those of this machine on this day, and other work on it makes them longer. Both sides of a ratio were measured in turn, in the same run. Least times say most about a page's own cost, medians about what one gets.

${sections.join('\n\n')}
`;
// A part of the bench is for looking at, not for keeping.
if (!quick && only === null && parts.length === PARTS.length) await writeFile(join(ROOT, 'bench.md'), text);
console.log(text);
