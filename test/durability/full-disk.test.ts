import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { get, makeFolders, post, readStore, startCollector, startLoad, type Status } from './collector.ts';
import { undoAfter } from './undo.ts';

/** The collector reserves the last 20 MB of it. */
const SIZE = 64 * 1024 * 1024;

/** Mounts a small disk for the store; returns false if not permitted. */
function mountSmallDisk(t: TestContext, path: string): boolean {
  mkdirSync(path, { mode: 0o700 });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'embreve-test', path]).status !== 0)
    return false;
  undoAfter(t, () => spawnSync('umount', ['-l', path]));
  return true;
}

function fill(file: string): void {
  const handle = openSync(file, 'w');
  try {
    for (const piece of [Buffer.alloc(65_536), Buffer.alloc(512)]) for (;;) writeSync(handle, piece);
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  } finally {
    closeSync(handle);
  }
}

async function until(what: () => Promise<boolean> | boolean, milliseconds: number): Promise<boolean> {
  for (const end = performance.now() + milliseconds; performance.now() < end; await wait(20)) {
    if (await what()) return true;
  }
  return false;
}

test('a full disk is 503 for posts, no harm to readers, and over when there is space again (D4; catches: what was not stored is acknowledged)', async (t) => {
  const folders = makeFolders(t);
  if (!mountSmallDisk(t, folders.dataDir))
    return t.skip('no right to mount a small disk: a full one is NOT tested');
  const collector = await startCollector(t, folders);
  const seen: Status[] = [];
  const load = startLoad(collector.port, 16, 'full', (status) => seen.push(status));
  assert.ok(await until(() => load.acked.length > 100, 5000));

  const filler = join(folders.dataDir, 'filler');
  fill(filler);
  assert.ok(await until(() => seen.at(-1) === 503, 10_000), 'a full disk is noticed');
  const before = seen.length;
  assert.ok(await until(() => seen.length > before + 200, 5000));
  assert.equal(await get(collector.port, '/soon'), 200);
  assert.equal(await get(collector.port, '/readyz'), 503);
  assert.deepEqual([...load.statuses.keys()].toSorted(), [202, 503]);

  rmSync(filler);
  const agent = new Agent();
  assert.ok(await until(async () => (await post(collector.port, 'after@example.com', agent)) === 202, 5000));
  assert.ok(await until(async () => (await get(collector.port, '/readyz')) === 200, 5000));
  await load.stop();
  collector.child.kill('SIGTERM');
  assert.deepEqual(await collector.ended, { code: 0, signal: null });
  const { addresses, integrity } = readStore(folders.dataDir);
  const stored = new Set(addresses);
  assert.deepEqual(
    [...load.acked, 'after@example.com'].filter((address) => !stored.has(address)),
    [],
  );
  assert.equal(integrity, 'ok');
});

test('with nobody posting, readiness comes back by itself (D4; catches: it waits for a post)', async (t) => {
  const folders = makeFolders(t);
  if (!mountSmallDisk(t, folders.dataDir))
    return t.skip('no right to mount a small disk: a full one is NOT tested');
  const collector = await startCollector(t, folders);
  const filler = join(folders.dataDir, 'filler');
  fill(filler);
  const agent = new Agent();
  assert.ok(await until(async () => (await post(collector.port, 'a@example.com', agent)) === 503, 2000));
  // Free space is polled each second; until then only the store refuses, and its probe may fit in the WAL.
  assert.ok(await until(async () => (await get(collector.port, '/readyz')) === 503, 2000));
  rmSync(filler);
  assert.ok(await until(async () => (await get(collector.port, '/readyz')) === 200, 5000));
});
