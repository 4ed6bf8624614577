import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CopyWarning } from '#contract/owner/server-settings.ts';
import { writeCopyStatus } from '#server/copies/status.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { checkCopies } from './files.ts';

test('of copies all is said that is wrong, also that they are on the disk of the list (C7; catches: the first alone; "ok")', (t) => {
  const dataDir = folderOf(t);
  const copyTo = folderOf(t);
  const said = (where: string, codes: CopyWarning['code'][]) => {
    const warnings = codes.map((code) => ({ code, said: '', since: 0 }));
    writeCopyStatus(dataDir, { to: copyTo, until: 1000, failing: null, checked: null, warnings });
    const found = [checkCopies({ dataDir, databaseUrl: null, copyTo: where }, 1000)].flat();
    return found.map((one) => (one.level === 'ok' ? 'ok' : one.code));
  };
  assert.deepEqual(said('s3://copies', []), ['ok']);
  assert.deepEqual(said('s3://copies', ['not-deleted', 'lost']), ['copies-not-deleted', 'copies-lost']);
  assert.deepEqual(said(copyTo, ['shared']), ['copies-shared', 'copies-near']);
});
