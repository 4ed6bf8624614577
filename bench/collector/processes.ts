import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { currentServer } from '../../scripts/build/server.ts';
import { NODE_FLAGS } from '../../scripts/node-flags.mjs';
import { keysOf } from '#server/store/secrets/key-file.ts';
import { mustEnd } from './cleanup.ts';

/** The collector as `npm start` runs it. */
export const REAL = join(await currentServer(), 'main.mjs');
const CLOCK_TICKS_PER_SECOND = 100;
const START_SECONDS = 30;
/** Empty counts as not set: the bench must not send mails by the real site's settings in `.env`. */
const NOT_SET: Record<string, string> = Object.fromEntries(
  [
    'SITE_URL',
    'HOST',
    'DATABASE_URL',
    'COPY_TO',
    'SMTP_URL',
    'MAIL_FROM',
    'OWNER_EMAIL',
    'DOUBLE_OPT_IN',
    'FORWARD_URL',
    'FORWARD_FIELD',
    'FORWARD_EXTRA',
    'TRUSTED_PROXIES',
    'SECRET_KEYS',
    'METRICS_PORT',
  ].map((name) => [name, '']),
);

export type Running = { pid: number; address: string; startMs: number; stop(): Promise<void> };

/**
 * Starts a collector, on a free port unless `settings` say otherwise, and waits for its line "listening".
 * @param dist the site to show, whatever is published; null: as `npm start`.
 * @param under a program and its arguments that run the collector; `pid` is that program's.
 */
export async function startServer(
  program: string,
  dist: string | null,
  dataDir: string,
  settings: Record<string, string> = {},
  under: readonly string[] = [],
): Promise<Running> {
  const env = {
    ...process.env,
    ...NOT_SET,
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    MAILS: 'files',
    ...settings,
  };
  // People may be on the list already.
  if (!settings['SECRET_KEYS']) keysOf(dataDir);
  const begun = performance.now();
  const node = [process.execPath, ...NODE_FLAGS, program, ...(dist === null ? [] : [dist])];
  const [command = '', ...args] = [...under, ...node];
  // A process group of its own, so that all of it can be ended.
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const end = mustEnd(() => stop(child, -(child.pid ?? 0)));
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    let listening = false;
    const patience = setTimeout(() => {
      void end();
      reject(new Error(`the collector did not listen within ${START_SECONDS} s: ${output}`));
    }, START_SECONDS * 1_000);
    child.stdout.on('data', (chunk) => {
      // Later lines are only drained from the pipe: a long run logs many.
      if (listening) return;
      output += chunk;
      const found = /"address":"(http:[^"]+)"/.exec(output)?.[1];
      if (found === undefined) return;
      listening = true;
      clearTimeout(patience);
      resolve(found);
    });
    child.once('exit', () => {
      clearTimeout(patience);
      reject(new Error(`the collector ended: ${output}`));
    });
  });
  return { pid: child.pid ?? 0, address, startMs: performance.now() - begun, stop: end };
}

/** Runs a program to its end and returns its output; the program ends with the bench. */
function run(program: string, args: readonly string[], env = process.env): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { env }, (error, stdout) => {
      void end();
      if (error) reject(error);
      else resolve(stdout);
    });
    const end = mustEnd(() => stop(child));
  });
}

/** `pid`: the process to kill, if it is not the child itself. */
export function stop(child: ChildProcess, pid = child.pid): Promise<void> {
  return new Promise((resolve) => {
    if (!pid || child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    process.kill(pid, 'SIGKILL');
  });
}

export type Load = {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  failed: number;
  cpuMicroseconds: number;
};

/** Runs wrk once with one thread. `pid`: the process whose CPU time is counted, with all its threads. */
export async function load(
  url: string,
  pid: number,
  options: { connections: number; seconds: number; script?: URL; headers?: string[] },
): Promise<Load> {
  const { connections, seconds, script, headers = [] } = options;
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency'];
  for (const header of headers) args.push('-H', header);
  if (script) args.push('-s', fileURLToPath(script));
  const before = cpuSeconds(pid);
  const stdout = await run('wrk', [...args, url]);
  const used = cpuSeconds(pid) - before;
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  const failed = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0);
  const [p50Ms, p99Ms] = [millisecondsAt(stdout, '50%'), millisecondsAt(stdout, '99%')];
  return { requests, perSecond, p50Ms, p99Ms, failed, cpuMicroseconds: (used / requests) * 1e6 };
}

function millisecondsAt(printed: string, share: string): number {
  const [, time = '', unit = ''] = new RegExp(`${share}\\s+([\\d.]+)(us|ms|s)`).exec(printed) ?? [];
  return Number(time) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN);
}

/** User and system time of a process so far (proc(5), fields 14 and 15 of stat). */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
}

export function residentMegabytes(pid: number): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
}

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).flatMap((task) =>
    readFileSync(`${tasks}/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

/** The peak memory of a process; 0 when it has ended. */
export function peakMegabytes(pid: number): number {
  try {
    const kib = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kib ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Whether a program is installed; as root it is installed first where there is apt-get. */
export function obtain(program: string): boolean {
  const there = (): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
  if (there()) return true;
  if (process.getuid?.() === 0) spawnSync('apt-get', ['install', '-y', '-q', program], { stdio: 'ignore' });
  return there();
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2;
}
