import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderOf } from '#test/fixtures/folder.ts';
import { folderTarget } from './folder-target.ts';
import { guardedByMarker } from './marker.ts';

test('a folder that leads into DATA_DIR takes nothing (C7; catches: a link is not followed)', async (t) => {
  const dataDir = folderOf(t);
  const file = join(dataDir, 'sealed');
  writeFileSync(file, 'sealed');
  const to = join(folderOf(t), 'link');
  symlinkSync(dataDir, to);
  const put = guardedByMarker(folderTarget(to), to, dataDir).put('base/1', file);
  await assert.rejects(put, { code: 'failed', message: /leads into DATA_DIR/ });
  assert.deepEqual(readdirSync(dataDir), ['sealed']);
});

test('a folder is known again by its marker: where a disk is not mounted nothing is put (C7; catches: copies go to the empty folder; another target is refused)', async (t) => {
  const dataDir = folderOf(t);
  const parent = folderOf(t);
  const file = join(dataDir, 'sealed');
  writeFileSync(file, 'sealed');
  const put = (to: string) => guardedByMarker(folderTarget(to), to, dataDir).put('base/1', file);
  const disk = join(parent, 'disk');
  await assert.rejects(put(disk), { code: 'not-there', message: /ReadWritePaths=/ });
  mkdirSync(disk);
  await put(disk);
  await put(disk);
  renameSync(disk, `${disk}-away`);
  mkdirSync(disk);
  await assert.rejects(put(disk), { code: 'not-there', message: /mounted\?.*copies-folder\.json/ });
  assert.deepEqual(readdirSync(disk), []);
  rmSync(disk, { recursive: true });
  renameSync(`${disk}-away`, disk);
  await put(disk);
  await put(folderOf(t));
  assert.ok(existsSync(join(disk, 'base', '1')));
});
