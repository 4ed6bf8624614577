import assert from 'node:assert/strict';
import { sql } from '#kysely';
import { erase } from '#server/list/erase.ts';
import { leave } from '#server/list/leave.ts';
import { readLeaseTime } from '#server/outbox/lease-time.ts';
import { readStage, writeStage } from '#server/stage/stage.ts';
import type { Database } from '#server/store/database.ts';
import { testOnEach, testOnPostgres } from '#test/fixtures/each-database.ts';
import {
  addressed,
  launchOf,
  order,
  readyToLaunch,
  startClock,
  startSender,
  sumsOf,
  untilLaunchIs,
  untilTrue,
  open,
} from '#test/fixtures/launch.ts';
import { postgresOfFile } from '#test/fixtures/postgres-of-file.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { beginSending, resume, undo } from './announcement.ts';
import { findWaiting, holdSender, commitBatch } from './ledger.ts';
import { enqueuePart } from './recipients.ts';

const NOBODY = { waiting: 0, started: 0, sent: 0, files: 0, failed: 0, unknown: 0, skipped: 0 };
/** Another process takes over within half a minute (M6). */
const HALF_A_MINUTE = 30_000;

/** Opened, with all recipients queued and the first mail allowed; no process sends yet. */
async function sendingBy(store: TestStore, people: number): Promise<number> {
  await readyToLaunch(store, people);
  await open(store.write, 'launch', order());
  const { id } = await launchOf(store);
  while (await enqueuePart(store, await launchOf(store)));
  await beginSending(store.write, id, Date.now());
  return id;
}

testOnEach(
  'the site is open and its process dies: another one goes on within half a minute (M6)',
  async (t, openStore) => {
    const [store, other] = [await openStore(), await openStore()];
    const id = await sendingBy(store, 30);
    assert.ok(await holdSender(store.database, id, 'killed'));
    assert.equal(await holdSender(other.database, id, 'too early'), false);
    const { sender_until: until } = await launchOf(store);
    const left = Number(until) - (await readLeaseTime(store.database));
    assert.ok(left > 0 && left <= HALF_A_MINUTE - 1_000, `${left} ms`);
    await store.write
      .updateTable('announcement')
      .set({ sender_until: sql<number>`sender_until - CAST(${HALF_A_MINUTE} AS BIGINT)` })
      .execute();
    const { smtp, stop } = await startSender(t, other);
    await untilLaunchIs(store, 'done');
    await stop();
    assert.equal(await readStage(store.write), 'live');
    assert.equal(new Set(addressed(smtp)).size, 30);
    assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 30, sent: 30 });
  },
);

testOnEach(
  'a person who unsubscribes or is erased after being read ahead is not started (M9; catches: only its state is read)',
  async (_, openStore) => {
    const store = await openStore();
    const id = await sendingBy(store, 4);
    assert.ok(await holdSender(store.database, id, 'ours'));
    const people = await findWaiting(store.write, id, Date.now(), 10);
    const [first, second, third, fourth] = people.map((one) => one.id);
    assert.ok(first && second && third && fourth);
    await leave(store.write, first, Date.now());
    await erase(store.database, 'person1@example.org', Date.now());
    // By a path that does not know the ledger.
    await store.write
      .updateTable('subscription')
      .set({ state: 'unsubscribed' })
      .where('id', '=', third)
      .execute();
    const turn = { announcement: id, sender: 'ours', ended: [], neverLeft: [], relay: null, now: Date.now() };
    assert.deepEqual(await commitBatch(store.database, { ...turn, next: people.map((one) => one.id) }), [
      fourth,
    ]);
    assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 4, skipped: 3, started: 1 });
  },
);

