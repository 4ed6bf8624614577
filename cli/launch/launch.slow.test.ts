import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storeIdOf } from '#server/launch/store-id.ts';
import { readStage } from '#server/stage/stage.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { perform, settingsOf } from '#test/fixtures/command.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { NEWS } from '#contract/newsletter.ts';
import { writeWords } from '#test/fixtures/written-words.ts';
import { makeLetter } from '#server/launch/letters.ts';
import {
  LAUNCH_WORDS,
  open,
  order,
  readyToLaunch,
  startSender,
  untilLaunchIs,
} from '#test/fixtures/launch.ts';
import { launchReceipt } from '../exports.ts';
import { launchCommands } from './commands.ts';

function commandCalled(name: string) {
  return launchCommands.find((command) => command.name === name) ?? assert.fail(name);
}

testOnEach(
  'the owner opens, waits and has a receipt; a newsletter is named, paused and cancelled the same way (catches: always the launch)',
  async (t, openStore) => {
    const store = await openStore();
    const settings = await settingsOf(store, { SECRET_KEYS: 'k'.repeat(32) });
    const run = (name: string, ...args: string[]) =>
      perform(commandCalled(`launch ${name}`), args, settings, Date.now());
    const { dist, remove } = writeFixtureBuild();
    t.after(remove);
    await readyToLaunch(store, 3);

    assert.match((await run('status')).said.join('\n'), /Not launched/);
    const asked = await run('open', '--undo', '0', '--wave', '0', '--dist', dist);
    assert.equal(asked.code, 2, 'nobody can be asked here');
    assert.match(asked.said.join('\n'), /Then 3 recipients get one email each/);
    assert.equal(await readStage(store.write), null);

    const { sender } = await startSender(t, store, { storeId: await storeIdOf(store, store.dataDir) });
    assert.equal((await run('open', '--undo', '0', '--wave', '0', '--dist', dist, '--yes')).code, 0);
    await untilLaunchIs(store, 'done');
    await sender.stop(5_000);
    assert.match((await run('status')).said.join('\n'), /Recipients: 3\. Sent: 3, queued: 0/);
    await store.write
      .updateTable('announcement_recipient')
      .set({ reply: 'written to outbox/a.txt' })
      .where('subscription_id', '=', 1)
      .execute();
    assert.match((await run('status')).said.join('\n'), /Sent: 2, written to files: 1, queued: 0/);
    assert.match((await run('undo')).warned.join(), /sending finished/);

    await makeLetter(store.write, null, Date.now());
    await writeWords(store.write, 'letter:1', LAUNCH_WORDS, { by: 'a test', now: Date.now() });
    await store.write.insertInto('interest').values({ subscription_id: 1, product: NEWS, at: 1 }).execute();
    assert.ok((await open(store.write, 'letter:1', order({ undoMs: 60_000 }))).ok);
    assert.match((await run('status')).said.join('\n'), /^letter:1: Launched\. No emails sent yet\.$/m);
    assert.equal((await run('pause', 'letter:1')).code, 0);
    assert.match((await run('status', 'letter:1')).said.join('\n'), /^Paused\./m);
    assert.equal((await run('undo', 'letter:1')).code, 0);
    assert.equal((await run('pause', 'letter')).code, 2);
    assert.doesNotMatch((await run('status')).said.join('\n'), /letter:1/);

    const receipt = join(store.dataDir, 'receipt.csv');
    assert.equal((await perform(launchReceipt, ['--output', receipt], settings)).code, 0);
    assert.equal(readFileSync(receipt, 'utf8').match(/@example\.org.*sent/g)?.length, 3);
  },
);
