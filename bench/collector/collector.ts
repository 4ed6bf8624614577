import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { inFolder } from './cleanup.ts';
import { type Add, type Figures, newFigures } from './figures.ts';
import { fillStore } from './fill-store.ts';
import {
  cpuSeconds,
  load,
  type Load,
  obtain,
  peakMegabytes,
  REAL,
  residentMegabytes,
  type Running,
  startServer,
} from './processes.ts';
import { lostOf, untilMerged } from './stored.ts';
import { coldPage, firstAt, isGood, portOf, subscriber, visit, wholeAt } from './visitors.ts';

/** `seconds` of each load; `rows` already stored in the second measurement. */
export const COLLECTOR_SIZES = {
  quick: { seconds: 2, repeats: 3, rows: 100_000 },
  short: { seconds: 2, repeats: 12, rows: 1_000_000 },
  long: { seconds: 5, repeats: 24, rows: 1_000_000 },
} as const;

const WITH_ECHO = fileURLToPath(new URL('./echo.ts', import.meta.url));
const EMPTY = fileURLToPath(new URL('./empty.mjs', import.meta.url));
const SUBSCRIBE = new URL('./subscribe.lua', import.meta.url);
const CONNECTIONS = 64;
const BROWSER = ['Accept-Encoding: br'];
/** Cold page loads per second after a mention on television. */
const MENTION_RATE = 500;

type Run = {
  dist: string;
  folder: string;
  size: { seconds: number; repeats: number; rows: number };
  add: Add;
  notes: string[];
};

/** Measures this checkout's collector, compared with an echo route on the same server; SQLite. */
export async function measureCollector(
  dist: string,
  size: (typeof COLLECTOR_SIZES)[keyof typeof COLLECTOR_SIZES],
  say: (line: string) => void,
): Promise<Figures> {
  const { add, ...found } = newFigures();
  await inFolder(async (folder) => {
    const run: Run = { dist, folder, size, add, notes: found.notes };
    say('start and idle memory');
    await measureStart(run);
    say('the busiest day');
    await measureBusiestDay(run);
    if (!obtain('wrk')) return void found.notes.push('wrk is not here: nothing was measured at its most');
    found.notes.push(
      'beside the echo the collector stores all that follows from a subscription and sends nothing; as `npm start` runs it, it also writes 300 confirmation mails, the most in an hour, as files, and the others wait',
    );
    say('subscriptions, new store');
    await measureSubscribing(run, join(folder, 'new'), 'new store');
    say(`subscriptions, ${size.rows} addresses there`);
    fillStore(join(folder, 'full'), size.rows);
    await measureSubscribing(run, join(folder, 'full'), `${size.rows} rows there`);
    say('subscriptions, as npm start runs it');
    await measureMails(run);
  });
  return found;
}

/** Each start beside one of a server that does nothing. */
async function measureStart({ dist, folder, size, add }: Run): Promise<void> {
  const starts: number[] = [];
  const besideEmpty: number[] = [];
  const memory: number[] = [];
  for (let i = 0; i <= size.repeats; i++) {
    const empty = await startServer(EMPTY, null, join(folder, 'empty'));
    await empty.stop();
    const server = await startServer(REAL, dist, join(folder, 'idle'));
    await wait(1500);
    // Not the first run, which creates the store.
    if (i > 0) {
      starts.push(server.startMs);
      besideEmpty.push(server.startMs / empty.startMs);
      memory.push(residentMegabytes(server.pid));
    }
    await server.stop();
  }
  add('listening after process start', 'ms', starts, { atMost: 300 });
  add('listening after process start ÷ an empty Node server', '', besideEmpty);
  add('idle memory, RSS of the process', 'MiB', memory, { atMost: 88 });
}

