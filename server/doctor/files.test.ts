import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeCopyStatus } from '#server/copies/status.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { checkCopies } from './files.ts';

test('copies on the disk of the list are a warning (C7; fault: "ok")', (t) => {
  const dataDir = folderOf(t);
  const copyTo = folderOf(t);
  writeCopyStatus(dataDir, { to: copyTo, until: 1000, failing: null, checked: null, warnings: [] });
  const found = (where: string) => checkCopies({ dataDir, databaseUrl: null, copyTo: where }, 1000);
  assert.deepEqual([found(copyTo).level, found('s3://copies').level], ['warning', 'ok']);
});
