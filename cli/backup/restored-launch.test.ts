import assert from 'node:assert/strict';
import { perform, settingsOf } from '#test/fixtures/command.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { launchOf, open as openLaunch, order, readyToLaunch } from '#test/fixtures/launch.ts';
import { restored } from './restore.ts';

testOnEach(
  'what is set waits for the owner after a restore, also in the same database (fault: people are told again)',
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
