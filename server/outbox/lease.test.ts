import assert from 'node:assert/strict';
import { MINUTE } from '#contract/time.ts';
import type { KyselyPlugin } from '#kysely';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { holdLease } from './lease.ts';
import { readLeaseTime } from './lease-time.ts';

/** Calls `then` once, after the first query. */
function afterFirstAnswer(then: () => Promise<unknown>): KyselyPlugin {
  let isFirst = true;
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (isFirst) {
        isFirst = false;
        await then();
      }
      return result;
    },
  };
}

testOnEach(
  'a lease that is renewed while another process asks for it stays (catches, on PostgreSQL: it seems older than the machine)',
  async (_t, open) => {
    const [{ database: first }, { database: second }] = [await open(), await open()];
    const renew = () => holdLease(first, 'a lease', 'first', MINUTE);
    assert.ok(await renew());
    const later = afterFirstAnswer(async () => {
      const asked = await readLeaseTime(first);
      while ((await readLeaseTime(first)) <= asked);
      assert.ok(await renew());
    });
    const asking = { kind: second.kind, write: second.write.withPlugin(later) };
    assert.equal(await holdLease(asking, 'a lease', 'second', MINUTE), false);
    assert.ok(await renew());
  },
);
