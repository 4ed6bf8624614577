import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { SERVER } from '#test/fixtures/compiled.ts';
import { BUSY_MS, databaseFile } from '#server/store/open.ts';
import { keysOf } from '#server/store/secrets/key-file.ts';
import { rowsInBuffer } from '#server/store/write-buffer.ts';
import { writeFixtureBuild } from '../fixtures/build.ts';
import { undoAfter } from './undo.ts';

export type Ended = { code: number | null; signal: NodeJS.Signals | null };

export type Collector = {
  port: number;
  child: ChildProcess;
  ended: Promise<Ended>;
};

export type StartOptions = {
  dataDir: string;
  dist: string;
  /** A program to run instead of the collector; its first argument is the site's folder. */
  program?: string[];
  /** A command to run it under, e.g. strace. */
  under?: string[];
  env?: Record<string, string>;
};

/** Creates folders for this test, one with a minimal site; removed afterwards. */
export function makeFolders(t: TestContext): { dataDir: string; dist: string } {
  const root = mkdtempSync(join(tmpdir(), 'embreve-durability-'));
  undoAfter(t, () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  const { dist, remove } = writeFixtureBuild();
  undoAfter(t, remove);
  return { dataDir: join(root, 'data'), dist };
}

/** Starts the real collector and waits until it listens; kills it after the test. */
export async function startCollector(t: TestContext, options: StartOptions): Promise<Collector> {
  const { child, ended, output } = launch(options);
  undoAfter(t, () => child.kill('SIGKILL'));
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const address = /"address":"http:\/\/[^"]*:(\d+)"/.exec(output());
      if (address) resolve(Number(address[1]));
    });
    void ended.then(({ code }) => reject(new Error(`ended with ${code} before it listened: ${output()}`)));
  });
  return { port, child, ended };
}

/** When to kill one that starts after all. */
const REFUSAL_MS = 30_000;

/** Starts a collector that is expected to refuse. */
export async function runToEnd(options: StartOptions): Promise<Ended & { output: string }> {
  const { child, ended, output } = launch(options);
  const tooLong = setTimeout(() => child.kill('SIGKILL'), REFUSAL_MS);
  const end = await ended;
  clearTimeout(tooLong);
  return { ...end, output: output() };
}

function launch({ dataDir, dist, program = [SERVER], under = [], env: given = {} }: StartOptions): {
  child: ChildProcess;
  ended: Promise<Ended>;
  output: () => string;
} {
  const [file = SERVER, ...rest] = program;
  const [command = '', ...args] = [...under, process.execPath, file, dist, ...rest];
  // People that a test has added need the keys before the first start.
  if (!given['SECRET_KEYS'] && existsSync(databaseFile(dataDir))) keysOf(dataDir);
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, RATE_LIMIT: 'off', MAILS: 'files', ...given };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  return { child, ended, output: () => output };
}

/** The status of the answer; null if there was none. */
export type Status = number | null;

export function post(port: number, email: string, agent: Agent): Promise<Status> {
  return postJson(port, '/api/subscribe', { email }, agent);
}

/** Posts a contact message, with one key for each address: a retry is the same message. */
export function postMessage(port: number, email: string, agent: Agent): Promise<Status> {
  const key = email.slice(0, email.indexOf('@'));
  // The dot separates the address from what precedes it in the WAL (see sync-order.ts).
  const fields = { name: 'Ana', company: 'A.', email, phone: '+351210000000', message: 'Hello.', key };
  return postJson(port, '/api/contact', fields, agent);
}

function postJson(port: number, path: string, fields: object, agent: Agent): Promise<Status> {
  const body = JSON.stringify(fields);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return exchange(port, { method: 'POST', path, headers, agent }, body);
}

export function get(port: number, path: string): Promise<Status> {
  return exchange(port, { method: 'GET', path }, '');
}

function exchange(port: number, options: object, body: string): Promise<Status> {
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, ...options }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? null));
      response.once('error', () => resolve(null));
    });
    sent.once('error', () => resolve(null));
    sent.end(body);
  });
}

export type Load = {
  /** Addresses answered with 202. */
  acked: string[];
  /** Counts of all answers so far. */
  statuses: Map<Status, number>;
  /** Sends no new requests; resolves when the last one has ended. */
  stop(): Promise<void>;
};

/**
 * Posts addresses one after the other on `clients` connections; two of them post each address at about the
 * same time. `answered` sees every answer; `send` posts something else for each address.
 */
export function startLoad(
  port: number,
  clients: number,
  prefix: string,
  answered: (status: Status, address: string, sentAt: number) => void = () => {},
  send = post,
): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const acked: string[] = [];
  const statuses = new Map<Status, number>();
  const stopping = new AbortController();
  async function client(number: number): Promise<void> {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const address = `${prefix}-${number >> 1}-${turn}@example.com`;
      const sentAt = performance.now();
      const status = await send(port, address, agent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 202) acked.push(address);
      answered(status, address, sentAt);
      if (status === null) return;
    }
  }
  const all = Array.from({ length: clients }, (_, number) => client(number));
  async function stop(): Promise<void> {
    stopping.abort();
    await Promise.all(all);
    agent.destroy();
  }
  return { acked, statuses, stop };
}

export type MixedLoad = { addresses: Load; messages: Load; stop(): Promise<void> };

/** Each message is its own transaction: more writers would leave little time for addresses. */
const WRITERS = 4;

/** Posts addresses, and contact messages, whose addresses begin with `message-`. */
export function startMixedLoad(
  port: number,
  clients: number,
  prefix: string,
  answered: () => void = () => {},
): MixedLoad {
  const addresses = startLoad(port, clients, prefix, answered);
  const messages = startLoad(port, WRITERS, `message-${prefix}`, answered, postMessage);
  return {
    addresses,
    messages,
    stop: async () => void (await Promise.all([addresses.stop(), messages.stop()])),
  };
}

export type Stored = {
  addresses: string[];
  /** Addresses of messages, once for each that has its mail to the owner. */
  messages: string[];
  /** Addresses still in the write buffer. */
  waiting: number;
  /** SQLite's integrity check. */
  integrity: unknown;
};

const MESSAGES = `SELECT email AS address FROM message m JOIN outbox o ON o.kind = 'message' AND o.subject_id = m.id`;

/** Reads the store. */
export function readStore(dataDir: string): Stored {
  const db = new DatabaseSync(join(dataDir, 'embreve.sqlite'), { timeout: BUSY_MS });
  try {
    const read = (sql: string) =>
      db
        .prepare(sql)
        .all()
        .map(({ address }) => String(address));
    const addresses = read('SELECT address FROM subscription');
    const integrity = db.prepare('PRAGMA integrity_check').get()?.integrity_check;
    return { addresses, messages: read(MESSAGES), waiting: rowsInBuffer(db), integrity };
  } finally {
    db.close();
  }
}
