import { connect } from 'node:net';
import type { Running } from './processes.ts';

/** Requests on one connection, each sent after the answer to the one before. */
export type Visit = { label: string; requests: readonly string[] };

export type Visited = {
  label: string;
  /** The scheduled start, on the clock of `performance.now()`. */
  due: number;
  /** Status of the last answer; 0 if an answer is missing. */
  status: number;
  /** Milliseconds from the scheduled start, so that delays count: to the first answer, and to the last. */
  firstMs: number;
  wholeMs: number;
};

export type Pace = {
  port: number;
  /** Visits started per second, however slow the answers are (an open loop). */
  rate: number;
  seconds: number;
  /** Seconds in which the rate rises from 0, before `seconds` begin. */
  ramp?: number;
  visit: () => Visit;
};

const TICK_MS = 2;
const PATIENCE_MS = 15_000;

/** Starts visits on schedule and waits for the last one. */
export async function visit({ port, rate, seconds, ramp = 0, visit: make }: Pace): Promise<Visited[]> {
  const begun = performance.now();
  const total = Math.round(rate * (seconds + ramp / 2));
  const under: Promise<Visited>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      while (under.length < total) {
        const due = begun + dueSeconds(under.length, rate, ramp) * 1_000;
        if (due > performance.now()) return;
        under.push(visitOnce(port, make(), due));
      }
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  return Promise.all(under);
}

/** When visit `n` starts: the rate rises linearly over the ramp. */
function dueSeconds(n: number, rate: number, ramp: number): number {
  const inRamp = (rate * ramp) / 2;
  return n < inRamp ? Math.sqrt((2 * ramp * n) / rate) : ramp + (n - inRamp) / rate;
}

function visitOnce(port: number, { label, requests }: Visit, due: number): Promise<Visited> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const result: Visited = {
      label,
      due,
      status: 0,
      firstMs: Number.NaN,
      wholeMs: Number.NaN,
    };
    let answered = 0;
    let received: Buffer = Buffer.alloc(0);
    const end = () => {
      result.wholeMs = performance.now() - due;
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.once('connect', () => socket.write(requests[0] ?? ''));
    socket.on('data', (data) => {
      received = received.length === 0 ? data : Buffer.concat([received, data]);
      const status = statusIn(received);
      if (status === null) return;
      received = Buffer.alloc(0);
      if (answered++ === 0) result.firstMs = performance.now() - due;
      const next = requests[answered];
      if (status < 400 && next !== undefined) return void socket.write(next);
      result.status = status;
      end();
    });
    // `close` follows, which counts as a visit without an answer.
    socket.once('error', () => {});
    socket.once('close', () => resolve(result));
  });
}

/** Null while bytes are missing. Every answer of the collector has a Content-Length. */
function statusIn(bytes: Buffer): number | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const head = bytes.toString('latin1', 0, end);
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  return bytes.length < end + 4 + length ? null : Number(head.slice(9, 12));
}

/** The cold page: its document, scripts and fonts, as a browser with an empty cache loads them. */
export async function coldPage(address: string): Promise<string[]> {
  const document = await (await fetch(`${address}/soon`)).text();
  const named = document.match(/\/static\/[\w./-]+\.(?:js|woff2|css)/g) ?? [];
  return ['/soon', ...new Set(named)].map(get);
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n`;
}

/** A subscription with a new address, which is the visit's label. */
export function subscriber(): Visit {
  const address = `${crypto.randomUUID()}@example.com`;
  const body = JSON.stringify({ email: address, language: 'en', consent: 'v1' });
  const head = `POST /api/subscribe HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
  return { label: address, requests: [`${head}Content-Length: ${body.length}\r\n\r\n${body}`] };
}

export function isGood({ status }: Visited): boolean {
  return status >= 200 && status < 400;
}

/** The quantile for a share from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The time within which that share of the answered visits had the first answer. */
export function firstAt(visited: readonly Visited[], share: number): number {
  return percentile(
    visited.filter(isGood).map(({ firstMs }) => firstMs),
    share,
  );
}

/** The same for the last answer. */
export function wholeAt(visited: readonly Visited[], share: number): number {
  return percentile(
    visited.filter(isGood).map(({ wholeMs }) => wholeMs),
    share,
  );
}

export function portOf({ address }: Running): number {
  return Number(new URL(address).port);
}
