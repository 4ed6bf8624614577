import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { SessionInfo } from '#contract/owner/session.ts';
import { HOUR } from '#contract/time.ts';
import { createAuthenticator } from '#test/fixtures/authenticator.ts';
import { testOnEach, type OpenStore } from '#test/fixtures/each-database.ts';
import {
  callerOf,
  codeOf,
  cookieIn,
  jsonOf,
  signedIn,
  startOwnerApp,
  type OwnerCaller,
} from '#test/fixtures/owner.ts';
import { ask } from '#test/fixtures/requests.ts';

const ORIGIN = 'http://localhost:3000';
type Asked = { challenge: string };
type Told = { mail: string; to: string; values: { endUrl: string } };

/** Adds a passkey of this device as a browser does. */
async function add(owner: OwnerCaller, device: ReturnType<typeof createAuthenticator>) {
  const asked = jsonOf<Asked>(await owner.post('/passkeys/options'));
  return owner.post('/passkeys', { name: 'Phone', response: device.create(asked) });
}

testOnEach(
  'a passkey added by a reader of the mailbox proves nothing for 72 hours, and any owner ends it (catches: it takes the backup; it proves by a new sign-in; the link ends one that proves; opening the link does)',
  async (t, open) => {
    const store = await open();
    const clock = { time: Date.now() };
    const now = () => clock.time;
    const { port } = await startOwnerApp(t, store, { now, env: { OWNER_EMAIL: 'office@example.com' } });
    const stranger = callerOf(port, 0, 'x=y');
    const eva = await signedIn(port, store.write, { name: 'Eva', email: 'eva@example.com', now: now() });
    const thief = await signedIn(port, store.write, {
      begun: 'mailed',
      email: 'ana@example.com',
      now: now(),
    });
    const other = await signedIn(port, store.write, { name: 'Rui', begun: 'mailed', now: now() });
    const device = createAuthenticator(ORIGIN);
    assert.equal((await add(thief, device)).status, 200);
    const info = async (one: OwnerCaller) =>
      jsonOf<Extract<SessionInfo, { signedIn: true }>>(await one.get('/session'));
    assert.equal((await info(thief)).proofBy, 'server-link');
    const use = async (one: OwnerCaller) =>
      one.post('/session/passkey', { response: device.get(await optionsFor(one)) });
    assert.match((await use(thief)).body.toString(), /"passkey","code":"proves-later"/);
    const anew = callerOf(port, thief.id, cookieIn(await use(stranger)));
    const second = createAuthenticator(ORIGIN);
    assert.equal((await add(anew, second)).status, 200, 'what proves nothing asks nothing of who has it');
    const taken = { passphrase: 'correct horse battery' };
    for (const one of [thief, anew]) {
      assert.equal(codeOf(await one.post('/backup', taken)), 'needs-passkey');
      assert.equal(codeOf(await one.post('/owners', { name: 'Me', language: 'en' })), 'needs-passkey');
      assert.equal((await info(one)).signedIn, true);
    }
    const mails = await store.write.selectFrom('outbox').select('payload').orderBy('id').execute();
    const told = mails.map(({ payload }) => JSON.parse(payload ?? '') as Told);
    const all = ['office@example.com', 'eva@example.com', 'ana@example.com'];
    assert.deepEqual(
      told.map(({ mail, to }) => `${mail} ${to}`).toSorted(),
      [...all, ...all].map((to) => `alarm-passkey ${to}`).toSorted(),
    );
    const [url = ''] = told.filter(({ to }) => to === 'eva@example.com').map(({ values }) => values.endUrl);
    const page = await ask(port, new URL(url).pathname);
    assert.equal(page.status, 200);
    const token = new URL(url).hash.slice(1);
    const end = (one = token) => stranger.post('/passkeys/not-mine', { token: one });
    assert.equal((await end(`${token}x`)).status, 422);
    assert.equal((await info(thief)).passkeys, 2, 'opening it ends nothing');
    jsonOf(await end());
    assert.equal((await end()).status, 422);
    for (const one of [thief, anew]) assert.equal(codeOf(await one.get('/sessions')), 'signed-out');
    for (const one of [eva, other]) assert.equal((await one.get('/sessions')).status, 200);
    clock.time += 72 * HOUR;
    const late = new URL(told.at(-1)?.values.endUrl ?? '').hash.slice(1);
    assert.equal((await end(late)).status, 422, 'nobody takes away a passkey that proves');
    const proven = await stranger.post('/session/passkey', {
      response: second.get(await optionsFor(stranger)),
    });
    const later = callerOf(port, thief.id, cookieIn(proven));
    assert.equal((await later.post('/owners', { name: 'Me', language: 'en' })).status, 200);
  },
);

for (const begun of ['proven', 'vouched'] as const)
  testOnEach(
    `the first passkey of a session that is ${begun} proves at once, and nobody is emailed`,
    async (t, open) => {
      const store = await open();
      const clock = { time: Date.now() };
      const { port } = await startOwnerApp(t, store, { now: () => clock.time });
      const owner = await signedIn(port, store.write, { begun, email: 'ana@example.com', now: clock.time });
      clock.time += 20 * 60_000;
      const device = createAuthenticator(ORIGIN);
      assert.equal((await add(owner, device)).status, 200);
      const proof = await owner.post('/session/passkey', { response: device.get(await optionsFor(owner)) });
      const proven = callerOf(port, owner.id, cookieIn(proof));
      assert.equal((await proven.post('/owners', { name: 'Eva', language: 'en' })).status, 200);
      assert.deepEqual(await store.write.selectFrom('outbox').selectAll().execute(), []);
    },
  );

