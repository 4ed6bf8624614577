import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { startPgbouncer } from '#test/fixtures/pgbouncer.ts';
import { NO_POSTGRES, startPostgres } from '#test/fixtures/postgres.ts';
import { makeReady } from '#test/fixtures/ready-database.ts';
import { chromiumPath, headlessShellPath } from '#test/browser/support/chromium.ts';
import { ROOT } from '#server/base/root.ts';
import { installFromDebian, missingPackages } from './debian.ts';
import { inMemory, testEnvironment } from './node-tests.ts';
import { UNIT_ENV } from './unit.ts';

/*
 * usage: test.ts                                     the essential tests: `npm test`
 *        test.ts --all                               every test: `npm run test:all`
 *        test.ts --all --rest                        what `npm test` leaves to `npm run test:all`
 *        test.ts --browser [Playwright's arguments]  the browser's alone
 *
 * Essential are all tests except files named `….all.test.ts` and `….all.e2e.ts`, tests with `@all` or
 * `(PostgreSQL)` in their names, and those in Firefox and WebKit.
 */
const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js');
/** Unit tests beside their code, and tests of the test tools. */
const FOLDERS =
  '{contract,ui,site,dashboard,publisher,server,cli,scripts,test/fixtures,test/fuzz,test/browser}';
/** They measure how fast a collector answers while something is broken, so the machine must be idle. */
const DURABILITY = 'test/durability';
const ESSENTIAL = '**/!(*.all).test.ts';
/** One process for all of them: to start one for each file takes longer than most of them. */
const QUICK = '**/!(*.slow|*.all).test.ts';
const SLOW = '**/*.slow.test.ts';
/** In the names of tests that need one, and of no other. */
const ON_POSTGRES = '\\(PostgreSQL\\)';
const NOT_ESSENTIAL = '**/*.all.test.ts';
const RESULTS = join(ROOT, 'test-results');

/** Paths of the programs from Debian's packages. */
const PROGRAMS: Record<string, string> = { strace: '/usr/bin/strace' };
/** In front of a collector or its database, one with mailboxes, and a storage. Under systemd, installing them would also start them. */
const SERVERS: Record<string, string> = {
  pgbouncer: '/usr/sbin/pgbouncer',
  caddy: '/usr/bin/caddy',
  'nginx-light': '/usr/sbin/nginx',
  'dovecot-imapd': '/usr/sbin/dovecot',
  radosgw: '/usr/bin/radosgw',
  'ceph-mon': '/usr/bin/ceph-mon',
  'ceph-osd': '/usr/bin/ceph-osd',
};

/** `failures`: the runner's report; null if everything passed. */
type Outcome = { name: string; passed: number; failed: number; skipped: number; failures: string | null };
/** What is read of Playwright's JSON report. */
type BrowserReport = {
  stats?: Partial<Record<'expected' | 'flaky' | 'unexpected' | 'skipped', number>>;
  suites?: BrowserSuite[];
};
type BrowserSuite = {
  specs?: {
    ok: boolean;
    file: string;
    line: number;
    title: string;
    tests: { results: { error?: { message?: string } }[] }[];
  }[];
  suites?: BrowserSuite[];
};
/** `atOnce`: processes, one for each file; null: one for all. */
type NodeTests = {
  name: string;
  files: string[];
  atOnce: number | null;
  env: NodeJS.ProcessEnv;
  only?: string;
};

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)));
}

