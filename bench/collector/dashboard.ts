import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inFolder } from './cleanup.ts';
import { type Figures, newFigures } from './figures.ts';
import { fillStore } from './fill-store.ts';
import { type Owner, signIn } from './owner.ts';
import { cpuSeconds, REAL, type Running, startServer } from './processes.ts';
import { firstAt, percentile, portOf, subscriber, visit } from './visitors.ts';

/** `people` on the list; `asks`: requests per page; `seconds` of each load. */
export const DASHBOARD_SIZES = {
  quick: { people: 100_000, asks: 20, seconds: 3 },
  short: { people: 1_000_000, asks: 60, seconds: 15 },
  long: { people: 1_000_000, asks: 200, seconds: 60 },
} as const;

/** The dashboard's requests when its pages open and when somebody searches for people. */
const ASKED: readonly { name: string; path: string; search?: string }[] = [
  { name: 'Today', path: '/today' },
  { name: 'People', path: '/people' },
  { name: 'People, those who left', path: '/people?state=unsubscribed' },
  { name: 'People, how many of a language', path: '/people/count?language=pt' },
  { name: 'People, a part of an address', path: '/people/search', search: 'q=abc1' },
  { name: 'People, a part that nobody has', path: '/people/search', search: 'q=no-such-part' },
  { name: 'a person', path: '/people/500' },
  { name: 'Messages', path: '/messages' },
  { name: 'Launch', path: '/announcements/launch' },
  { name: 'Figures', path: '/figures' },
  { name: 'Emails', path: '/mails' },
  { name: 'the poll', path: '/now' },
];
const SUBSCRIBERS_A_SECOND = 50;
const DASHBOARDS = 50;
/** Polling interval of a dashboard during sending. */
const POLL_MS = 2_000;

/** Returns milliseconds. */
type Asker = (path: string, search?: string) => Promise<number>;

/** Measures the owner's pages over a long list, and how much they slow visitors down; SQLite. */
export async function measureDashboard(
  dist: string,
  size: (typeof DASHBOARD_SIZES)[keyof typeof DASHBOARD_SIZES],
  say: (line: string) => void,
): Promise<Figures> {
  const { add, ...found } = newFigures();
  found.notes.push(
    `${SUBSCRIBERS_A_SECOND} subscribe in a second; each dashboard polls every ${POLL_MS / 1_000} s`,
  );
  await inFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    say(`dashboard: ${size.people} people`);
    fillStore(dataDir, size.people);
    const server = await startServer(REAL, dist, dataDir);
    const ask = timed(await signIn(server, dataDir));
    for (const { name, path, search } of ASKED) {
      say(`dashboard: ${name}`);
      const times: number[] = [];
      for (let i = 0; i < size.asks; i += 1) times.push(await ask(path, search));
      add(`${name}, p95`, 'ms', [percentile(times, 0.95)], { atMost: 200 });
    }
    say('dashboard: subscriptions beside it');
    const alone = await subscribing(server, size.seconds);
    const beside = await whileAsked(ask, () => subscribing(server, size.seconds));
    add('subscribe, p99 beside an owner who opens all pages / alone', '', [beside / alone], { atMost: 2 });
    say(`dashboard: ${DASHBOARDS} poll`);
    add(`${DASHBOARDS} dashboards poll`, '% of a core', [await polling(server, ask, size.seconds)], {
      atMost: 5,
    });
    await server.stop();
  });
  return found;
}

function timed(owner: Owner): Asker {
  return async (path, search) => {
    const begun = performance.now();
    await owner(path, search === undefined ? undefined : { query: search });
    return performance.now() - begun;
  };
}

/** p99 of the first answer, in milliseconds. */
async function subscribing(server: Running, seconds: number): Promise<number> {
  const pace = { port: portOf(server), rate: SUBSCRIBERS_A_SECOND, seconds, visit: subscriber };
  return firstAt(await visit(pace), 0.99);
}

/** Requests one page after the other until `work` is done. */
async function whileAsked<T>(ask: Asker, work: () => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const asking = (async () => {
    while (!stopping.signal.aborted) for (const { path, search } of ASKED) await ask(path, search);
  })();
  try {
    return await work();
  } finally {
    stopping.abort();
    await asking;
  }
}

/** Per cent of a core, beyond what the idle server takes. */
async function polling(server: Running, ask: Asker, seconds: number): Promise<number> {
  const used = async (work: () => Promise<unknown>) => {
    const before = cpuSeconds(server.pid);
    await work();
    return cpuSeconds(server.pid) - before;
  };
  const idle = await used(() => wait(seconds * 1_000));
  const ticks = Math.floor((seconds * 1_000) / POLL_MS);
  const dashboards = Array.from({ length: DASHBOARDS }, async (_, i) => {
    await wait((POLL_MS / DASHBOARDS) * i);
    for (let tick = 0; tick < ticks; tick += 1) await Promise.all([ask('/now'), wait(POLL_MS)]);
  });
  const busy = await used(() => Promise.all(dashboards));
  return ((busy - idle) / seconds) * 100;
}
