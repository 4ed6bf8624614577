import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from '#kysely';
import { subscriptionRow } from '#server/list/subscribe.ts';
import { openStore } from '#server/open-store.ts';
import type { Tables } from '#server/store/schema.ts';
import { fillStore } from './fill-store.ts';

const ROUNDS = 3;
const ADDS = 600;
/** As 200 subscriptions a second. */
const EVERY_MS = 5;
const NOWHERE = {
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmTerm: null,
  utmContent: null,
  referrer: null,
  path: null,
};

/** Milliseconds of each round, p99 of storing one address: alone, and beside reports over all rows by either connection. */
export type BesideReport = Record<'alone' | 'oneConnection' | 'ownConnection', number[]>;

export async function measureBesideReport(folder: string, rows: number): Promise<BesideReport> {
  const dataDir = join(folder, 'report');
  fillStore(dataDir, rows);
  const database = await openStore({
    dataDir,
    databaseUrl: null,
    consentTexts: [],
    now: Date.now,
    onFatal: ({ message }) => {
      throw new Error(message);
    },
    onSetAside: (fault) => {
      throw new Error(fault);
    },
  });
  const add = async (name: string) => {
    const address = `${name}@example.com`;
    const posted = {
      key: address,
      address,
      language: 'en' as const,
      consent: 'v1',
      source: NOWHERE,
      suspect: null,
    };
    const begun = performance.now();
    const outcome = await database.add(
      subscriptionRow(posted, { doubleOptIn: true, forward: false }, Date.now()),
    );
    if (outcome !== 'stored') throw new Error(outcome.why);
    return performance.now() - begun;
  };
  const found: BesideReport = { alone: [], oneConnection: [], ownConnection: [] };
  for (let round = 0; round < ROUNDS; round++) {
    found.alone.push(await p99(add, `alone-${round}`));
    found.oneConnection.push(await besideReports(database.write, () => p99(add, `one-${round}`)));
    found.ownConnection.push(await besideReports(database.read, () => p99(add, `own-${round}`)));
  }
  await database.close();
  return found;
}

async function p99(add: (name: string) => Promise<number>, name: string): Promise<number> {
  const times: Promise<number>[] = [];
  for (let i = 0; i < ADDS; i++) {
    times.push(add(`${name}-${i}`));
    await wait(EVERY_MS);
  }
  const sorted = (await Promise.all(times)).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

/** One report after the other, until `work` is done. */
async function besideReports<T>(query: Kysely<Tables>, work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const reports = (async () => {
    while (!over.signal.aborted)
      await sql`SELECT language, path, count(*) FROM subscription GROUP BY language, path`.execute(query);
  })();
  try {
    return await work();
  } finally {
    over.abort();
    await reports;
  }
}
