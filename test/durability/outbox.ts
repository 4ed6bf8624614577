import { Agent } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { confirmMail } from '#server/list/confirm-mail.ts';
import { BUSY_MS } from '#server/store/open.ts';
import { keyIn, startSmtp } from '../fixtures/smtp.ts';
import { makeFolders, post, startCollector, type Collector } from './collector.ts';

export type OutboxRow = {
  address: string;
  kind: string;
  state: string;
  attempt: number;
  /** Milliseconds since 1970. */
  dueAt: number;
  startedAt: number | null;
  reply: string | null;
};

export type Station = {
  dataDir: string;
  /** Starts the real collector on this data with these settings, or another program. */
  start(settings: Record<string, string>, program?: string[]): Promise<Collector>;
};

/** Data for this test and a site with mails, on which the collector can be restarted. */
export function prepareStation(t: TestContext): Station {
  const { dataDir, dist } = makeFolders(t);
  return {
    dataDir,
    start: (settings, program) => {
      const under = ['env', ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)];
      return startCollector(t, { dataDir, dist, under, ...(program && { program }) });
    },
  };
}

/** Posts addresses, `clients` at once; returns those answered with 202 and the ms of each answer. */
export async function postAll(
  port: number,
  addresses: readonly string[],
  clients = 5,
): Promise<{ acked: string[]; took: number[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const left = addresses.values();
  const acked: string[] = [];
  const took: number[] = [];
  async function client(): Promise<void> {
    for (const address of left) {
      const sentAt = performance.now();
      if ((await post(port, address, agent)) !== 202) continue;
      acked.push(address);
      took.push(performance.now() - sentAt);
    }
  }
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return { acked, took };
}

/** Reads the outbox rows of the stored addresses. */
export function readOutbox(dataDir: string): OutboxRow[] {
  const db = new DatabaseSync(join(dataDir, 'embreve.sqlite'), { readOnly: true, timeout: BUSY_MS });
  try {
    const rows = db
      .prepare(
        `SELECT s.address, o.kind, o.state, o.attempt, o.due_at AS dueAt, o.started_at AS startedAt, o.reply
         FROM subscription s LEFT JOIN outbox o ON o.subject_id = s.id AND o.kind IN ('confirm', 'forward')`,
      )
      .all();
    return rows as OutboxRow[];
  } finally {
    db.close();
  }
}

/** Simulates an hour of downtime: leases have expired, retries are due, no mail was sent lately. */
export function letAnHourPass(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'embreve.sqlite'), { timeout: BUSY_MS });
  db.exec(`UPDATE outbox SET due_at = max(0, due_at - 3600000), lease_until = lease_until - 3600000,
    started_at = started_at - 3600000`);
  db.close();
}

const UNDER_WAY = ['queued', 'claimed', 'started'];

/** Includes due retries: a confirmation that was claimed and released. */
function isUnderWay({ state, dueAt }: OutboxRow): boolean {
  return UNDER_WAY.includes(state) || (state === 'retry' && dueAt <= Date.now());
}

/** Two thirds of the hourly allowance of confirmations (outbox/send-rate.ts): the share of a burst. */
const ROOM_OF_AN_HOUR = (2 / 3) * confirmMail.anHour;

function isHourUsed(rows: OutboxRow[]): boolean {
  const since = Date.now() - 3_600_000;
  return rows.filter(({ startedAt }) => startedAt !== null && startedAt > since).length >= ROOM_OF_AN_HOUR;
}

/** Resolves once nothing can be done now; retries and mails beyond the hourly limit may wait. */
export async function untilIdle(dataDir: string): Promise<OutboxRow[]> {
  for (;;) {
    const rows = readOutbox(dataDir);
    const left = rows.filter(isUnderWay);
    if (left.every(({ state }) => ['queued', 'retry'].includes(state) && isHourUsed(rows))) return rows;
    await wait(25);
  }
}

/** Restarts the collector, an hour later each time, until the outbox is empty. */
export async function drain(station: Station, settings: Record<string, string>): Promise<OutboxRow[]> {
  for (;;) {
    letAnHourPass(station.dataDir);
    const { child, ended } = await station.start(settings);
    const rows = await untilIdle(station.dataDir);
    child.kill('SIGTERM');
    await ended;
    if (!rows.some(({ state }) => state === 'retry' || state === 'queued')) return rows;
  }
}

export type SlowSmtp = {
  settings: { SMTP_URL: string; MAIL_FROM: string };
  /** In the order of acceptance. */
  received: { to: string; messageId: string }[];
  /** Resolves when that many mails have been accepted. */
  arrived(count: number): Promise<void>;
  /** Begins no further mail until `task` has ended. */
  during<T>(task: () => Promise<T>): Promise<T>;
};

/**
 * A mail server that accepts every mail, and waits up to `slowness` ms before and after: time for a kill.
 * Until `answering` it accepts without replying. `remembers`: the header of a key; duplicates are dropped.
 */
export async function startSlowSmtp(
  t: TestContext,
  slowness: number,
  answering: Promise<void> = Promise.resolve(),
  remembers: string | null = null,
): Promise<SlowSmtp> {
  const keys = new Set<string | null>();
  const received: SlowSmtp['received'] = [];
  const waiting = new Map<() => void, number>();
  let open: Promise<unknown> = Promise.resolve();
  const { url } = await startSmtp(t, {
    onMailFrom: (_address, _session, callback) =>
      void open.then(() => setTimeout(callback, Math.random() * slowness)),
    onData: async (stream, { envelope }, callback) => {
      const mail = await text(stream).catch(() => null);
      // The client is gone: a server discards an incomplete mail.
      if (mail === null) return;
      const messageId = /^Message-ID: (.*)\r$/im.exec(mail)?.[1] ?? '';
      const key = remembers === null ? null : keyIn(mail, remembers);
      if (key === null || !keys.has(key)) received.push({ to: envelope.rcptTo[0]?.address ?? '', messageId });
      keys.add(key);
      for (const [resolve, count] of waiting) if (received.length >= count) resolve();
      await answering;
      await wait(Math.random() * slowness);
      callback();
    },
  });
  return {
    settings: { SMTP_URL: url, MAIL_FROM: 'hello@example.com' },
    received,
    arrived: (count) => new Promise((resolve) => waiting.set(resolve, count)),
    during: (task) => {
      const done = task();
      open = done;
      return done;
    },
  };
}
