import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import {
  callerOf,
  codeOf,
  cookieIn,
  jsonOf,
  newSession,
  signedIn,
  startOwnerApp,
} from '#test/fixtures/owner.ts';

testOnEach(
  'where no mail leaves, an invitation is handed over; a newer one ends it, until one was used (catches: both work)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const ana = await signedIn(port, store.write);
    const made = await ana.post('/owners', { name: 'Rui', language: 'pt' });
    const { id, link } = jsonOf<{ id: number; link: string }>(made);
    const again = jsonOf<{ link: string }>(await ana.post(`/owners/${id}/invite`));
    const stranger = callerOf(port, 0, 'x=y');
    const [, old = ''] = link.split('#');
    assert.equal(codeOf(await stranger.post('/session/link', { token: old })), 'invalid-fields');
    const [, token = ''] = again.link.split('#');
    const rui = callerOf(port, id, cookieIn(await stranger.post('/session/link', { token })));
    assert.equal((await rui.get('/sessions')).status, 200);
    assert.equal(codeOf(await ana.post(`/owners/${id}/invite`)), 'conflict');
    for (const wrong of [
      {},
      { name: ' ', language: 'pt' },
      { name: 'Eva', language: 'xx' },
      { name: 'Eva', language: 'en', email: 'eva' },
    ])
      assert.equal(codeOf(await ana.post('/owners', wrong)), 'invalid-fields');
  },
);

testOnEach(
  'of several invitations of one address at once one is made (catches: the others are answered 500)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const ana = await signedIn(port, store.write);
    const asked = ['Rui', 'Rita', 'Rosa'].map((name) =>
      ana.post('/owners', { name, email: 'R@example.com', language: 'pt' }),
    );
    const answers = await Promise.all(asked);
    const [made, ...refused] = answers.toSorted((one, other) => one.status - other.status);
    assert.equal(made?.status, 200);
    for (const one of refused) assert.match(one.body.toString(), /"field":"email","code":"taken"/);
  },
);

testOnEach(
  'of two owners who remove each other one stays (catches: both look before either is gone)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    for (let round = 0; round < 5; round++) {
      const [ana, eva] = [
        await signedIn(port, store.write),
        await signedIn(port, store.write, { name: 'Eva' }),
      ];
      await Promise.all([ana.post(`/owners/${eva.id}/remove`), eva.post(`/owners/${ana.id}/remove`)]);
      const left = await store.write.selectFrom('owner').select('id').execute();
      assert.equal(left.length, 1);
      await store.write.deleteFrom('owner').execute();
    }
  },
);

testOnEach(
  'many who remove one owner at once wait for each other (catches: PostgreSQL finds them waiting in a circle)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const ana = await signedIn(port, store.write);
    for (let n = 0; n < 90; n++) await newSession(store.write, { name: `${n}` });
    for (let round = 1; round <= 3; round++) {
      const remove = () => ana.post(`/owners/${ana.id + round}/remove`);
      const answers = await Promise.all(Array.from({ length: 16 }, remove));
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(15).fill(404)]);
    }
  },
);
