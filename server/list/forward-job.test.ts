import assert from 'node:assert/strict';
import { KINDS } from '#server/kinds/kinds.ts';
import type { SubscriptionTable } from '#server/store/schema.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { createLog } from '#server/base/log.ts';
import { createQueue } from '#server/outbox/queue.ts';
import { createWorker } from '#server/outbox/worker.ts';
import type { ForwardedSubmission } from '#server/deliver/forward/forward.ts';
import { createForwardJob } from './forward-job.ts';

const NOW = 1_795_000_000_000;
const STATES: SubscriptionTable['state'][] = ['pending', 'confirmed', 'unsubscribed', 'suppressed'];

testOnEach(
  'a person who has left, or said "that was not me", is not passed on (catches: only a gone row is skipped)',
  async (_t, open) => {
    const { database, write } = await open();
    for (const state of STATES) {
      const key = `${state}@example.com`;
      const { id } = await write
        .insertInto('subscription')
        .values({ key, address: key, language: 'en', state, created_at: NOW })
        .returning('id')
        .executeTakeFirstOrThrow();
      await write
        .insertInto('outbox')
        .values({ kind: 'forward', subject_id: id, due_at: NOW, created_at: NOW })
        .execute();
    }
    await write
      .insertInto('outbox')
      .values({ kind: 'forward', subject_id: 999, due_at: NOW, created_at: NOW })
      .execute();
    const passed: ForwardedSubmission[] = [];
    const forwarder = {
      send: (submission: ForwardedSubmission) => {
        passed.push(submission);
        return Promise.resolve({ outcome: 'sent' as const, reply: '200' });
      },
      verify: () => Promise.resolve({ ok: true as const }),
    };
    const worker = createWorker({
      queue: createQueue(
        database,
        KINDS,
        () => NOW,
        () => 0.5,
      ),
      handlers: () => ({ forward: createForwardJob(write, forwarder) }),
      atOnce: 10,
      log: createLog(
        (line) => assert.fail(line),
        () => new Date(0),
      ),
    });
    await worker.runOnce();
    assert.deepEqual(passed.map(({ address }) => address).sort(), [
      'confirmed@example.com',
      'pending@example.com',
    ]);
    const rows = await write.selectFrom('outbox').select('state').orderBy('id').execute();
    assert.deepEqual(
      rows.map(({ state }) => state),
      ['sent', 'sent', 'skipped', 'skipped', 'skipped'],
    );
  },
);
