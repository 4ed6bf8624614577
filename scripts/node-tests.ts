import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build/root.ts';
import { buildBundled } from './build/vite.ts';

/** In memory, on Linux: there a test does not wait for a disk that it does not ask about. */
const MEMORY = '/dev/shm';
/** Bytes: far more than all stores of tests that run at once. */
const ROOM = 2 * 2 ** 30;

/**
 * What tests of node:test are started with. They import Kysely as one file, as the collector does: its 250 modules cost
 * each of a thousand processes and threads more than its own code. It is made anew, so that it is never an old one.
 */
export async function testEnvironment(): Promise<NodeJS.ProcessEnv> {
  const { NODE_ENV } = process.env;
  await buildBundled(join(ROOT, 'test-results/bundled'));
  // Vite has set it for what it builds: tests are no production.
  setEnvironment('NODE_ENV', NODE_ENV);
  return { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --conditions=tests`.trim() };
}

/** Lets all that `work` and its children put into temporary folders be in memory, where there is room for it. */
export async function inMemory<T>(work: () => Promise<T>): Promise<T> {
  if (!hasRoom()) return work();
  const before = process.env['TMPDIR'];
  const folder = mkdtempSync(join(MEMORY, 'embreve-tests-'));
  // Root lends PostgreSQL the rights of another user.
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
