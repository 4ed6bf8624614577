import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fillStore } from './fill-store.ts';
import { lostOf, type LoadRun, REAL } from './load-run.ts';
import { type Running, startServer } from './processes.ts';
import { get, isGood, portOf, subscriber, visit, type Visited } from './visitors.ts';

const PAGES = 180;
const POSTS = 20;
/** Seconds of load before the signal, and after the restart. */
const BEFORE = 2;
const AFTER = 1.5;

type Restart = {
  exitSeconds: number;
  /** Connected before the signal and not answered. */
  cut: number;
  lost: number;
  /** Could not connect, or were not yet taken in when the process closed. */
  refused: number;
  gapSeconds: number;
};

const EXIT_SECONDS = 30;
const CHECKED_ROWS = 100_000;

/** L7 and L8: told to stop under load, and started again on the same port and store. */
export async function measureRestarts({ dist, folder, size, add, say }: LoadRun): Promise<void> {
  const dataDir = join(folder, 'restarts');
  let server = await startServer(REAL, dist, dataDir);
  const settings = { PORT: String(portOf(server)) };
  const all: Restart[] = [];
  for (let i = 0; i < size.restarts; i++) {
    say(`L7, L8: SIGTERM under load, ${i + 1} of ${size.restarts}`);
    const [restart, next] = await restartUnderLoad(server, dataDir, () =>
      startServer(REAL, dist, dataDir, settings),
    );
    server = next;
    all.push(restart);
  }
  await server.stop();
  const of = (name: keyof Restart) => all.map((one) => one[name]);
  // A median would hide the one restart that lost something.
  const sum = (name: keyof Restart) => [of(name).reduce((total, one) => total + one, 0)];
  add('L7: connected before SIGTERM and not answered', '', sum('cut'), { atMost: 0 });
  add('L7: process gone after SIGTERM', 's', of('exitSeconds'), { atMost: 10 });
  add('L7: accepted and not in the store', '', sum('lost'), { atMost: 0 });
  add('L8: gap of a single process, from SIGTERM to its first answer', 's', of('gapSeconds'), {
    atMost: 1.5,
  });
  add(`L8: connections refused or reset in the gap at ${PAGES + POSTS}/s`, '', of('refused'));
}

async function restartUnderLoad(
  server: Running,
  dataDir: string,
  start: () => Promise<Running>,
): Promise<[Restart, Running]> {
  const port = portOf(server);
  const ending = Promise.withResolvers<void>();
  const loads = visitUntil(ending.promise, port);
  await wait(BEFORE * 1_000);
  const told = performance.now();
  await endByItself(server);
  const exitSeconds = (performance.now() - told) / 1_000;
  const next = await start();
  await wait(AFTER * 1_000);
  ending.resolve();
  const [pages, posts] = await loads;
  const visited = [...pages, ...posts].toSorted((a, b) => a.due - b.due);
  const unanswered = visited.filter((one) => !isGood(one));
  const cut = unanswered.filter(({ connectedAt }) => connectedAt < told).length;
  const last = unanswered.at(-1)?.due ?? told;
  const back = visited.find((one) => one.due > last && isGood(one));
  return [
    {
      exitSeconds,
      cut,
      refused: unanswered.length - cut,
      lost: await lostOf(posts, dataDir),
      gapSeconds: back === undefined ? Number.NaN : (back.due + back.wholeMs - told) / 1_000,
    },
    next,
  ];
}

/** Asks it to stop, and kills it if it does not. */
export async function endByItself(server: Running): Promise<void> {
  const told = performance.now();
  process.kill(server.pid, 'SIGTERM');
  while (isAlive(server.pid) && performance.now() - told < EXIT_SECONDS * 1_000) await wait(2);
  await server.stop();
}

/** People who look at the page, and fewer who subscribe. */
export function visitUntil(end: Promise<void>, port: number): Promise<[pages: Visited[], posts: Visited[]]> {
  return Promise.all([
    during(port, PAGES, end, () => ({ label: 'page', requests: [get('/soon')] })),
    during(port, POSTS, end, subscriber),
  ]);
}

/** Visits, a tenth of a second after the other, until told otherwise. */
async function during(
  port: number,
  rate: number,
  end: Promise<void>,
  make: () => { label: string; requests: readonly string[] },
): Promise<Visited[]> {
  const parts: Promise<Visited[]>[] = [];
  let next: Promise<boolean>;
  do {
    parts.push(visit({ port, rate, seconds: 0.1, visit: make }));
    next = Promise.race([end.then(() => false), wait(100).then(() => true)]);
  } while (await next);
  return (await Promise.all(parts)).flat();
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** L9: from the start of the process, with a full store, and with one small enough to be checked whole at each start. */
export async function measureColdStart(run: LoadRun): Promise<void> {
  for (const rows of new Set([CHECKED_ROWS, run.size.rows])) await startCold(run, rows);
}

async function startCold({ dist, folder, size, add, say }: LoadRun, rows: number): Promise<void> {
  say(`L9: start with ${rows} addresses`);
  const dataDir = join(folder, `full-${rows}`);
  fillStore(dataDir, rows);
  const [listening, answered]: [number[], number[]] = [[], []];
  for (let i = 0; i < size.restarts; i++) {
    const begun = performance.now();
    const server = await startServer(REAL, dist, dataDir);
    const { status } = await fetch(`${server.address}/readyz`);
    listening.push(server.startMs);
    answered.push(status === 200 ? performance.now() - begun : Number.NaN);
    await server.stop();
  }
  add(`L9: ${rows} rows, listening after process start`, 'ms', listening, { atMost: 1_000 });
  add(`L9: ${rows} rows, first 200, of /readyz`, 'ms', answered, { atMost: 1_500 });
}