/** An owner with a passkey, and a stranger. */
async function setUp(t: TestContext, open: OpenStore) {
  const store = await open();
  const clock = { time: Date.now() };
  const { port } = await startOwnerApp(t, store, { now: () => clock.time });
  const owner = await signedIn(port, store.write, { now: clock.time });
  const device = createAuthenticator(ORIGIN);
  const asked = jsonOf<Asked>(await owner.post('/passkeys/options'));
  const added = await owner.post('/passkeys', { name: 'Phone', response: device.create(asked) });
  assert.equal(added.status, 200, added.body.toString());
  return { store, clock, port, owner, device, stranger: callerOf(port, 0, 'x=y') };
}

const optionsFor = async (caller: OwnerCaller) =>
  jsonOf<Asked>(await caller.post('/session/passkey/options'));

testOnEach('a passkey signs in, and proves who is signed in already under a new cookie', async (t, open) => {
  const { clock, port, owner, device, stranger } = await setUp(t, open);
  const answer = await stranger.post('/session/passkey', {
    response: device.get(await optionsFor(stranger)),
  });
  const caller = callerOf(port, owner.id, cookieIn(answer));
  assert.ok(jsonOf<SessionInfo>(await caller.get('/session')).signedIn);
  clock.time += 11 * 60_000;
  assert.equal(codeOf(await caller.post('/passkeys/1/remove')), 'needs-passkey');
  // A counter that stalls or goes back belongs to a passkey on several devices.
  const proof = await caller.post('/session/passkey', {
    response: device.get(await optionsFor(caller), { counter: 0 }),
  });
  const proven = callerOf(port, owner.id, cookieIn(proof));
  assert.notEqual(proven.cookie, caller.cookie);
  assert.equal((await caller.get('/passkeys')).status, 200, 'a poll under way still reads');
  assert.equal(codeOf(await caller.post('/passkeys/1/rename', { name: 'x' })), 'signed-out');
  clock.time += 10_001;
  assert.equal(codeOf(await caller.get('/passkeys')), 'signed-out');
  const [row] = jsonOf<{ rows: { name: string; usedAt: number }[] }>(await proven.get('/passkeys')).rows;
  assert.deepEqual([row?.name, row?.usedAt], ['Phone', clock.time - 10_001]);
  assert.equal((await proven.post('/passkeys/1/remove')).status, 200);
});

testOnEach('a used, old, foreign, unverified or other challenge lets nobody in (S11)', async (t, open) => {
  const { clock, owner, device, stranger } = await setUp(t, open);
  const asked = await optionsFor(stranger);
  const response = device.get(asked);
  assert.equal((await stranger.post('/session/passkey', { response })).status, 200);
  const refused = async (what: string, given: unknown) => {
    const answer = await stranger.post('/session/passkey', { response: given });
    assert.equal(answer.status, 422, what);
    assert.match(answer.body.toString(), /"field":"passkey","code":"unknown"/, what);
  };
  await refused('used', response);
  const old = await optionsFor(stranger);
  clock.time += 5 * 60_000;
  await refused('old', device.get(old));
  const fresh = await optionsFor(stranger);
  await refused('foreign page', device.get(fresh, { origin: 'https://evil.example' }));
  await refused('foreign site', device.get(fresh, { rpId: 'evil.example' }));
  await refused('nobody looked who touched it', device.get(fresh, { verified: false }));
  await refused('made for adding', device.get(jsonOf<Asked>(await owner.post('/passkeys/options'))));
  await refused('another device', createAuthenticator(ORIGIN).get(fresh));
  await refused('changed', {
    ...device.get(fresh),
    response: { ...device.get(fresh).response, signature: 'AAAA' },
  });
  for (const junk of [null, 7, 'x', [], {}, { id: device.get(fresh).id }, { id: 'x'.repeat(9_999) }])
    await refused(JSON.stringify(junk).slice(0, 20), junk);
});

testOnEach(
  'a session that was left open cannot make itself a key (catches: any session adds passkeys)',
  async (t, open) => {
    const { clock, owner, port, store } = await setUp(t, open);
    clock.time += 11 * 60_000;
    assert.equal(codeOf(await owner.post('/passkeys/options')), 'needs-passkey');
    const other = await signedIn(port, store.write, { name: 'Eva', now: clock.time });
    assert.equal(codeOf(await other.post('/passkeys/1/rename', { name: 'mine' })), 'not-found');
    assert.equal(codeOf(await other.post('/passkeys/1/remove')), 'not-found');
    const mine = createAuthenticator(ORIGIN);
    const asked = jsonOf<Asked>(await other.post('/passkeys/options'));
    assert.equal((await other.post('/passkeys', { name: ' ', response: mine.create(asked) })).status, 422);
    // A challenge requested by one owner registers no passkey for another.
    const taken = await owner.post('/session/passkey', { response: mine.create(asked) });
    assert.equal(taken.status, 422);
  },
);

testOnEach(
  'whatever a device says of how it is reached, its passkey is added (catches: other than a list is an error)',
  async (t, open) => {
    const { owner } = await setUp(t, open);
    for (const transports of [{ length: 1 }, 7, 'usb', [null, 'usb', { a: 1 }]]) {
      const { response, ...rest } = createAuthenticator(ORIGIN).create(
        jsonOf<Asked>(await owner.post('/passkeys/options')),
      );
      const added = await owner.post('/passkeys', {
        name: 'Key',
        response: { ...rest, response: { ...response, transports } },
      });
      assert.equal(added.status, 200, JSON.stringify(transports));
    }
    const { excludeCredentials } = jsonOf<{ excludeCredentials: { transports: string[] }[] }>(
      await owner.post('/passkeys/options'),
    );
    assert.deepEqual(
      excludeCredentials.map(({ transports }) => transports),
      [['internal'], [], [], [], ['usb']],
    );
  },
);
