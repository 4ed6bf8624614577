import assert from 'node:assert/strict';
import { testOnEach } from '#server/each-database.ts';
import { createConfirmBrake } from '#server/subscribe/confirm-mail.ts';
import { outboxOf, subscription } from '#server/subscribe/fixture.ts';
import { createQueue } from './queue.ts';

const NOW = Date.UTC(2026, 6, 1);
/** More than the brake lets pass. */
const SENT = 400;

testOnEach(
  'a confirmation that was claimed and given back has passed the brake (fault: it is held, also one that the owner let go)',
  async (_t, open) => {
    const store = await open({ now: () => NOW });
    await store.add(subscription('ana'));
    const queue = createQueue(
      store.database,
      () => NOW,
      () => 0,
    );
    const [job] = await queue.claim(['confirm'], 1);
    assert.ok(job);
    await queue.release(job);
    const times = { due_at: NOW, created_at: NOW, started_at: NOW - 2, finished_at: NOW - 1 };
    await store.query
      .insertInto('outbox')
      .values(
        Array.from({ length: SENT }, (_, i) => ({
          kind: 'confirm' as const,
          subject: 1_000 + i,
          state: 'sent' as const,
          ...times,
        })),
      )
      .execute();
    await Promise.all(Array.from({ length: SENT }, (_, i) => store.add(subscription(`p${i}`))));
    await createConfirmBrake(store.query, () => NOW)(4);
    const states = (await outboxOf(store)).map(({ state }) => state).filter((state) => state !== 'sent');
    assert.deepEqual(states, ['retry', ...Array.from({ length: SENT }, () => 'held')]);
  },
);
