import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { NO_POSTGRES, startPostgres, type Postgres } from '#test/fixtures/postgres.ts';
import { createPool } from '#server/store/postgres.ts';
import { inFolder, mustEnd } from './cleanup.ts';
import { REAL } from './load-run.ts';
import type { CollectorFigures, Figure } from './measure.ts';
import { compileModules, load, median, obtain, type Running, startServer } from './processes.ts';

const SUBSCRIBE = new URL('./subscribe.lua', import.meta.url);
/** In all, spread evenly. */
const CONNECTIONS = 64;
const PROCESSES = [1, 2, 4];

/** Collectors that share one database. */
type Group = {
  count: number;
  mails: 'on' | 'off';
  url: string;
  servers: Running[];
  perSecond: number[];
  p99Ms: number[];
  accepted: number;
  refused: number;
};

/**
 * How many subscriptions 1, 2 and 4 collectors, started as `npm start` starts them, bring into one real PostgreSQL.
 * About a minute and a half.
 */
export async function measurePostgres(
  dist: string,
  { seconds, repeats }: { seconds: number; repeats: number },
  say: (line: string) => void,
): Promise<CollectorFigures> {
  if (NO_POSTGRES) return { figures: [], notes: [NO_POSTGRES] };
  if (!obtain('wrk')) return { figures: [], notes: ['wrk is not here: nothing was measured'] };
  await compileModules();
  const figures: Figure[] = [];
  await inFolder((folder) =>
    withPostgres(async (postgres) => {
      await assertDurable(postgres.url);
      for (const mails of ['off', 'on'] as const) {
        const groups: Group[] = [];
        try {
          for (const count of PROCESSES) groups.push(await startGroup(postgres, dist, folder, count, mails));
          for (let round = 1; round <= repeats; round++) {
            for (const group of groups) {
              say(`PostgreSQL, double opt-in ${mails}: ${group.count} processes, ${round} of ${repeats}`);
              await subscribe(group, seconds);
            }
          }
          for (const group of groups) figures.push(...(await figuresOf(group, groups[0])));
        } finally {
          for (const { servers } of groups) await Promise.all(servers.map((server) => server.stop()));
        }
      }
    }),
  );
  const notes = [
    `PostgreSQL, the collectors and the client share the cores of this machine: what more processes bring on more machines is not to be seen here`,
    `${CONNECTIONS} connections in all, spread evenly; p99 is that of the slowest process. Random addresses, fsync and synchronous_commit on`,
  ];
  return { figures, notes };
}

export async function withPostgres(work: (postgres: Postgres) => Promise<void>): Promise<void> {
  let end = (): Promise<void> => Promise.resolve();
  try {
    await work(await startPostgres({ after: (run) => (end = mustEnd(run)) }));
  } finally {
    await end();
  }
}

/** Else the figures would be those of something else. */
async function assertDurable(url: string): Promise<void> {
  const [row] = await ask<{ fsync: string }>(url, `SELECT current_setting('fsync') AS fsync`);
  if (row?.fsync !== 'on') throw new Error('this PostgreSQL does not wait for the disk');
}

async function startGroup(
  postgres: Postgres,
  dist: string,
  folder: string,
  count: number,
  mails: Group['mails'],
): Promise<Group> {
  const url = await postgres.createDatabase();
  const settings = {
    DATABASE_URL: url,
    SECRET_KEYS: randomBytes(32).toString('hex'),
    DOUBLE_OPT_IN: mails,
  };
  const servers: Running[] = [];
  for (let i = 0; i < count; i++) {
    servers.push(await startServer(REAL, dist, join(folder, `${mails}-${count}-${i}`), settings));
  }
  return { count, mails, url, servers, perSecond: [], p99Ms: [], accepted: 0, refused: 0 };
}

async function subscribe(group: Group, seconds: number): Promise<void> {
  const options = { connections: CONNECTIONS / group.count, seconds, script: SUBSCRIBE };
  const loads = await Promise.all(
    group.servers.map(({ address, pid }) => load(`${address}/api/subscribe`, pid, options)),
  );
  const sum = (of: (one: (typeof loads)[number]) => number) => loads.reduce((all, one) => all + of(one), 0);
  group.perSecond.push(sum(({ perSecond }) => perSecond));
  group.p99Ms.push(Math.max(...loads.map(({ p99Ms }) => p99Ms)));
  group.accepted += sum(({ requests, failed }) => requests - failed);
  group.refused += sum(({ failed }) => failed);
}

async function figuresOf(group: Group, single: Group | undefined): Promise<Figure[]> {
  const { count, mails, url, perSecond, p99Ms, accepted, refused } = group;
  const [row] = await ask<{ n: number }>(url, 'SELECT count(*) AS n FROM subscription');
  // What was under way at the end of a load is there without having been counted.
  const lost = Math.max(0, accepted - Number(row?.n));
  const name = `${count} ${count === 1 ? 'process' : 'processes'}, double opt-in ${mails}`;
  const figure = (what: string, unit: string, samples: number[], goal: Figure['goal'] = null): Figure => ({
    name: `${name}: ${what}`,
    unit,
    samples,
    goal,
    value: median(samples),
  });
  const ratios = perSecond.map((one, i) => one / (single?.perSecond[i] ?? Number.NaN));
  return [
    figure('accepted and durable', 'subscriptions/s', perSecond),
    ...(count > 1 ? [figure('÷ 1 process', '', ratios)] : []),
    figure('p99', 'ms', p99Ms),
    figure(`refused, or accepted and not in the database, of ${accepted}`, '', [refused + lost], {
      atMost: 0,
    }),
  ];
}

export async function ask<Row>(url: string, question: string, values: unknown[] = []): Promise<Row[]> {
  const pool = createPool(url, 1);
  try {
    return (await pool.query(question, values)).rows as Row[];
  } finally {
    await pool.end();
  }
}
