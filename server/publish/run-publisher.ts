import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { PublisherJob } from '#publisher/order.ts';
import { NICENESS, sandboxed } from './sandbox.ts';

const CANVAS = '@napi-rs/canvas';
/** Where the packages are that draw pictures: this program may be an installed package beside them. */
const MODULES =
  createRequire(import.meta.url)
    .resolve.paths(CANVAS)
    ?.find((folder) => existsSync(join(folder, CANVAS))) ?? '';
/** Milliseconds. */
const PATIENCE = 60_000;
/** KiB. A picture of 60 megapixels takes 240 MB. */
const MEMORY = 1536 * 1024;
/** Said where the system has killed it: docs/deploy.md, "What a host must have". */
const NEEDED = 'Probably for memory: a changed word takes 340 MB, a picture of 48 megapixels 590.';
/** A publisher at work has ten; where Node gets too few it aborts, or waits forever. */
const FEWEST_THREADS = 7;
const NO_THREADS =
  'Probably it could not start its threads, for too few processes: ulimit -u, or the limit of the plan.';
/** Characters of what the publisher says of a failure. */
const MOST_SAID = 2_000;
/** Characters of its answer. */
const MOST_ANSWERED = 1_000_000;

/** It was killed after its minute or beyond its limits, ended by itself or answered nonsense; `said` is for the log. */
export type PublisherFailed = { is: 'failed'; why: 'late' | 'killed' | 'ended' | 'answer'; said: string };

/**
 * Has an order done in a process of its own, which can read and write only the folders named there, and has no network
 * where the system allows that. Killed after a minute, or beyond its memory, or with `signal`.
 * @param read takes the answer; null: it is nonsense. What draws pictures is native, so its process is not trusted.
 * @returns the answer, and what the publisher remarks, in English.
 */
export async function runPublisher<T>(
  order: PublisherJob,
  read: (answer: unknown) => T | null,
  { patience = PATIENCE, signal }: { patience?: number; signal?: AbortSignal } = {},
): Promise<{ is: 'answered'; answer: T; notes: string } | PublisherFailed> {
  const [command = '', ...args] = await commandOf(order, patience / 1000);
  const child = spawn(command, args, { env: {}, stdio: ['pipe', 'pipe', 'pipe'] });
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  let isLate = false;
  let threads = Infinity;
  const late = setTimeout(() => {
    isLate = true;
    threads = threadsOf(child.pid);
    stop();
  }, patience);
  // A publisher that has ended does not read.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(order));
  const spawned = once(child, 'close') as Promise<[code: number | null, signal: string | null]>;
  try {
    const [answer, said, [code, by]] = await Promise.all([
      beginningOf(child.stdout, MOST_ANSWERED),
      beginningOf(child.stderr, MOST_SAID),
      spawned,
    ]);
    const notes = said.trim();
    if (isLate) return { is: 'failed', why: 'late', said: threads < FEWEST_THREADS ? NO_THREADS : notes };
    // Node throws where it cannot have a large buffer.
    const why = by !== null || notes.includes('allocation failed') ? 'killed' : 'ended';
    const how = signal?.aborted ? by : (howKilled(by, notes) ?? code);
    if (code !== 0) return { is: 'failed', why, said: `${how} ${notes}` };
    const taken = read(parsed(answer));
    if (taken === null) return { is: 'failed', why: 'answer', said: answer.slice(0, MOST_SAID) };
    return { is: 'answered', answer: taken, notes };
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', stop);
  }
}

/** By which signal, and what that means. */
function howKilled(by: string | null, notes: string): string | null {
  if (by === 'SIGKILL') return `${by}. ${NEEDED}`;
  return by === 'SIGABRT' && !/memory|allocation/i.test(notes) ? `${by}. ${NO_THREADS}` : by;
}

/** As Linux counts them. */
function threadsOf(pid: number | undefined): number {
  try {
    return readdirSync(`/proc/${pid}/task`).length;
  } catch {
    return Infinity;
  }
}

/** The first characters of a stream, which is read to its end: its writer never waits. */
async function beginningOf(stream: Readable, most: number): Promise<string> {
  let kept = '';
  for await (const part of stream.setEncoding('utf8') as AsyncIterable<string>)
    kept += part.slice(0, most - kept.length);
  return kept;
}

/** Undefined: it is not JSON. */
function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}

/** Where the publisher may read and write for an order. */
function placesOf(order: PublisherJob): { read: string[]; write: string[] } {
  switch (order.does) {
    case 'render': {
      const { files, drawn, out, previous } = order;
      return { read: [files, ...(previous === null ? [] : [previous])], write: [drawn, out] };
    }
    case 'draw':
      return { read: [order.files], write: [order.drawn] };
    case 'inspect':
    case 'draw-for-letter':
      return { read: [order.file], write: [] };
  }
}

function commandOf(order: PublisherJob, seconds: number): Promise<string[]> {
  const { program } = order;
  const { read, write } = placesOf(order);
  return sandboxed(join(program, 'publisher/main.mjs'), [], {
    reads: [program, ...canvas(), ...read, ...write],
    writes: write,
    native: true,
    heap: 256,
    memory: MEMORY,
    seconds,
  });
}

/** Its folders, also behind links: of the folder or of the package alone. */
function canvas(): string[] {
  return [MODULES, join(realpathSync(join(MODULES, CANVAS)), '../..')];
}
