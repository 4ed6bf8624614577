import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { order, readyToLaunch, startSender, open } from '#test/fixtures/launch.ts';
import { watch } from './watch.ts';

testOnEach('a terminal shows one line until all are told', async (t, openStore) => {
  const store = await openStore();
  await readyToLaunch(store, 40);
  await open(store.write, 'launch', order({ undoMs: 2_000 }));
  const written: string[] = [];
  const screen = { isTTY: true, write: (text: string) => written.push(text) };
  const { signal } = new AbortController();
  const watching = watch('launch', store, screen, { now: Date.now, signal, each: 50 });
  while (written.length === 0) await wait(20);
  const { sender } = await startSender(t, store);
  await watching;
  await sender.stop(5_000);
  assert.match(written[0] ?? '', /^\r.*The first emails are sent in 0:0\d\.$/);
  assert.ok(written.slice(0, -1).every((text) => text.startsWith('\r')));
  assert.equal(written.at(-1), '\n');
});

testOnEach(
  'who stops looking stops nothing, and is told so (fault: the mails stop)',
  async (_t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 1);
    await open(store.write, 'launch', order({ undoMs: 60_000 }));
    const interrupted = new AbortController();
    const written: string[] = [];
    const write = (text: string) => {
      written.push(text);
      interrupted.abort();
    };
    await watch('launch', store, { write }, { now: Date.now, signal: interrupted.signal });
    assert.match(written.join(''), /^The first emails are sent in \d:\d\d\.\nThe server continues\./);
  },
);
