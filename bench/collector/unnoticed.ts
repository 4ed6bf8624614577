import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { NO_POSTGRES } from '#test/fixtures/postgres.ts';
import { lostOf, type LoadRun, REAL } from './load-run.ts';
import { startBalancer } from './nginx.ts';
import { ask, withPostgres } from './postgres.ts';
import { obtain, startServer } from './processes.ts';
import { endByItself, visitUntil } from './restarts.ts';
import { superviseCollector } from './supervised.ts';
import { isGood, percentile, portOf, type Visited } from './visitors.ts';

const PAUSE_MS = 1_500;

type Site = {
  name: string;
  /** Where visitors come. */
  port: number;
  /** Ends a collector and starts it again. */
  restart(round: number): Promise<void>;
  /** How many accepted addresses are not in the store. */
  lost(posts: readonly Visited[]): Promise<number>;
  stop(): Promise<void>;
};

/** L8: the two ways in which docs/deploy.md and docs/operations.md let a collector restart without a visitor who notices. */
export async function measureUnnoticedRestarts(run: LoadRun, notes: string[]): Promise<void> {
  await restartUnnoticed(run, await keptSocket(run));
  if (NO_POSTGRES) notes.push(NO_POSTGRES);
  else if (!obtain('nginx'))
    notes.push('nginx is not here: restarts of one of two collectors were not measured');
  else
    await withPostgres(async ({ createDatabase }) =>
      restartUnnoticed(run, await twoCollectors(run, await createDatabase())),
    );
}

async function keptSocket({ dist, folder }: LoadRun): Promise<Site> {
  const dataDir = join(folder, 'supervised');
  const { port, restart, stop } = await superviseCollector(REAL, dist, dataDir);
  const lost = (posts: readonly Visited[]): Promise<number> => lostOf(posts, dataDir);
  return { name: 'one collector, its socket kept open', port, restart, lost, stop };
}

async function twoCollectors({ dist, folder }: LoadRun, url: string): Promise<Site> {
  const shared = { DATABASE_URL: url, SECRET_KEYS: randomBytes(32).toString('hex') };
  const start = (place: number, port: number) =>
    startServer(REAL, dist, join(folder, `of-two-${place}`), { ...shared, PORT: String(port) });
  const servers = [await start(0, 0), await start(1, 0)];
  const nginx = await startBalancer(join(folder, 'balancer'), servers.map(portOf));
  return {
    name: 'two collectors behind nginx',
    port: portOf(nginx),
    async restart(round) {
      const place = round % servers.length;
      const server = servers[place];
      if (server === undefined) return;
      await endByItself(server);
      servers[place] = await start(place, portOf(server));
    },
    async lost(posts) {
      const accepted = posts.filter(isGood).map(({ label }) => label);
      const question = 'SELECT count(*) AS n FROM subscription WHERE key = ANY($1)';
      const [row] = await ask<{ n: string }>(url, question, [accepted]);
      return accepted.length - Number(row?.n);
    },
    async stop() {
      await Promise.all([nginx, ...servers].map((one) => one.stop()));
    },
  };
}

async function restartUnnoticed({ size, add, say }: LoadRun, site: Site): Promise<void> {
  const { name, port } = site;
  const ending = Promise.withResolvers<void>();
  const loads = visitUntil(ending.promise, port);
  const restarts: [told: number, back: number][] = [];
  for (let round = 0; round < size.restarts; round++) {
    say(`L8: ${name}, restart ${round + 1} of ${size.restarts}`);
    await wait(PAUSE_MS);
    const told = performance.now();
    await site.restart(round);
    restarts.push([told, performance.now()]);
  }
  await wait(PAUSE_MS);
  ending.resolve();
  const [pages, posts] = await loads;
  const all = [...pages, ...posts];
  const meanwhile = all.filter(({ due }) => restarts.some(([told, back]) => due >= told && due <= back));
  const times = meanwhile.map(({ wholeMs }) => wholeMs);
  const lost = await site.lost(posts);
  await site.stop();
  const failed = all.filter((one) => !isGood(one)).length;
  add(`L8: ${name}, ${size.restarts} restarts: failed of ${all.length}`, '', [failed], { atMost: 0 });
  add(`L8: ${name}: p99 while one restarts`, 's', [percentile(times, 0.99) / 1_000], { atMost: 2 });
  add(`L8: ${name}: accepted and not in the store`, '', [lost], { atMost: 0 });
}
