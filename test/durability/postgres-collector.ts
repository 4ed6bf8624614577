import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { writeFixtureBuild } from '../fixtures/build.ts';
import { type Collector, startCollector, type StartOptions } from './collector.ts';
import { undoAfter } from './undo.ts';

/** Starts collectors on one database, each in its own process. */
export type OnPostgres = {
  options: StartOptions;
  start(program?: string[]): Promise<Collector>;
  /** Does not wait until it listens; kills it after the test. */
  launch(): ChildProcess;
};

const SERVER = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

/** `settings`: additional ones, e.g. `{ RATE_LIMIT: 'on' }`; by default one network may send any load. */
export function onPostgres(t: TestContext, url: string, settings: Record<string, string> = {}): OnPostgres {
  const { dist, remove } = writeFixtureBuild();
  const dataDir = mkdtempSync(join(tmpdir(), 'embreve-durability-'));
  undoAfter(t, remove);
  undoAfter(t, () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const all = { DATABASE_URL: url, SECRET_KEYS: 'k'.repeat(40), RATE_LIMIT: 'off', ...settings };
  const assigned = Object.entries(all).map(([name, value]) => `${name}=${value}`);
  const options = { dist, dataDir, under: ['env', ...assigned] };
  function launch(): ChildProcess {
    const args = [...assigned, 'PORT=0', `DATA_DIR=${dataDir}`, process.execPath, SERVER, dist];
    const child = spawn('env', args, { stdio: 'ignore' });
    undoAfter(t, () => child.kill('SIGKILL'));
    return child;
  }
  return {
    options,
    start: (program) => startCollector(t, { ...options, ...(program && { program }) }),
    launch,
  };
}

/** A connection for the test's own queries, past any proxy; closed after the test. */
export async function openClient(t: TestContext, url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  undoAfter(t, () => void client.end());
  return client;
}

export type Stored = {
  addresses: Set<string>;
  /** Duplicate rows: addresses, receipts or confirmation mails of one address. */
  repeated: string[];
  /** Rows without receipt or confirmation mail. */
  incomplete: string[];
};

export async function readStored(client: Client): Promise<Stored> {
  const { rows } = await client.query<{ address: string; receipts: number; mails: number }>(
    `SELECT address, (SELECT count(*)::int FROM consent_receipt WHERE subscription_id = s.id) AS receipts,
       (SELECT count(*)::int FROM outbox WHERE subject_id = s.id AND kind = 'confirm') AS mails
     FROM subscription s`,
  );
  const addresses = new Set(rows.map(({ address }) => address));
  const named = (found: typeof rows) => found.map(({ address }) => address);
  const repeated = named(rows.filter(({ receipts, mails }) => receipts > 1 || mails > 1));
  if (addresses.size !== rows.length) repeated.push(`${rows.length - addresses.size} addresses`);
  return { addresses, repeated, incomplete: named(rows.filter((row) => row.receipts * row.mails === 0)) };
}

/** Polls until `what` is true. @throws after `milliseconds` */
export async function until(what: () => Promise<boolean> | boolean, milliseconds: number): Promise<void> {
  for (const end = performance.now() + milliseconds; performance.now() < end; await wait(20)) {
    if (await what()) return;
  }
  throw new Error(`not within ${milliseconds} ms: ${what}`);
}

export type Answered = {
  path: string;
  status: number;
  headers: Record<string, unknown>;
  body: string;
  ms: number;
};

/** One request on its own connection. */
export function ask(port: number, path: string, fields?: object): Promise<Answered> {
  const sentAt = performance.now();
  const body = fields && JSON.stringify(fields);
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.once('end', () => {
        const ms = performance.now() - sentAt;
        resolve({ path, status: response.statusCode ?? 0, headers: { ...response.headers }, body: text, ms });
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