/** One PostgreSQL server for all files that need only a database: one per file would take minutes. */
async function withPostgres<T>(work: (env: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  if (NO_POSTGRES !== false) return work({});
  const cleanup: (() => Promise<void>)[] = [];
  const { url } = await startPostgres({ after: (end) => void cleanup.push(end) });
  try {
    await makeReady(url);
    return await work({ TEST_POSTGRES: url });
  } finally {
    for (const end of cleanup) await end();
  }
}

/**
 * A browser, its headless shell for speed, strace to prove that every answer follows its fsync, and for `npm
 * run test:all` servers in front of a collector: proxies, a pooler. From Debian where possible. One at a
 * time, as not every release has all.
 */
async function installTools({ servers }: { servers: boolean }): Promise<void> {
  const missing = [
    ...(chromiumPath() ? [] : ['chromium']),
    ...(headlessShellPath() ? [] : ['chromium-headless-shell']),
    ...missingPackages(PROGRAMS),
    ...(servers && !existsSync('/run/systemd/system') ? missingPackages(SERVERS) : []),
  ];
  await installFromDebian(missing);
  if (!chromiumPath()) await run(process.execPath, [playwright, 'install', 'chromium']);
}

/**
 * Two in three of the slow ones wait for a disk, a clock or a mail server most of the time: two at once beside the quick
 * ones, and the sites of the browser tests built meanwhile, keep two cores busy.
 */
async function essentialTests(): Promise<Outcome[]> {
  const sites = run(process.execPath, [join(ROOT, 'test/browser/support/build-sites.ts')]);
  const env = { ...UNIT_ENV, ...process.env, ...(await testEnvironment()) };
  const quickAndSlow = await inMemory(() =>
    Promise.all([
      nodeTests({ name: 'quick tests', files: [`${FOLDERS}/${QUICK}`], atOnce: null, env }),
      nodeTests({ name: 'slow tests', files: [`${FOLDERS}/${SLOW}`], atOnce: 2, env }),
    ]),
  );
  // Whatever it was that went wrong, the browser tests build them again and say it.
  await sites;
  const durable = { name: 'durability', files: [`${DURABILITY}/${ESSENTIAL}`], atOnce: 2, env };
  return [...quickAndSlow, await nodeTests(durable), await browserTests('essential')];
}

async function otherTests(): Promise<Outcome[]> {
  const env = await testEnvironment();
  const outcomes = await inMemory(() =>
    withPostgres(async (postgres) => {
      const common = { atOnce: 3, env: { ...env, ...postgres } };
      return [
        await nodeTests({ name: 'PostgreSQL', files: onPostgres(FOLDERS), only: ON_POSTGRES, ...common }),
        ...(await throughPgbouncer({ ...env, ...postgres })),
        await nodeTests({
          name: 'other tests',
          files: [`${FOLDERS}/${NOT_ESSENTIAL}`, 'test/fuzz/fuzz.test.ts'],
          ...common,
        }),
      ];
    }),
  );
  const common = { atOnce: 2, env };
  return [
    ...outcomes,
    await nodeTests({
      name: 'durability with PostgreSQL',
      files: onPostgres(DURABILITY),
      only: ON_POSTGRES,
      ...common,
    }),
    await nodeTests({ name: 'other durability', files: [`${DURABILITY}/${NOT_ESSENTIAL}`], ...common }),
    await browserTests('rest'),
    await nodeTests({ name: 'engines', files: ['test/engines/main.ts'], atOnce: 1, env: {} }),
  ];
}

/** What a pooler could break, from sign-up to launch: the same tests again, on few shared connections. */
async function throughPgbouncer({ TEST_POSTGRES, ...env }: NodeJS.ProcessEnv): Promise<Outcome[]> {
  if (TEST_POSTGRES === undefined || missingPackages(SERVERS).includes('pgbouncer')) return [];
  const ends: (() => void)[] = [];
  try {
    const url = await startPgbouncer({ after: (end) => void ends.push(end) }, TEST_POSTGRES, 6);
    const files = onPostgres('server/{list,outbox,launch}/**');
    const pooled = { ...env, TEST_POSTGRES: url };
    return [await nodeTests({ name: 'PgBouncer', files, only: ON_POSTGRES, atOnce: 3, env: pooled })];
  } finally {
    for (const end of ends) end();
  }
}

/** Files with PostgreSQL tests: loading all the others for nothing would take half a minute. */
function onPostgres(folders: string): string[] {
  return globSync(`${folders}/${ESSENTIAL}`, { cwd: ROOT }).filter((file) =>
    /testOnEach|PostgreSQL/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
}

/** `only`: runs the tests whose names contain it. */
async function nodeTests({ name, files, atOnce, env, only }: NodeTests): Promise<Outcome> {
  const report = reportOf(`${name}.txt`);
  const args = [
    '--test',
    '--test-timeout=120000',
    atOnce === null ? '--test-isolation=none' : `--test-concurrency=${atOnce}`,
    ...['stdout', report].flatMap((to) => ['--test-reporter=spec', `--test-reporter-destination=${to}`]),
    ...(only === undefined ? [] : [`--test-name-pattern=${only}`]),
    ...files,
  ];
  const isGreen = await run(process.execPath, args, env);
  const text = existsSync(report) ? readFileSync(report, 'utf8') : '';
  const count = (what: string) => Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return {
    name,
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    skipped: count('skipped'),
    failures: isGreen ? null : text.slice(Math.max(0, text.lastIndexOf('failing tests:'))),
  };
}

async function browserTests(project: 'essential' | 'rest'): Promise<Outcome> {
  const report = reportOf(`browser-${project}.json`);
  const isGreen = await run(
    process.execPath,
    [playwright, 'test', '-c', 'test/browser', `--project=${project}`, '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  const { stats, suites } = (
    existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  ) as BrowserReport;
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = stats ?? {};
  const name = `browser, ${project}`;
  const failures = isGreen ? null : browserFailures(suites).join('\n');
  return { name, passed: expected + flaky, failed: unexpected, skipped, failures };
}

/** A line for each test that failed; the browser's own output has the rest. */
function browserFailures(suites: BrowserSuite[] = []): string[] {
  return suites.flatMap(({ specs = [], suites: inner }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, line, title, tests }) => {
        const message =
          tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message ?? '';
        return `${file}:${line} ${title}: ${stripVTControlCharacters(message).split('\n').slice(0, 12).join(' | ')}`;
      }),
    ...browserFailures(inner),
  ]);
}

