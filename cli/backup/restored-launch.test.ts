import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { perform, settingsOf } from '#test/fixtures/command.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { launchOf, open as openLaunch, order, readyToLaunch } from '#test/fixtures/launch.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { backup } from './backup.ts';
import { restore, restored } from './restore.ts';

testOnEach(
  'an opened launch waits for the owner after a restore, also in the same database (catches: people are emailed again)',
  async (_t, open) => {
    const store = await open();
    await readyToLaunch(store, 2);
    await openLaunch(store.write, 'launch', order({ undoMs: 60_000 }));
    const { code, said } = await perform(restored, [], await settingsOf(store));
    assert.equal(code, 0);
    assert.match(said.join('\n'), /Paused: launch\./);
    const { state, reason } = await launchOf(store);
    assert.deepEqual([state, reason?.why], ['paused', 'moved']);
  },
);

test('the restore of a file pauses it, too, and says so (catches: only the next start does)', async (t) => {
  const store = await openTestStore(t);
  await readyToLaunch(store, 2);
  await openLaunch(store.write, 'launch', order({ undoMs: 60_000 }));
  const file = join(folderOf(t), 'backup.sqlite');
  assert.equal((await perform(backup, [file], await settingsOf(store))).code, 0);
  const dataDir = folderOf(t);
  const { code, said } = await perform(restore, [file], await settingsOf({ ...store, dataDir }));
  assert.equal(code, 0);
  assert.match(
    said.join('\n'),
    /Paused: launch\. Recipients emailed since the backup would be emailed again\./,
  );
  assert.equal((await launchOf(await openTestStore(t, { dataDir }))).state, 'paused');
});
