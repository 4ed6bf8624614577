import assert from 'node:assert/strict';
import type { SessionInfo } from '#contract/owner/session.ts';
import { makeServerLink } from '#server/owners/links.ts';
import { createAuthenticator } from '#test/fixtures/authenticator.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { callerOf, codeOf, cookieIn, jsonOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';

const NOBODY = 'x=y';
type Asked = { challenge: string };

testOnEach(
  'the first link makes the owner and signs in once; then no set-up link works (S12)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store, { env: { OWNER_EMAIL: 'ana@example.com' } });
    const stranger = callerOf(port, 0, NOBODY);
    const nobody = jsonOf<SessionInfo>(await stranger.get('/session'));
    assert.deepEqual([nobody.signedIn, nobody.mail], [false, false]);
    const now = Date.now();
    const { token } = await makeServerLink(store.write, { owner: null, now });
    const second = await makeServerLink(store.write, { owner: null, now });
    const looked = jsonOf<{ kind: string }>(await stranger.post('/session/link/look', { token }));
    assert.equal(looked.kind, 'setup');
    const nameless = await stranger.post('/session/link', { token });
    assert.match(nameless.body.toString(), /"field":"name","code":"missing"/);
    const wrong = await stranger.post('/session/link', { token, name: 'Ana', email: 'ana@' });
    assert.match(wrong.body.toString(), /"field":"email","code":"invalid"/);
    const came = await stranger.post('/session/link', { token, name: 'Ana', language: 'pt' });
    assert.match(
      came.headers['set-cookie']?.[0] ?? '',
      /^owner=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
    const ana = callerOf(port, 0, cookieIn(came));
    const info = jsonOf<SessionInfo>(await ana.get('/session'));
    assert.ok(info.signedIn);
    assert.deepEqual(
      [info.owner.name, info.owner.language, info.owner.email],
      ['Ana', 'pt', 'ana@example.com'],
    );
    assert.ok(info.provenUntil !== null && info.provenUntil > now);
    for (const used of [token, second.token]) {
      const again = await stranger.post('/session/link', { token: used, name: 'Eva' });
      assert.match(again.body.toString(), /"field":"token","code":"expired"/);
    }
    assert.equal((await ana.post('/session/end')).status, 200);
    assert.equal(codeOf(await ana.get('/sessions')), 'signed-out');
  },
);

testOnEach(
  'the first owner may give an address of their own (catches: that of the server wins)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store, { env: { OWNER_EMAIL: 'server@example.com' } });
    const stranger = callerOf(port, 0, NOBODY);
    const { token } = await makeServerLink(store.write, { owner: null, now: Date.now() });
    const came = await stranger.post('/session/link', { token, name: 'Ana', email: ' Ana@Example.com ' });
    const info = jsonOf<SessionInfo>(await callerOf(port, 0, cookieIn(came)).get('/session'));
    assert.ok(info.signedIn);
    assert.equal(info.owner.email, 'ana@example.com');
  },
);

testOnEach(
  'six set-up links used at once, on two servers, make one owner (catches: each looks before another is there)',
  async (t, open) => {
    const store = await open();
    const servers = [await startOwnerApp(t, store)];
    if (store.kind === 'postgres') servers.push(await startOwnerApp(t, await open()));
    for (let round = 0; round < 4; round++) {
      const now = Date.now();
      const links = await Promise.all(
        Array.from({ length: 6 }, () => makeServerLink(store.write, { owner: null, now })),
      );
      const came = await Promise.all(
        links.map(({ token }, place) => {
          const { port } = servers[place % servers.length] ?? assert.fail();
          return callerOf(port, 0, NOBODY).post('/session/link', { token, name: `Owner ${place}` });
        }),
      );
      const [entered, ...refused] = came.toSorted((one, other) => one.status - other.status);
      assert.equal(entered?.status, 200);
      for (const { body } of refused) assert.match(body.toString(), /"field":"token","code":"expired"/);
      const owners = await store.write.deleteFrom('owner').returning('id').execute();
      assert.equal(owners.length, 1);
    }
  },
);

testOnEach('a session ends when idle and after twelve hours; polls keep none alive', async (t, open) => {
  const store = await open();
  const clock = { time: Date.now() };
  const { port } = await startOwnerApp(t, store, { now: () => clock.time });
  const owner = await signedIn(port, store.write, { now: clock.time });
  const minutes = async (n: number, headers = {}) => {
    clock.time += n * 60_000;
    return owner.get('/sessions', headers);
  };
  for (let n = 0; n < 3; n++) assert.equal((await minutes(29)).status, 200);
  assert.equal((await minutes(20, { 'x-background': '1' })).status, 200);
  assert.equal(codeOf(await minutes(10)), 'signed-out');
  assert.deepEqual(jsonOf<SessionInfo>(await owner.get('/session')), {
    signedIn: false,
    address: 'http://localhost:3000',
    mail: false,
    ended: 'idle',
  });
  const busy = await signedIn(port, store.write, { now: clock.time, name: 'Eva' });
  for (let n = 0; n < 25; n++) {
    clock.time += 28 * 60_000;
    assert.equal((await busy.get('/sessions')).status, 200, String(n));
  }
  clock.time += 20 * 60_000;
  assert.equal(codeOf(await busy.get('/sessions')), 'signed-out');
});

testOnEach('a new sign-in takes no cookie over, and ends the session it came with', async (t, open) => {
  const store = await open();
  const { port } = await startOwnerApp(t, store);
  const before = await signedIn(port, store.write);
  const other = await signedIn(port, store.write, { name: 'Eva' });
  const { token } = await makeServerLink(store.write, { owner: other.id, now: Date.now() });
  const came = await before.post('/session/link', { token });
  const cookie = cookieIn(came);
  assert.notEqual(cookie, before.cookie);
  assert.equal(codeOf(await before.get('/sessions')), 'signed-out');
  const eva = callerOf(port, other.id, cookie);
  assert.equal(jsonOf<{ rows: unknown[] }>(await eva.get('/sessions')).rows.length, 2);
  await eva.post('/sessions/end-others');
  assert.equal(codeOf(await other.get('/sessions')), 'signed-out');
});

testOnEach(
  'a session or link made while the clock was ahead lets nobody in once it is right (catches: for as long as it was ahead)',
  async (t, open) => {
    const store = await open();
    const clock = { time: Date.now() };
    const { port } = await startOwnerApp(t, store, { now: () => clock.time });
    clock.time += 30 * 24 * 60 * 60_000;
    const owner = await signedIn(port, store.write, { now: clock.time });
    const { token } = await makeServerLink(store.write, { owner: owner.id, now: clock.time });
    const device = createAuthenticator('http://localhost:3000');
    const added = jsonOf<Asked>(await owner.post('/passkeys/options'));
    await owner.post('/passkeys', { name: 'Phone', response: device.create(added) });
    const stranger = callerOf(port, 0, NOBODY);
    const asked = jsonOf<Asked>(await stranger.post('/session/passkey/options'));
    clock.time = Date.now();
    assert.equal(codeOf(await owner.get('/sessions')), 'signed-out');
    const followed = await stranger.post('/session/link', { token });
    assert.match(followed.body.toString(), /"field":"token","code":"expired"/);
    const early = await stranger.post('/session/passkey', { response: device.get(asked) });
    assert.match(early.body.toString(), /"field":"passkey","code":"unknown"/);
    const now = jsonOf<Asked>(await stranger.post('/session/passkey/options'));
    assert.equal((await stranger.post('/session/passkey', { response: device.get(now) })).status, 200);
  },
);
