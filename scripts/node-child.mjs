import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

/** sd_listen_fds(3); read by server/main.ts. */
const isSocketPassed = process.env['LISTEN_FDS'] === '1' && Number(process.env['LISTEN_PID']) === process.pid;

/**
 * Ends with a sentence where Node is too old, before what it does not know fails.
 * @param {number} oldest
 */
export function needNode(oldest) {
  const { node } = process.versions;
  if (Number(node.split('.')[0]) >= oldest) return;
  console.error(`Node ${oldest} or newer is needed, this is ${node}: https://nodejs.org/en/download`);
  process.exit(1);
}

/**
 * The Node that the packages bring, or this one where none is published for the platform. Not the link in
 * node_modules/.bin: npm 10 creates none for a program of this name.
 */
export function pinnedNode() {
  const windows = process.platform === 'win32';
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
  // Built for glibc, which Alpine has not.
  const runs = !existsSync('/etc/alpine-release');
  try {
    if (runs) return createRequire(import.meta.url).resolve(`${name}/bin/node${windows ? '.exe' : ''}`);
  } catch {
    // None is installed.
  }
  needNode(24);
  return process.execPath;
}

/**
 * Inherits stdin, stdout and stderr, so that exports can be piped, and a socket passed by systemd. Two arenas of
 * glibc's allocator, not one per thread, save 3 MiB.
 * @param {string} node
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] what holds where the environment has nothing.
 */
export function startNode(node, args, env) {
  return spawn(node, args, {
    stdio: ['inherit', 'inherit', 'inherit', ...(isSocketPassed ? [3] : [])],
    env: { MALLOC_ARENA_MAX: '2', ...env, ...process.env },
  });
}

/**
 * Passes signals on, and ends with the child's exit code.
 * @param {import('node:child_process').ChildProcess} child
 */
export function untilItEnds(child) {
  // A terminal sends Ctrl-C to both; a supervisor signals only this process, or only npm, which forwards
  // nothing: npm's shell dies, and this process is reparented.
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => {});
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref();
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}
