import assert from 'node:assert/strict';
import { sql } from '#kysely';
import type { BookId } from '#contract/books.ts';
import { BOOK_IDS } from '#test/fixtures/books.ts';
import { DAY, HOUR } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { receiptsOf, rowOf, subscription, verbsOf } from '#test/fixtures/subscription.ts';
import { createSubscribeStore } from '#server/list/subscribe.ts';

const NOW = 1_795_000_000_000;

/** The queued books, oldest first: person, book, hours from now. */
async function booksOf({ write }: TestStore): Promise<string[]> {
  const rows = await write
    .selectFrom('outbox as o')
    .innerJoin('subscription as s', 's.id', 'o.subject_id')
    .select(['s.key', 'o.payload', 'o.due_at', 'o.created_at'])
    .where('o.kind', '=', 'book')
    .orderBy('o.id')
    .execute();
  return rows.map(({ key, payload, due_at, created_at }) => {
    assert.ok(due_at <= created_at);
    return `${key.split('@')[0]} ${payload} ${(created_at - NOW) / HOUR}`;
  });
}

function setUp(store: TestStore, clock: { time: number }, books: readonly BookId[] = BOOK_IDS) {
  const verbs = verbsOf(store, () => clock.time, books);
  const idOf = async (name: string) => (await rowOf(store, name)).id;
  return {
    ask: (name: string, interest: BookId, rest = {}) => store.add(subscription(name, { interest, ...rest })),
    confirm: async (name: string) => verbs.confirm(await idOf(name)),
    leave: async (name: string) => verbs.leave(await idOf(name)),
    erase: async (name: string) => verbs.erase(await idOf(name)),
  };
}

testOnEach(
  'a person who confirms is sent what was asked for before, once (catches: with each press, or before)',
  async (_t, open) => {
    const clock = { time: NOW };
    const store = await open({ now: () => clock.time, books: BOOK_IDS });
    const { ask, confirm } = setUp(store, clock);
    for (const interest of ['seo', 'ads', 'seo'] as const) await ask('ana', interest);
    await store.add(subscription('eva'));
    assert.deepEqual(await booksOf(store), []);
    clock.time += HOUR;
    assert.deepEqual(await Promise.all([confirm('ana'), confirm('ana'), confirm('eva')]), [true, true, true]);
    assert.deepEqual(await booksOf(store), ['ana ads 1', 'ana seo 1']);
  },
);

testOnEach(
  'a person who is confirmed is sent a book at once, at most one of each in a day (catches: one for each post)',
  async (_t, open) => {
    const clock = { time: NOW };
    const store = await open({ now: () => clock.time, books: BOOK_IDS });
    const { ask, confirm } = setUp(store, clock);
    await store.add(subscription('ana'));
    await confirm('ana');
    const many = Array.from({ length: 5 }, () => ask('ana', 'seo'));
    assert.deepEqual(new Set(await Promise.all(many)), new Set(['stored']));
    await ask('ana', 'ads');
    clock.time += DAY - HOUR;
    await store.write.updateTable('outbox').set({ state: 'sent' }).where('kind', '=', 'book').execute();
    await ask('ana', 'seo');
    assert.deepEqual(await booksOf(store), ['ana seo 0', 'ana ads 0']);
    clock.time += 2 * HOUR;
    await ask('ana', 'seo');
    assert.deepEqual(await booksOf(store), ['ana seo 0', 'ana ads 0', 'ana seo 25']);
    // Still queued, however long ago it was asked for.
    clock.time += 3 * DAY;
    await ask('ana', 'seo');
    assert.equal((await booksOf(store)).length, 3);
  },
);

testOnEach(
  'without double opt-in a book goes out at once, to new and known addresses (catches: to known ones alone)',
  async (_t, open) => {
    const clock = { time: NOW };
    const opened = await open({ now: () => clock.time, books: BOOK_IDS });
    const follow = { doubleOptIn: false, forward: false };
    const store = {
      ...opened,
      ...createSubscribeStore(opened.database, { ...follow, books: BOOK_IDS }, () => clock.time),
    };
    const { ask } = setUp(store, clock);
    await ask('ana', 'seo');
    await store.add(subscription('eva'));
    await ask('eva', 'ads');
    await ask('bot', 'ads', { suspect: 'honeypot' });
    assert.deepEqual(await booksOf(store), ['ana seo 0', 'eva ads 0']);
    // The same address twice in one batch.
    await Promise.all([ask('rui', 'seo'), ask('rui', 'seo')]);
    assert.deepEqual((await booksOf(store)).slice(2), ['rui seo 0']);
  },
);

