import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '#kysely';
import { callerOf, codeOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import { openTestStore } from '#test/fixtures/store.ts';

test('a store that takes nothing is still shown, and what is done says why (catches: after a minute each page fails; nobody knows what is wrong)', async (t) => {
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

test('while the store takes nothing, anyone who asks for a link learns that alone (catches: who is an owner, too)', async (t) => {
  const store = await openTestStore(t);
  let isReady = false;
  const readiness = async () => (isReady ? ('stored' as const) : { why: 'away' });
  const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'us@example.com' };
  const { port } = await startOwnerApp(
    t,
    { ...store, database: { ...store.database, readiness } },
    { env, canStore: async () => isReady },
  );
  await signedIn(port, store.write, { email: 'ana@example.com' });
  await sql
    .raw(`CREATE TRIGGER full BEFORE INSERT ON owner_link BEGIN SELECT RAISE(ABORT, 'full'); END`)
    .execute(store.write);
  const stranger = callerOf(port, 0, 'x=y');
  for (const email of ['ana@example.com', 'eve@example.com'])
    assert.equal(codeOf(await stranger.post('/session/mail', { email })), 'unavailable', email);
  isReady = true;
  assert.equal((await stranger.post('/session/mail', { email: 'eve@example.com' })).status, 200);
});