/** Returns the path of a report, and deletes the report of an earlier run. */
function reportOf(file: string): string {
  const report = join(RESULTS, file.replaceAll(' ', '-'));
  mkdirSync(RESULTS, { recursive: true });
  rmSync(report, { force: true });
  return report;
}

/** Printed last, with all failures, which later output would have scrolled away. */
function say(outcomes: Outcome[]): boolean {
  const red = outcomes.filter(({ failures }) => failures !== null);
  for (const { name, failures } of red) console.error(`\nFailed: ${name}\n${failures}`);
  console.log('');
  for (const { name, ...counts } of outcomes) console.log(`${name}: ${written(counts)}`);
  const sum = (what: 'passed' | 'failed' | 'skipped') => outcomes.reduce((all, one) => all + one[what], 0);
  console.log(red.length === 0 ? 'All is well.' : `FAILED: ${red.map(({ name }) => name).join(', ')}`);
  console.log(`Tests: ${written({ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') })}`);
  return red.length === 0;
}

function written({ passed, failed, skipped }: Pick<Outcome, 'passed' | 'failed' | 'skipped'>): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

const [which, ...rest] = process.argv.slice(2);
const isEssential = which !== '--all';
await installTools({ servers: !isEssential });
let isGreen: boolean;
if (which === '--browser') {
  isGreen = await run(process.execPath, [playwright, 'test', '-c', 'test/browser', ...rest]);
} else {
  // Compiles the program and renders its site: each test that needs them would do so for itself.
  await run(process.execPath, [join(ROOT, 'scripts/build.ts'), '--if-changed']);
  const outcomes = rest.includes('--rest') ? [] : await essentialTests();
  if (!isEssential) outcomes.push(...(await otherTests()));
  isGreen = say(outcomes);
}
process.exitCode = isGreen ? 0 : 1;