testOnEach(
  'nothing goes to suspects, unsubscribed people and those who said "not me" (catches: only the interest is read)',
  async (_t, open) => {
    const clock = { time: NOW };
    const store = await open({ now: () => clock.time, books: BOOK_IDS });
    const { ask, confirm, leave } = setUp(store, clock);
    await ask('bot', 'seo', { suspect: 'honeypot' });
    for (const name of ['left', 'never', 'ana']) await store.add(subscription(name));
    for (const name of ['left', 'ana']) await confirm(name);
    for (const name of ['left', 'never']) await leave(name);
    // Somebody posts a confirmed address the way a bot does.
    await ask('ana', 'seo', { suspect: 'token' });
    for (const name of ['left', 'never']) await ask(name, 'seo');
    assert.deepEqual(await booksOf(store), []);
  },
);

testOnEach(
  'a person who left and comes back gets a book only when asked for again (catches: all ever asked for)',
  async (_t, open) => {
    const clock = { time: NOW };
    const store = await open({ now: () => clock.time, books: BOOK_IDS });
    const { ask, confirm, leave } = setUp(store, clock);
    for (const name of ['ana', 'eva']) {
      await ask(name, 'seo');
      await confirm(name);
      await leave(name);
    }
    await store.write.updateTable('outbox').set({ state: 'sent' }).execute();
    clock.time += 40 * DAY;
    await store.add(subscription('ana'));
    await ask('eva', 'seo');
    for (const name of ['ana', 'eva']) assert.equal(await confirm(name), true);
    assert.deepEqual(await booksOf(store), ['ana seo 0', 'eva seo 0', `eva seo ${40 * 24}`]);
  },
);

testOnEach(
  'a person who left before the mail went out, and comes back for the book that day, is sent it (catches: what was skipped counts)',
  async (_t, open) => {
    const clock = { time: NOW };
    const store = await open({ now: () => clock.time, books: BOOK_IDS });
    const { ask, confirm, leave } = setUp(store, clock);
    await store.add(subscription('ana'));
    await confirm('ana');
    clock.time += 2 * DAY;
    await ask('ana', 'seo');
    await leave('ana');
    // As the worker does when the person has left.
    const skipped = { state: 'skipped' as const, finished_at: clock.time };
    await store.write.updateTable('outbox').set(skipped).where('kind', '=', 'book').execute();
    clock.time += HOUR;
    for (let times = 0; times < 2; times++) await ask('ana', 'seo');
    assert.equal(await confirm('ana'), true);
    for (let times = 0; times < 2; times++) await ask('ana', 'seo');
    assert.deepEqual(await booksOf(store), ['ana seo 48', 'ana seo 49']);
    // With the same words as before: a new consent record since they left, once.
    const receipts = (await receiptsOf(store)).map(({ event, at }) => `${event} ${(at - NOW) / HOUR}`);
    assert.deepEqual(receipts.slice(2), ['given 48', 'withdrawn 48', 'given 49', 'confirmed 49']);
  },
);

testOnEach(
  'a book that is not handed out is sent to nobody, now or on confirming (catches: any interest)',
  async (_t, open) => {
    const clock = { time: NOW };
    for (const books of [[], ['ads']] as const) {
      const store = await open({ now: () => clock.time, books });
      const { ask, confirm } = setUp(store, clock, books);
      const [ana, eva] = [`ana${books.length}`, `eva${books.length}`];
      await ask(ana, 'seo');
      await confirm(ana);
      await store.add(subscription(eva));
      await confirm(eva);
      await ask(eva, 'seo');
      assert.deepEqual(await booksOf(store), []);
    }
  },
);

testOnEach(
  'an address is confirmed and its book queued in one transaction (catches: one after the other)',
  async (_t, open) => {
    const clock = { time: NOW };
    const store = await open({ now: () => clock.time, books: BOOK_IDS });
    const { ask, confirm } = setUp(store, clock);
    await ask('ana', 'seo');
    await store.add(subscription('eva'));
    await confirm('eva');
    await sql`ALTER TABLE outbox RENAME COLUMN payload TO gone`.execute(store.write);
    await assert.rejects(confirm('ana'));
    assert.equal((await rowOf(store, 'ana')).state, 'pending');
    assert.notEqual(await ask('eva', 'ads'), 'stored');
    const kept = await store.write.selectFrom('interest').select('product').execute();
    assert.deepEqual(kept, [{ product: 'seo' }]);
  },
);

testOnEach(
  'what is erased leaves no book on its way (catches: the mail still goes out)',
  async (_t, open) => {
    const clock = { time: NOW };
    const store = await open({ now: () => clock.time, books: BOOK_IDS });
    const { ask, confirm, erase } = setUp(store, clock);
    await ask('ana', 'seo');
    await confirm('ana');
    await erase('ana');
    const rows = await store.write.selectFrom('outbox').selectAll().execute();
    assert.deepEqual(rows, []);
  },
);
