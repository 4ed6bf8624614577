import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#server/base/root.ts';
import { buildBundled } from './build/vite.ts';

/** A RAM disk on Linux: tests need not wait for a disk that they do not test. */
const MEMORY = '/dev/shm';
/** In bytes: far more than all stores of parallel tests need. */
const ROOM = 2 * 2 ** 30;

/**
 * The environment of node:test tests. They import Kysely as one file: its 250 modules cost each
 * of a thousand processes and threads more than its own code. Rebuilt for each run.
 */
export async function testEnvironment(): Promise<NodeJS.ProcessEnv> {
  const { NODE_ENV } = process.env;
  await buildBundled(join(ROOT, 'test-results/bundled'));
  // Vite set it during the build: tests do not run in production mode.
  setEnvironment('NODE_ENV', NODE_ENV);
  return { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --conditions=tests`.trim() };
}

/** Puts the temporary files of `work` and its children on the RAM disk if there is room. */
export async function inMemory<T>(work: () => Promise<T>): Promise<T> {
  if (!hasRoom()) return work();
  const before = process.env['TMPDIR'];
  const folder = mkdtempSync(join(MEMORY, 'embreve-tests-'));
  // Run as root, PostgreSQL uses another user.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  try {
    return await work();
  } finally {
    setEnvironment('TMPDIR', before);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function setEnvironment(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}
