import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from '#kysely';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/open-store.ts';
import { type NewSubscription, subscriptionRow } from '#server/list/subscribe.ts';
import { type Store, withStore } from '#server/store/existing.ts';
import { backup } from '../../cli/backup/backup.ts';
import { restore } from '../../cli/backup/restore.ts';
import type { Command } from '../../cli/command.ts';
import { subscribersExport } from '../../cli/exports.ts';
import { subscribersList } from '../../cli/subscribers.ts';
import type { Inserted, Listed, Task } from './growth.ts';
import { median } from './processes.ts';
import { percentile } from './visitors.ts';

// A process of its own, so that each task meets the same.
// usage: node growth-child.ts <task> <folder of the store>
const SINGLE = 1_000;
const TOGETHER = 64;
const GROUPED = 20_000;
const LOOKUPS = 5_000;
const LISTS = 200;
const EXPORT_MS = 3_000;

const [task, dataDir = ''] = process.argv.slice(2) as [Task, string];
const config = readConfig({ DATA_DIR: dataDir });

/** By the store the collector has, with all that follows from a subscription; an answer may wait a little longer. */
async function insert(): Promise<Inserted> {
  const fail = (message: string) => {
    throw new Error(message);
  };
  const database = await openStore({
    ...config,
    consentTexts: [],
    now: Date.now,
    onFatal: ({ message }) => fail(message),
    onSetAside: fail,
  });
  const follow = { doubleOptIn: true, forward: false };
  async function add(): Promise<void> {
    const row = subscriptionRow(somebody(), follow, Date.now());
    if ((await database.add(row)) !== 'stored') throw new Error('a row was not stored');
  }
  const times: number[] = [];
  for (let i = 0; i < SINGLE; i++) times.push(await timeOf(add));
  let left = GROUPED;
  async function one(): Promise<void> {
    while (left-- > 0) await add();
  }
  // To its end: only then is all of it in its tables.
  const ms = await timeOf(async () => {
    await Promise.all(Array.from({ length: TOGETHER }, one));
    await database.close();
  });
  return {
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    perSecond: (GROUPED / ms) * 1_000,
  };
}

function somebody(): NewSubscription {
  const address = `${crypto.randomUUID().slice(0, 14)}@example.com`;
  const nothing = { utmSource: null, utmMedium: null, utmCampaign: null, utmTerm: null, utmContent: null };
  return {
    key: address,
    address,
    language: 'en',
    consent: 'v1',
    source: { ...nothing, referrer: null, path: '/' },
    suspect: null,
  };
}

async function list(): Promise<Listed> {
  return withStore(config, 'read', async (store) => ({
    lookupMs: await lookup(store),
    countMs: await medianOf(LOOKUPS, () => store.write.selectFrom('counter').selectAll().execute()),
    listMs: await medianOf(LISTS, () => perform(subscribersList, [])),
    // The last ten have left; whoever wants fifty makes the program look for more.
    fewMs: await medianOf(LISTS / 20, () => perform(subscribersList, ['--state', 'unsubscribed'])),
  }));
}

/** Of addresses that are there, as the command `erase` and a repeated subscription find theirs. */
async function lookup({ write }: Store): Promise<number> {
  const { rows } = await sql<{ key: string }>`SELECT key FROM subscription WHERE id IN
    (SELECT abs(random()) % (SELECT max(id) FROM subscription) + 1 FROM
      (WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${LOOKUPS}) SELECT i FROM n))
    ORDER BY random()`.execute(write);
  const times: number[] = [];
  for (const { key } of rows) {
    const find = write.selectFrom('subscription').selectAll().where('key', '=', key);
    times.push(await timeOf(() => find.executeTakeFirstOrThrow()));
  }
  return median(times);
}

/** To the standard output, which is thrown away; as often as there is time for, the first time for the modules alone. */
async function exportAll(): Promise<number> {
  const rows = await withStore(config, 'read', ({ read }) =>
    read
      .selectFrom('counter')
      .select((row) => row.fn.sum<number>('n').as('n'))
      .executeTakeFirstOrThrow(),
  );
  // A command is performed once a process; each time leaves its listeners.
  process.stdout.setMaxListeners(0);
  const times: number[] = [];
  const begun = performance.now();
  do times.push(await timeOf(() => perform(subscribersExport, [])));
  while (performance.now() - begun < EXPORT_MS);
  return median(times.length > 1 ? times.slice(1) : times) / (Number(rows.n) / 1_000);
}

const BACKUP = join(dataDir, 'backup.sqlite');

/** Seconds. */
async function backUp(): Promise<number> {
  return (await timeOf(() => perform(backup, [BACKUP]))) / 1_000;
}

/** Of that backup, to a machine that has no list, in seconds; both go away afterwards. */
async function putBack(): Promise<number> {
  const empty = join(dataDir, 'restored');
  const ms = await timeOf(() => perform(restore, [BACKUP], { ...config, dataDir: empty }));
  for (const done of [BACKUP, empty]) rmSync(done, { recursive: true });
  return ms / 1_000;
}

async function perform({ execute }: Command, args: string[], settings = config): Promise<void> {
  const warned: string[] = [];
  const warn = (line: string) => void warned.push(line);
  const code = await execute(args, {
    settings: () => settings,
    now: Date.now,
    say: () => {},
    warn,
    npmWrites: false,
  });
  if (code !== 0) throw new Error(warned.join(' '));
}

async function medianOf(times: number, work: () => Promise<unknown>): Promise<number> {
  const all: number[] = [];
  for (let i = 0; i < times; i++) all.push(await timeOf(work));
  return median(all);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const TASKS = { insert, list, export: exportAll, backup: backUp, restore: putBack };
process.send?.(await TASKS[task]());
process.disconnect();
