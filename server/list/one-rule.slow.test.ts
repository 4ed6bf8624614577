import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { BookId } from '#contract/books.ts';
import { BOOK_IDS } from '#test/fixtures/books.ts';
import { HOUR } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { subscription } from '#test/fixtures/subscription.ts';
import { becomeConfirmed, confirm } from './confirm.ts';
import { leave } from './leave.ts';
import { WITHDRAWN_AT } from './receipts.ts';
import { subscriptionRow } from './subscribe.ts';

// The fast path has its own statements for what the verbs do one by one. Both must produce the same rows.

const START = Date.UTC(2026, 6, 1);

type Step =
  | {
      do: 'post' | 'post under double opt-in';
      interest: BookId | undefined;
      consent: string | null;
      language: 'en' | 'pt';
    }
  | { do: 'post as a robot'; consent: string }
  | { do: 'confirm' | 'leave' }
  | { do: 'wait'; hours: number };

const STEP: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      // The owner may have turned double opt-in off after some sign-ups.
      do: fc.constantFrom('post' as const, 'post' as const, 'post under double opt-in' as const),
      interest: fc.constantFrom(undefined, ...BOOK_IDS),
      consent: fc.constantFrom('v1', 'v2', null),
      language: fc.constantFrom('en' as const, 'pt' as const),
    }),
  },
  fc.record({ do: fc.constant('post as a robot' as const), consent: fc.constantFrom('v1', 'v2') }),
  fc.record({ do: fc.constantFrom('confirm' as const, 'leave' as const) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 23, 25, 24 * 31) }),
);

/** Everything stored about a person, except confirmation mails: only one of the two paths has them. */
async function kept({ write }: TestStore, name: string) {
  const person = await write
    .selectFrom('subscription')
    .selectAll()
    .where('key', '=', `${name}@example.com`)
    .executeTakeFirst();
  if (!person) return null;
  const { id, key: _key, address: _address, ...row } = person;
  const receipts = write
    .selectFrom('consent_receipt')
    .select(['event', 'version', 'language', 'page', 'at'])
    .where('subscription_id', '=', id)
    .orderBy('id');
  const interests = write
    .selectFrom('interest')
    .select(['product', 'at'])
    .where('subscription_id', '=', id)
    .orderBy('product');
  const jobs = write
    .selectFrom('outbox')
    .select(['kind', 'payload', 'state', 'due_at', 'created_at', 'reply'])
    .where('subject_id', '=', id)
    .where('kind', 'in', ['book', 'forward'])
    .orderBy('created_at')
    .orderBy('kind')
    .orderBy('payload');
  return {
    row,
    receipts: await receipts.execute(),
    interests: await interests.execute(),
    jobs: await jobs.execute(),
  };
}

testOnEach(
  'a person confirmed by a post without double opt-in has the rows of one confirmed by the verb (catches: other rows; who had left)',
  async (_t, open) => {
    let now = START;
    const store = await open({ now: () => now });
    const { write, database } = store;

    async function idOf(name: string): Promise<number | undefined> {
      const row = write.selectFrom('subscription').select('id').where('key', '=', `${name}@example.com`);
      return (await row.executeTakeFirst())?.id;
    }

    /** What a post does without double opt-in, except for suspects and people who had left. */
    async function confirmByVerb(name: string): Promise<void> {
      const waiting = await write
        .selectFrom('subscription')
        .select('id')
        .where('key', '=', `${name}@example.com`)
        .where('suspect', 'is', null)
        .where(WITHDRAWN_AT, 'is', null)
        .execute();
      const ids = waiting.map(({ id }) => id);
      if (ids.length > 0)
        await write.transaction().execute((trx) => becomeConfirmed(trx, ids, now, BOOK_IDS));
    }

    async function post(name: string, doubleOptIn: boolean, rest: Parameters<typeof subscription>[1]) {
      const follow = { doubleOptIn, forward: true, books: BOOK_IDS };
      assert.equal(await database.add(subscriptionRow(subscription(name, rest), follow, now)), 'stored');
    }

    async function take(step: Step, fast: string, slow: string): Promise<void> {
      if (step.do === 'wait') now += step.hours * HOUR;
      else if (step.do === 'post' || step.do === 'post under double opt-in') {
        const { interest, consent, language } = step;
        const rest = { consent, language, ...(interest && { interest }) };
        const doubleOptIn = step.do !== 'post';
        await Promise.all([post(fast, doubleOptIn, rest), post(slow, true, rest)]);
        if (!doubleOptIn) await confirmByVerb(slow);
      } else if (step.do === 'post as a robot') {
        const rest = { consent: step.consent, suspect: 'token' as const };
        await Promise.all([post(fast, false, rest), post(slow, true, rest)]);
      } else {
        for (const name of [fast, slow]) {
          const id = (await idOf(name)) ?? 0;
          await (step.do === 'confirm' ? confirm(write, id, now) : leave(write, id, now));
        }
      }
      // No two steps share a timestamp.
      now += 1;
    }

    let people = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 9 }), async (steps) => {
        people += 1;
        now = START;
        const [fast, slow] = [`fast${people}`, `slow${people}`];
        for (const step of steps) {
          await take(step, fast, slow);
          assert.deepEqual(await kept(store, fast), await kept(store, slow));
        }
      }),
      { numRuns: 40 },
    );
  },
);
