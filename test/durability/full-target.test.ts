import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderTarget } from '#server/copies/folder-target.ts';
import { person } from '../fixtures/command.ts';
import { assembleNewest, copierOf } from '../fixtures/copies.ts';
import { folderOf } from '../fixtures/folder.ts';
import { openTestStore } from '../fixtures/store.ts';
import { undoAfter } from './undo.ts';

/** Ends on the first write that has no space. */
function fill(file: string): void {
  const handle = openSync(file, 'w');
  try {
    for (;;) writeSync(handle, Buffer.alloc(512));
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  } finally {
    closeSync(handle);
  }
}

test('a folder on a full disk gets its copy once there is space, and nothing half of it before (D21; catches: the copy is given up; half an object counts)', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'embreve-full-'));
  undoAfter(t, () => rmdirSync(folder));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'embreve-test', folder]);
  if (mounted.status !== 0) return t.skip('no right to mount a small disk: a full one is NOT tested');
  undoAfter(t, () => spawnSync('umount', ['-l', folder]));
  const filler = join(folder, 'filler');
  const store = await openTestStore(t);
  const target = folderTarget(folder);
  const said: unknown[] = [];
  const copier = copierOf(t, store, {
    target,
    onWait: (ms) => {
      said.push(copier.status()?.failing?.code);
      if (ms > 1000) rmSync(filler, { force: true });
    },
  });
  await copier.base();
  fill(filler);
  await store.add(person('ana@example.com'));
  await copier.part();
  assert.deepEqual(said, ['full', 'full']);
  assert.equal(copier.status()?.failing, null);
  const into = join(folderOf(t), 'copy.sqlite');
  const { contents } = await assembleNewest(target, into);
  assert.equal(contents.subscriptions, 1);
});

test('a folder that the server may only read is named with its remedy (C12; catches: the error of the system)', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'embreve-read-'));
  undoAfter(t, () => rmdirSync(folder));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'embreve-test', folder]);
  if (mounted.status !== 0) return t.skip('no right to mount a disk: one that is read-only is NOT tested');
  undoAfter(t, () => spawnSync('umount', ['-l', folder]));
  const file = join(folderOf(t), 'sealed');
  writeFileSync(file, 'sealed');
  const put = folderTarget(folder).put('base/1', file);
  await assert.rejects(put, { code: 'not-taken', message: /read-only here.*ReadWritePaths=/ });
});
