import assert from 'node:assert/strict';
import fc from 'fast-check';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { subscription } from '#test/fixtures/subscription.ts';
import { subscriptionRow } from './subscribe.ts';

const START = 1_795_000_000_000;
const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'] as const;

/** What the form, or a bot, can post again for the same person. */
const submission = fc.record({
  letter: fc.constantFrom(...LETTERS),
  language: fc.constantFrom('en' as const, 'pt' as const),
  consent: fc.constantFrom('v1', 'v2', null),
  suspect: fc.constantFrom(null, null, null, 'token'),
  about: fc.constantFrom({}, {}, { interest: 'ads' as const }),
});

/** Everything stored for people with this name prefix, without what makes each row unique. */
async function storedFor({ write }: TestStore, begin: string) {
  const people = await write
    .selectFrom('subscription')
    .selectAll()
    .where('key', 'like', `${begin}%`)
    .orderBy('key')
    .execute();
  return Promise.all(
    people.map(async ({ id, key, address, ...person }) => {
      assert.equal(key, address);
      const receipts = await write
        .selectFrom('consent_receipt')
        .select(['event', 'version', 'language', 'page', 'at'])
        .where('subscription_id', '=', id)
        .orderBy('id')
        .execute();
      const interests = await write
        .selectFrom('interest')
        .select(['product', 'at'])
        .where('subscription_id', '=', id)
        .execute();
      const outbox = await write
        .selectFrom('outbox')
        .select(['kind', 'due_at'])
        .where('subject_id', '=', id)
        .orderBy('id')
        .execute();
      return { letter: key.slice(begin.length), person, receipts, interests, outbox };
    }),
  );
}

testOnEach(
  'people in one batch get what each would get alone (catches: what follows goes to the neighbour)',
  async (_t, open) => {
    const store = await open();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(submission, { minLength: 1, maxLength: 60 }), async (all) => {
        run++;
        const rowsOf = (begin: string) =>
          all.map(({ letter, about, ...rest }, i) =>
            subscriptionRow(
              subscription(begin + letter, { ...rest, ...about }),
              { doubleOptIn: true, forward: true },
              START + i,
            ),
          );
        const together = rowsOf(`together${run}-`).map((row) => store.database.add(row));
        assert.deepEqual(new Set(await Promise.all(together)), new Set(['stored']));
        for (const row of rowsOf(`alone${run}-`)) assert.equal(await store.database.add(row), 'stored');
        assert.deepEqual(await storedFor(store, `together${run}-`), await storedFor(store, `alone${run}-`));
      }),
      { numRuns: 30 },
    );
  },
);
