import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { type Collector, get, makeFolders, post, runToEnd, startCollector, startLoad } from './collector.ts';
import { undoAfter } from './undo.ts';

/** Creates a store with some thousand addresses, its collector stopped. */
async function makeStore(t: TestContext): Promise<{ dataDir: string; dist: string; file: string }> {
  const folders = makeFolders(t);
  const collector = await startCollector(t, folders);
  const enough = Promise.withResolvers<void>();
  const load = startLoad(collector.port, 32, 'first', () => {
    if (load.acked.length >= 2000) enough.resolve();
  });
  await enough.promise;
  await load.stop();
  collector.child.kill('SIGTERM');
  assert.equal((await collector.ended).code, 0);
  return { ...folders, file: join(folders.dataDir, 'embreve.sqlite') };
}

function contents(dataDir: string): string[] {
  return readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(dataDir, name)))
          .digest('hex')}`,
    );
}

async function assertRefused(folders: { dataDir: string; dist: string }, words: RegExp): Promise<void> {
  const before = contents(folders.dataDir);
  const { code, output } = await runToEnd(folders);
  assert.equal(code, 1);
  assert.match(output, words);
  assert.equal(output.trimEnd().split('\n').length, 1, output);
  assert.deepEqual(contents(folders.dataDir), before);
}

function flip(file: string, from: number, bytes: number): void {
  const content = readFileSync(file);
  for (let i = from; i < from + bytes; i++) content[i] = ~(content[i] ?? 0);
  writeFileSync(file, content);
}

test('a damaged store stops the start with one line and stays as it is (D7; catches: its pages are not checked)', async (t) => {
  const { file, ...folders } = await makeStore(t);
  flip(file, 4096 * 20, 4096);
  await assertRefused(folders, /is damaged .*backup/);
  flip(file, 4096 * 20, 4096);
  flip(file, 0, 64);
  await assertRefused(folders, /is damaged .*backup/);
  writeFileSync(file, '');
  await assertRefused(folders, /is empty.*backup/);
});

/** Makes files unwritable even for root, by an attribute of ext4, btrfs and xfs. */
function makeImmutable(t: TestContext, ...files: string[]): (() => void) | null {
  const undo = (): void => void spawnSync('chattr', ['-i', ...files]);
  if (spawnSync('chattr', ['+i', ...files]).status !== 0) return null;
  undoAfter(t, undo);
  return undo;
}

test('a store that cannot be written stops the start with one line (D6; catches: the error goes out as it was thrown)', async (t) => {
  const { file, ...folders } = await makeStore(t);
  if (!makeImmutable(t, file))
    return t.skip('no right to set a file immutable: a read-only start is NOT tested');
  await assertRefused(folders, /cannot be written/);
});

test('a folder that cannot be written stops the start with one line (D6; catches: the error goes out as it was thrown)', async (t) => {
  const folders = makeFolders(t);
  mkdirSync(folders.dataDir);
  const undo = makeImmutable(t, folders.dataDir);
  if (!undo) return t.skip('no right to set a folder immutable: a read-only start is NOT tested');
  await assertRefused(folders, /cannot be written .*Grant this user write access/);
  undo();
});

async function poster(collector: Collector): Promise<(name: string) => Promise<number | null>> {
  const agent = new Agent({ keepAlive: true });
  return (name) => post(collector.port, `${name}@example.com`, agent);
}

test('a store that turns read-only is 503 until it can be written again, pages stay (D6; catches: what was not stored is acknowledged)', async (t) => {
  const folders = makeFolders(t);
  const collector = await startCollector(t, folders);
  const add = await poster(collector);
  assert.equal(await add('before'), 202);
  const files = ['embreve.sqlite', 'embreve.sqlite-wal'].map((name) => join(folders.dataDir, name));
  const undo = makeImmutable(t, ...files);
  if (!undo) return t.skip('no right to set a file immutable: turning read-only is NOT tested');
  for (const name of ['a', 'b', 'c']) assert.equal(await add(name), 503);
  assert.equal(await get(collector.port, '/soon'), 200);
  assert.equal(await get(collector.port, '/readyz'), 503);
  undo();
  assert.equal(await add('after'), 202);
  assert.equal(await get(collector.port, '/readyz'), 200);
});