testOnEach(
  'taken back in the moment in which it begins: exactly one of the two holds',
  async (_, openStore) => {
    const [store, other] = [await openStore(), await openStore()];
    await readyToLaunch(store, 1);
    for (let round = 0; round < 20; round += 1) {
      await writeStage(store.write, 'soon');
      await open(store.write, 'launch', order());
      const { id } = await launchOf(store);
      const [taken] = await Promise.all([
        undo(store.write, 'launch', Date.now()),
        beginSending(other.write, id, Date.now()),
      ]);
      const found = [(await launchOf(store)).state, await readStage(store.write)];
      assert.deepEqual(found, taken.ok ? ['draft', 'soon'] : ['sending', 'live']);
      await store.write.updateTable('announcement').set({ state: 'draft' }).execute();
    }
  },
);

testOnEach(
  'a list that is restored elsewhere in the middle waits for the owner, and then emails the others (M11)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 100);
    const clock = startClock();
    const before = await startSender(t, store, clock);
    await open(store.write, 'launch', order());
    await untilTrue(async () => before.smtp.received.length >= 10);
    await before.stop();
    const told = before.smtp.received.length;
    assert.ok(told < 100);
    const after = await startSender(t, store, { ...clock, storeId: 'restored', smtp: before.smtp });
    await untilLaunchIs(store, 'paused');
    assert.equal((await launchOf(store)).reason?.why, 'moved');
    assert.equal(before.smtp.received.length, told);
    await resume(store.write, 'launch', order({ storeId: 'restored' }));
    // What the stop has cut off before it was taken is tried again later.
    await untilTrue(async () => (await launchOf(store)).state === 'done', clock, 10_000);
    await after.stop();
    assert.equal(new Set(addressed(before.smtp)).size, 100);
    assert.equal(before.smtp.received.length, 100);
  },
);

/** Wraps the database; `lose` decides after each commit whether its answer is lost. */
function losingAnswers(database: Database, lose: () => boolean): Database {
  const { write } = database;
  const begun = write.transaction.bind(write);
  write.transaction = () => {
    const transaction = begun();
    const execute = transaction.execute.bind(transaction);
    transaction.execute = async (work) => {
      const result = await execute(work);
      if (lose()) throw new Error('the connection was lost');
      return result;
    };
    return transaction;
  };
  return database;
}

testOnEach(
  'a commit whose answer is lost keeps nobody from being emailed (catches: what it had started waits forever)',
  async (t, openStore) => {
    const [store, other] = [await openStore(), await openStore()];
    let commits = 0;
    const database = losingAnswers(other.database, () => ++commits % 5 === 0);
    await readyToLaunch(store, 60);
    const { smtp, stop, logged } = await startSender(t, store, { database });
    await open(store.write, 'launch', order());
    await untilLaunchIs(store, 'done');
    await stop();
    assert.ok(logged.some((line) => line.includes('could not be processed')));
    assert.equal(smtp.received.length, 60);
    assert.equal(new Set(addressed(smtp)).size, 60);
    assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 60, sent: 60 });
  },
);

const postgres = postgresOfFile();

testOnPostgres(
  'PostgreSQL crashes in the middle and comes back: nobody is emailed twice or forgotten (D12)',
  async (t) => {
    const server = await postgres();
    const store = await openTestStore(t, { databaseUrl: await server.createDatabase() });
    await readyToLaunch(store, 200);
    const { smtp, stop, logged } = await startSender(t, store);
    await open(store.write, 'launch', order());
    for (const told of [20, 100]) {
      await untilTrue(async () => smtp.received.length >= told);
      const said = logged.length;
      await server.stop('crash');
      await untilTrue(async () => logged.length > said);
      await server.start();
    }
    await untilTrue(() =>
      launchOf(store).then(
        ({ state }) => state === 'done',
        () => false,
      ),
    );
    await stop();
    assert.equal(smtp.received.length, 200);
    assert.equal(new Set(addressed(smtp)).size, 200);
    assert.deepEqual(await sumsOf(store), { ...NOBODY, all: 200, sent: 200 });
  },
);
