import assert from 'node:assert/strict';
import { DAY } from '#contract/time.ts';
import { catchUp } from '#server/list/catch-up.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { callerOf, codeOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import { makeServerLink } from './links.ts';
import { forgetSignIns } from './retain.ts';

testOnEach(
  'a backup that is restored lets nobody in again: no session, no link (catches: both live on)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const owner = await signedIn(port, store.write);
    const { token } = await makeServerLink(store.write, { owner: owner.id, now: Date.now() });
    await catchUp(store.write, null, Date.now());
    assert.equal(codeOf(await owner.get('/sessions')), 'signed-out');
    assert.equal((await callerOf(port, 0, 'x=y').post('/session/link', { token })).status, 422);
  },
);

testOnEach(
  'an expired session or link is forgotten, the audit log after a year (catches: it grows without end)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const owner = await signedIn(port, store.write);
    await makeServerLink(store.write, { owner: owner.id, now: Date.now() });
    await owner.post('/owners', { name: 'Rui', language: 'pt' }, { 'idempotency-key': 'made-once' });
    const rows = async () => {
      const counts: number[] = [];
      for (const table of ['owner_session', 'owner_link', 'idempotency', 'audit_event', 'owner'] as const)
        counts.push((await store.write.selectFrom(table).selectAll().execute()).length);
      return counts;
    };
    await forgetSignIns(store.write, Date.now());
    assert.deepEqual(await rows(), [1, 2, 1, 1, 2]);
    await forgetSignIns(store.write, Date.now() + 31 * DAY);
    assert.deepEqual(await rows(), [0, 0, 0, 1, 2]);
    await forgetSignIns(store.write, Date.now() + 366 * DAY);
    assert.deepEqual(await rows(), [0, 0, 0, 0, 2]);
  },
);
