import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { measureBesideReport } from './beside-report.ts';
import { inFolder } from './cleanup.ts';
import { loadWithMails } from './double-opt-in.ts';
import { fillStore } from './fill-store.ts';
import { REAL } from './load-run.ts';
import { untilMerged } from './merged.ts';
import { startNginx } from './nginx.ts';
import {
  compileModules,
  load,
  type Load,
  median,
  obtain,
  residentMegabytes,
  type Running,
  startServer,
} from './processes.ts';

export type Figure = {
  name: string;
  /** The median of `samples`. */
  value: number;
  unit: string;
  samples: number[];
  goal: { atLeast: number } | { atMost: number } | null;
};

export type CollectorFigures = { figures: Figure[]; notes: string[] };

export type MeasureOptions = {
  /** The built site. */
  dist?: string;
  seconds?: number;
  repeats?: number;
  /** Addresses there already in the second measurement. */
  rows?: number;
  /** Told what is measured now. */
  progress?: (text: string) => void;
};

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const WITH_ECHO = new URL('./server.ts', import.meta.url);
const SUBSCRIBE = new URL('./subscribe.lua', import.meta.url);
const CONNECTIONS = 64;
const BROWSER = ['Accept-Encoding: br'];

type Run = {
  dist: string;
  folder: string;
  seconds: number;
  repeats: number;
  figures: Figure[];
  notes: string[];
};

/** Measures the collector of this checkout on this machine; about four minutes. Needs a built site. */
export async function measureCollector(options: MeasureOptions = {}): Promise<CollectorFigures> {
  const { dist = DIST, seconds = 4, repeats = 5, rows = 1_000_000, progress = () => {} } = options;
  const figures: Figure[] = [];
  const notes: string[] = [];
  if (!existsSync(join(dist, '.build', 'manifest.json')))
    return { figures, notes: ['No built site: npm run build'] };
  await inFolder((folder) => measureAll({ dist, folder, seconds, repeats, figures, notes }, rows, progress));
  return { figures, notes };
}

async function measureAll(run: Run, rows: number, progress: (text: string) => void): Promise<void> {
  const { folder, notes } = run;
  progress('start and idle memory');
  await measureStart(run);
  if (!obtain('wrk')) {
    notes.push('wrk is not here: nothing under load was measured');
    return;
  }
  notes.push(
    'beside the echo the collector stores all that follows from a subscription and sends nothing; as `npm start` runs it, it also writes 300 confirmation mails, the most in an hour, as files, and the others wait',
  );
  progress('subscriptions, new store');
  await measureSubscribing(run, join(folder, 'new'), 'new store', 0.5);
  progress(`subscriptions, ${rows} addresses there`);
  fillStore(join(folder, 'full'), rows);
  await measureSubscribing(run, join(folder, 'full'), `${rows} rows there`, 0.35);
  progress('subscriptions beside a report');
  await measureReports(run, rows);
  progress('subscriptions, as npm start runs it');
  await measureMails(run);
  progress('pages beside nginx');
  if (obtain('nginx')) await measurePages(run);
  else notes.push('nginx is not here: pages were not compared');
}

function add(
  { figures }: Run,
  name: string,
  unit: string,
  samples: number[],
  goal: Figure['goal'] = null,
): void {
  figures.push({ name, unit, samples, goal, value: median(samples) });
}

/** A report is a count by language and page over all rows; one follows the other. */
async function measureReports(run: Run, rows: number): Promise<void> {
  const { alone, oneConnection, ownConnection } = await measureBesideReport(run.folder, rows);
  const name = `${rows} rows there, 200 subscriptions/s: stored, p99`;
  add(run, name, 'ms', alone);
  add(run, `${name} beside a report, reading connection of its own`, 'ms', ownConnection);
  const ratios = ownConnection.map((ms, i) => ms / (alone[i] ?? Number.NaN));
  add(run, `${name} beside a report / alone`, '', ratios, { atMost: 2 });
  add(run, `${name} beside a report, one connection for all`, 'ms', oneConnection);
}

async function measureStart(run: Run): Promise<void> {
  const starts: number[] = [];
  await compileModules();
  const memory: number[] = [];
  for (let i = 0; i <= run.repeats; i++) {
    const server = await startServer(REAL, run.dist, join(run.folder, 'idle'));
    await wait(1500);
    // Not the first: it makes the store.
    if (i > 0) {
      starts.push(server.startMs);
      memory.push(residentMegabytes(server.pid));
    }
    await server.stop();
  }
  add(run, 'listening after process start', 'ms', starts, { atMost: 300 });
  add(run, 'idle memory, RSS of the process', 'MiB', memory, { atMost: 90 });
}