/** An open loop: visitors arrive on time, however slow the answers are. */
async function measureBusiestDay({ dist, folder, size, add }: Run): Promise<void> {
  const dataDir = join(folder, 'day');
  const server = await startServer(REAL, dist, dataDir);
  const pace = { port: portOf(server), seconds: 2 * size.seconds };
  const requests = await coldPage(server.address);
  const cold = () => ({ label: 'page', requests });
  const pages = await visit({ ...pace, rate: MENTION_RATE, ramp: 5, visit: cold });
  const steady = await visit({ ...pace, rate: 200, visit: subscriber });
  const burst = await visit({ ...pace, seconds: size.seconds, rate: 1_000, visit: subscriber });
  const memory = peakMegabytes(server.pid);
  const all = [...steady, ...burst];
  const lost = await lostOf(all, dataDir);
  await server.stop();
  const name = `${MENTION_RATE} cold page loads/s`;
  const whole = (pages.filter(isGood).length / pages.length) * 100;
  add(`${name}, answered whole`, '%', [whole], { atLeast: 100 });
  add(`${name}: document, p99`, 'ms', [firstAt(pages, 0.99)], { atMost: 150 });
  add('200 subscriptions/s, p99', 'ms', [wholeAt(steady, 0.99)], { atMost: 300 });
  add('1 000 subscriptions/s, p99', 'ms', [wholeAt(burst, 0.99)], { atMost: 1_000 });
  const refused = all.filter((one) => !isGood(one)).length;
  add(`refused, or accepted and not in the store, of ${all.length}`, '', [refused + lost], { atMost: 0 });
  add('most memory of that day, RSS', 'MiB', [memory], { atMost: 512 });
}

/** Rounds alternate: the machine's speed drifts, and each is compared with the echoes right before and after it. */
async function measureSubscribing(run: Run, dataDir: string, name: string): Promise<void> {
  const { dist, size, add } = run;
  const server = await startServer(WITH_ECHO, dist, dataDir);
  const echoes = [await post(run, server, '/echo')];
  const posts: Load[] = [];
  const merged: number[] = [];
  for (let i = 0; i < size.repeats; i++) {
    const before = cpuSeconds(server.pid);
    const one = await post(run, server, '/api/subscribe');
    posts.push(one);
    await untilMerged(dataDir);
    merged.push(((cpuSeconds(server.pid) - before) / one.requests) * 1e6);
    echoes.push(await post(run, server, '/echo'));
  }
  const besideEcho = (time: number, i: number) => (2 * time) / (timeOf(echoes[i]) + timeOf(echoes[i + 1]));
  const times = posts.map(timeOf);
  add(`${name}: processor time of a subscription ÷ echo`, '', times.map(besideEcho), { atMost: 2 });
  add(`${name}: with merging it into its tables ÷ echo`, '', merged.map(besideEcho));
  for (const [kind, loads] of Object.entries({ echo: echoes, subscribe: posts })) {
    add(`${name}: ${kind}`, 'requests/s', loads.map(perSecondOf));
    add(`${name}: ${kind}, CPU`, 'µs/request', loads.map(timeOf));
  }
  add(`${name}: subscribe, p99`, 'ms', posts.map(p99Of));
  add(`${name}: page meanwhile, p99`, 'ms', await pagesMeanwhile(run, server));
  await server.stop();
}

const timeOf = (one: Load | undefined): number => one?.cpuMicroseconds ?? Number.NaN;
const perSecondOf = ({ perSecond }: Load): number => perSecond;
const p99Of = ({ p99Ms }: Load): number => p99Ms;

async function post({ size, notes }: Run, server: Running, path: string): Promise<Load> {
  const options = { connections: CONNECTIONS, seconds: size.seconds, script: SUBSCRIBE };
  const result = await load(`${server.address}${path}`, server.pid, options);
  if (result.failed > 0) notes.push(`${path}: ${result.failed} answers were no success`);
  return result;
}

/** Page load times for a reader while all the others subscribe. */
async function pagesMeanwhile(run: Run, server: Running): Promise<number[]> {
  const samples: number[] = [];
  for (let i = 0; i < run.size.repeats; i++) {
    const page = { connections: 2, seconds: run.size.seconds, headers: BROWSER };
    const [read] = await Promise.all([
      load(`${server.address}/soon`, server.pid, page),
      post(run, server, '/api/subscribe'),
    ]);
    samples.push(read.p99Ms);
  }
  return samples;
}

async function measureMails(run: Run): Promise<void> {
  for (const mails of ['on', 'off']) {
    const dataDir = join(run.folder, `mails-${mails}`);
    const server = await startServer(REAL, run.dist, dataDir, { DOUBLE_OPT_IN: mails });
    const loads: Load[] = [];
    for (let i = 0; i < run.size.repeats; i++) {
      loads.push(await post(run, server, '/api/subscribe'));
      await untilMerged(dataDir);
    }
    await server.stop();
    const name = `as npm start runs it, double opt-in ${mails}`;
    run.add(`${name}: subscribe`, 'requests/s', loads.map(perSecondOf));
    run.add(`${name}: p99`, 'ms', loads.map(p99Of));
  }
}
