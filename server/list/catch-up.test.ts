import assert from 'node:assert/strict';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { receiptsOf, rowOf, subscription } from '#test/fixtures/subscription.ts';
import { enqueuePart } from '#server/launch/recipients.ts';
import { launchOf, open as openLaunch, order, readyToLaunch } from '#test/fixtures/launch.ts';
import { catchUp, leaveAgain, type Left, mergedFacts, readSince } from './catch-up.ts';

const CAME = Date.UTC(2026, 6, 1);
const LEFT = CAME + 60_000;

const left = (name: string, rest: Partial<Left> = {}): Left => ({
  key: `${name}@example.com`,
  state: 'unsubscribed',
  at: LEFT,
  ...rest,
});

testOnEach(
  'a long list of unsubscribed people is gone through whole (catches: only its beginning)',
  async (_t, open) => {
    const store = await open({ now: () => CAME });
    await store.add(subscription('ana'));
    const list = [...Array.from({ length: 1100 }, (_, n) => left(String(n))), left('ana')];
    assert.equal(await leaveAgain(store.write, list), 1);
    assert.equal((await rowOf(store, 'ana')).state, 'unsubscribed');
    assert.equal(await leaveAgain(store.write, list), 0);
    assert.equal((await receiptsOf(store)).length, 2);
  },
);

testOnEach(
  'a person who came, or came back, after a leaving does not leave by it (catches: neither is asked for)',
  async (_t, open) => {
    let time = CAME;
    const store = await open({ now: () => time });
    await store.add(subscription('ana'));
    time = LEFT + 1;
    await store.add(subscription('ana', { consent: 'v2' }));
    await store.add(subscription('eva', { suspect: 'token' }));
    assert.equal(await leaveAgain(store.write, [left('ana'), left('eva')]), 0);
    assert.deepEqual(
      [(await rowOf(store, 'ana')).state, (await rowOf(store, 'eva')).state],
      ['pending', 'pending'],
    );
  },
);

testOnEach(
  'a person who is suppressed stays so, whatever else is known (catches: the newer wins)',
  async (_t, open) => {
    const store = await open({ now: () => CAME });
    await store.add(subscription('ana'));
    assert.equal(await leaveAgain(store.write, [left('ana', { state: 'suppressed' })]), 1);
    assert.equal(await leaveAgain(store.write, [left('ana', { at: LEFT + 1 })]), 0);
    assert.equal((await rowOf(store, 'ana')).state, 'suppressed');
  },
);

testOnEach(
  'a person who was emailed after the backup is not emailed again (catches: not read; those not queued yet are; so is another launch; one list hides another)',
  async (_t, open) => {
    const store = await open();
    const { write, database } = store;
    await readyToLaunch(store, 6);
    await openLaunch(write, 'launch', order());
    await enqueuePart(database, await launchOf(store));
    const people = await write.selectFrom('subscription').select('id').orderBy('id').execute();
    const states = ['sent', 'failed', 'started', 'sent', 'queued', 'retry'] as const;
    const rows = () => write.selectFrom('announcement_recipient').orderBy('subscription_id');
    for (const [n, state] of states.entries())
      await write
        .updateTable('announcement_recipient')
        .set({
          state,
          started_at: state === 'queued' ? null : CAME,
          // It may have arrived.
          unknown_since: state === 'retry' ? CAME : null,
        })
        .where('subscription_id', '=', people[n]?.id ?? 0)
        .execute();
    const one = await readSince(write);
    const other = one.filter(({ name }) => name.startsWith('told '));
    const since = mergedFacts([one, other.map((part) => ({ ...part, is: 'person@example.com' }))]);
    /** The backup: all are queued, but for one who is not yet. */
    const backUp = async () => {
      await write
        .updateTable('announcement_recipient')
        .set({ state: 'queued', started_at: null, unknown_since: null })
        .execute();
      await write
        .deleteFrom('announcement_recipient')
        .where('subscription_id', '=', people[3]?.id ?? 0)
        .execute();
    };
    await backUp();
    assert.equal((await catchUp(write, since, LEFT)).told, 5);
    const ended = (await rows().select('state').execute()).map(({ state }) => state);
    assert.deepEqual(ended, ['sent', 'failed', 'unknown', 'sent', 'queued', 'unknown']);
    assert.equal((await catchUp(write, since, LEFT)).told, 0);
    await backUp();
    await write.updateTable('announcement').set({ armed_at: CAME }).execute();
    assert.equal((await catchUp(write, since, LEFT)).told, 0);
  },
);