async function measureSubscribing(run: Run, dataDir: string, name: string, goal: number): Promise<void> {
  const server = await startServer(WITH_ECHO, run.dist, dataDir);
  const [echoes, posts]: [Load[], Load[]] = [[], []];
  const merged: number[] = [];
  try {
    for (let i = 0; i < run.repeats; i++) {
      echoes.push(await post(run, server, '/echo'));
      const one = await post(run, server, '/api/subscribe');
      posts.push(one);
      merged.push(one.requests / (run.seconds + (await untilMerged(dataDir))));
    }
    echoes.push(await post(run, server, '/echo'));
    // Each against the echoes right before and after it: the machine is never the same for long.
    const ratios = posts.map((one, i) => (2 * one.perSecond) / (per(echoes[i]) + per(echoes[i + 1])));
    add(run, `${name}: subscribe / echo`, '', ratios, { atLeast: goal });
    const toTheEnd = merged.map((one, i) => (2 * one) / (per(echoes[i]) + per(echoes[i + 1])));
    add(run, `${name}: subscribe / echo, until all are merged into their tables`, '', toTheEnd);
    for (const [kind, loads] of Object.entries({ echo: echoes, subscribe: posts })) {
      add(
        run,
        `${name}: ${kind}`,
        'requests/s',
        loads.map(({ perSecond }) => perSecond),
      );
      add(
        run,
        `${name}: ${kind}, CPU`,
        'µs/request',
        loads.map(({ cpuMicroseconds }) => cpuMicroseconds),
      );
    }
    add(
      run,
      `${name}: subscribe, p99`,
      'ms',
      posts.map(({ p99Ms }) => p99Ms),
    );
    await measureMixed(run, server, name);
  } finally {
    await server.stop();
  }
}

const per = (one: Load | undefined): number => one?.perSecond ?? Number.NaN;

async function post({ seconds, notes }: Run, server: Running, path: string): Promise<Load> {
  const options = { connections: CONNECTIONS, seconds, script: SUBSCRIBE };
  const result = await load(`${server.address}${path}`, server.pid, options);
  if (result.failed > 0) notes.push(`${path}: ${result.failed} answers were no success`);
  return result;
}

/** What a reader feels while all the others subscribe. */
async function measureMixed(run: Run, server: Running, name: string): Promise<void> {
  const samples: number[] = [];
  for (let i = 0; i < run.repeats; i++) {
    const page = { connections: 2, seconds: run.seconds, headers: BROWSER };
    const [read] = await Promise.all([
      load(`${server.address}/soon`, server.pid, page),
      post(run, server, '/api/subscribe'),
    ]);
    samples.push(read.p99Ms);
  }
  add(run, `${name}: page meanwhile, p99`, 'ms', samples);
}

async function measureMails(run: Run): Promise<void> {
  const { on, off, notes } = await loadWithMails(run.dist, run.folder, run);
  run.notes.push(...notes);
  for (const [mails, loads] of Object.entries({ on, off })) {
    const name = `as npm start runs it, double opt-in ${mails}`;
    add(
      run,
      `${name}: subscribe`,
      'requests/s',
      loads.map(({ perSecond }) => perSecond),
    );
    add(
      run,
      `${name}: p99`,
      'ms',
      loads.map(({ p99Ms }) => p99Ms),
    );
  }
}

async function measurePages(run: Run): Promise<void> {
  const server = await startServer(WITH_ECHO, run.dist, join(run.folder, 'pages'));
  const nginx = await startNginx(join(run.folder, 'nginx'), `${server.address}/soon`, BROWSER);
  const ours: Load[] = [];
  const theirs: Load[] = [];
  const options = { connections: CONNECTIONS, seconds: run.seconds, headers: BROWSER };
  try {
    for (let i = 0; i < run.repeats; i++) {
      ours.push(await load(`${server.address}/soon`, server.pid, options));
      theirs.push(await load(`${nginx.address}/soon`, nginx.pid, options));
    }
  } finally {
    await Promise.all([server.stop(), nginx.stop()]);
  }
  const ratios = ours.map((one, i) => one.perSecond / per(theirs[i]));
  add(run, '/soon / nginx, one process each', '', ratios, { atLeast: 0.4 });
  add(
    run,
    '/soon',
    'requests/s',
    ours.map(({ perSecond }) => perSecond),
  );
  add(
    run,
    '/soon from nginx',
    'requests/s',
    theirs.map(({ perSecond }) => perSecond),
  );
}
