import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { codeOf, jsonOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';

const KEY = { 'idempotency-key': 'made-with-the-dialog' };
const RUI = { name: 'Rui', language: 'pt' };

testOnEach(
  'a post sent again under its key is done once and gets the first answer (D11)',
  async (t, open) => {
    const store = await open();
    const clock = { time: Date.now() };
    const { port } = await startOwnerApp(t, store, { now: () => clock.time });
    const ana = await signedIn(port, store.write, { now: clock.time });
    const eva = await signedIn(port, store.write, { name: 'Eva', now: clock.time });
    // Concurrently, as from a page that is back online: the others are asked to retry.
    const burst = await Promise.all(Array.from({ length: 8 }, () => ana.post('/owners', RUI, KEY)));
    const done = burst.filter(({ status }) => status === 200);
    for (const one of burst.filter(({ status }) => status !== 200)) assert.equal(codeOf(one), 'under-way');
    const again = await ana.post('/owners', RUI, KEY);
    assert.equal(new Set([...done, again].map(({ body }) => body.toString())).size, 1);
    const [kept] = await store.write.selectFrom('idempotency').select('answer').execute();
    const { link } = jsonOf<{ link: string }>(again);
    assert.ok(kept?.answer && !kept.answer.includes(link.slice(-43)), 'a link that lets in, in the store');
    const count = async () => (await store.write.selectFrom('owner').select('id').execute()).length;
    assert.equal(await count(), 3);

    assert.equal(codeOf(await ana.post('/owners', { ...RUI, name: 'Rita' }, KEY)), 'conflict');
    assert.equal(codeOf(await ana.post('/sessions/end-others', {}, KEY)), 'conflict');
    assert.notEqual(
      jsonOf<{ id: number }>(await eva.post('/owners', RUI, KEY)).id,
      jsonOf<{ id: number }>(again).id,
    );
    assert.equal(codeOf(await ana.post('/owners', RUI, { 'idempotency-key': 'a b' })), 'malformed');
    // A refused request can be retried under the same key.
    const other = { 'idempotency-key': 'another-dialog' };
    assert.equal(codeOf(await ana.post('/owners', {}, other)), 'invalid-fields');
    assert.equal((await ana.post('/owners', RUI, other)).status, 200);
  },
);
