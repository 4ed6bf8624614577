import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '#kysely';
import { codeOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import { openTestStore } from '#test/fixtures/store.ts';

test('a store that takes nothing is still shown, and what is done says why (faults: after a minute each page fails; nobody knows what is wrong)', async (t) => {
  const store = await openTestStore(t);
  const clock = { time: Date.now() };
  let isFull = true;
  let isReady = false;
  const { port, log } = await startOwnerApp(t, store, {
    now: () => clock.time,
    diskState: () => Promise.resolve(isFull ? 'full' : 'fine'),
    canStore: () => Promise.resolve(isReady),
  });
  const owner = await signedIn(port, store.write, { now: clock.time });
  for (const what of ['UPDATE ON owner_session', 'INSERT ON preview_link'])
    await sql
      .raw(
        `CREATE TRIGGER "${what}" BEFORE ${what} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`,
      )
      .execute(store.write);
  clock.time += 2 * 60_000;
  assert.equal((await owner.get('/people')).status, 200);
  const tried = async () => {
    const answer = await owner.post('/previews', { name: 'Fio Azul', days: 7 });
    return [codeOf(answer), answer.headers['retry-after']];
  };
  assert.deepEqual(await tried(), ['disk-full', undefined]);
  isFull = false;
  assert.deepEqual(await tried(), ['unavailable', '10']);
  isReady = true;
  assert.deepEqual(await tried(), ['internal', undefined]);
  assert.equal(log.splice(0).length, 3);
});
