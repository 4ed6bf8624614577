import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { folderOf } from '#test/fixtures/folder.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { subscription } from '#test/fixtures/subscription.ts';
import { intakeRow, SUBSCRIPTION_INTAKE } from '#server/list/intake.ts';
import { connectionOf } from './commit-rows.ts';
import { type Intake, rowSteps } from './intake.ts';
import {
  accept,
  type Clock,
  CROWD,
  INTAKE,
  lasting,
  look,
  names,
  open,
  people,
  person,
} from '#test/fixtures/writer.ts';
import { mergePart, PART, rowsSetAside } from './inbox.ts';
import { readPragma } from './migrations.ts';
import { databaseFile, openDatabase } from './open.ts';
import { MOST_IN_INBOX } from './writer.ts';

test('a few rows are in their tables at once, a crowd is in the inbox until it is calm', (t) => {
  const dataDir = folderOf(t);
  const clock: Clock = { time: 1000 };
  const writer = open(dataDir, { clock });
  t.after(writer.close);
  const store = look(t, dataDir);
  accept(writer, people(8));
  assert.deepEqual([store.people(), store.inbox()], [names(8), 0]);
  assert.equal(writer.afterwards(), false);
  accept(writer, people(CROWD, 8));
  assert.deepEqual([store.people(), store.inbox()], [names(8), CROWD]);
  assert.equal(writer.afterwards(), true);
  assert.equal(writer.merge(), 'later');
  clock.time += 10;
  assert.equal(writer.merge(), 'done');
  assert.deepEqual([store.people(), store.mails(), store.inbox()], [names(28), names(28), 0]);
});

test('a crowd on a slow disk has as long until it is over as its last batch took (fault: always 10 ms)', (t) => {
  const dataDir = folderOf(t);
  const clock: Clock = { time: 1000 };
  const writer = open(dataDir, { clock });
  t.after(writer.close);
  writer.commit(lasting(clock, 100, people(CROWD)));
  writer.afterwards();
  clock.time += 99;
  assert.equal(writer.merge(), 'later');
  clock.time += 1;
  assert.equal(writer.merge(), 'done');
});

test('a statement that waits for a slow disk is no calm (fault: a merge between all batches of a crowd)', (t) => {
  const dataDir = folderOf(t);
  const clock: Clock = { time: 1000 };
  const writer = open(dataDir, { clock });
  t.after(writer.close);
  // More than a single statement waits for.
  accept(writer, people(PART + 1));
  writer.afterwards();
  writer.run({ sql: 'UPDATE outbox SET attempt = ? WHERE id < 0', values: lasting(clock, 100, [1]) });
  writer.afterwards();
  clock.time += 9;
  assert.equal(writer.merge(), 'later');
  clock.time += 1;
  assert.equal(writer.merge(), 'done');
});

test('a long inbox is merged in parts, so that others have their turn (fault: all in one)', (t) => {
  const dataDir = folderOf(t);
  const clock: Clock = { time: 0 };
  const writer = open(dataDir, { clock });
  t.after(writer.close);
  for (let i = 0; i < 6; i++) accept(writer, people(PART / 2, (i * PART) / 2));
  clock.time += 10;
  const store = look(t, dataDir);
  const merged = [];
  for (let state = writer.merge(); ; state = writer.merge()) {
    merged.push(store.people().length);
    if (state !== 'more') break;
  }
  assert.deepEqual(merged, [PART, 2 * PART, 3 * PART]);
  assert.deepEqual([store.people(), store.inbox()], [names(3 * PART), 0]);
});

test('what a killed process left in the inbox is merged by the next one (fault: only what it took itself)', (t) => {
  const dataDir = folderOf(t);
  const killed = open(dataDir);
  accept(killed, people(CROWD));
  const store = look(t, dataDir);
  assert.equal(store.inbox(), CROWD);
  const writer = open(dataDir);
  t.after(writer.close);
  assert.equal(writer.merge(), 'done');
  assert.deepEqual([store.people(), store.mails(), store.inbox()], [names(CROWD), names(CROWD), 0]);
  // The other one is still there, and finds its rows merged.
  killed.close();
  assert.deepEqual(store.people(), names(CROWD));
});

test('who comes alone after a crowd does not overtake it (fault: few rows go past the inbox)', (t) => {
  const dataDir = folderOf(t);
  const writer = open(dataDir);
  accept(writer, [...people(CROWD), ...person('ana', 'en')]);
  accept(writer, person('ana', 'pt'));
  writer.close();
  const { db } = look(t, dataDir);
  assert.equal(db.prepare(`SELECT language FROM subscription WHERE key = 'ana'`).get()?.language, 'pt');
});

test('a transaction sees all that was accepted before it, however much that is (fault: only what is merged)', (t) => {
  const dataDir = folderOf(t);
  const writer = open(dataDir);
  t.after(writer.close);
  for (let i = 0; i < 100; i++) accept(writer, people(CROWD, i * CROWD));
  const count = { sql: 'SELECT count(*) AS n FROM subscription', values: [] };
  // A single statement does not wait for so many.
  assert.deepEqual(writer.run(count), { type: 'ran', ran: { rows: [{ n: 0 }], changes: 1 } });
  writer.run({ sql: 'BEGIN IMMEDIATE', values: [] });
  assert.deepEqual(writer.run(count), { type: 'ran', ran: { rows: [{ n: 2000 }], changes: 1 } });
  writer.run({ sql: 'COMMIT', values: [] });
});

test('a row that cannot be merged costs the others nothing, is kept, and is tried again (fault: it is dropped)', (t) => {
  const dataDir = folderOf(t);
  const aside: string[] = [];
  const writer = open(dataDir, { aside });
  accept(writer, [...people(10), ...person('odd', 'en', 'no such state'), ...people(10, 10)]);
  writer.close();
  assert.equal(aside.length, 1);
  assert.match(aside[0] ?? '', /CHECK/);
  const store = look(t, dataDir);
  assert.deepEqual([store.people(), store.inbox()], [names(20), 1]);
  assert.deepEqual(rowsSetAside(store.db), { rows: 1, fault: aside[0] });

  const again = open(dataDir, { aside });
  again.close();
  assert.equal(aside.length, 2);
  assert.equal(store.inbox(), 1);

  const mending = new DatabaseSync(databaseFile(dataDir));
  mending.prepare('UPDATE inbox SET batch = ?').run(JSON.stringify(person('odd')));
  mending.close();
  open(dataDir).close();
  assert.deepEqual([store.people(), store.inbox()], [[...names(20), 'odd'], 0]);
  assert.equal(rowsSetAside(store.db), null);
});

test('a server merges by itself what it finds and what a crowd leaves (fault: only when somebody asks)', async (t) => {
  const dataDir = folderOf(t);
  const killed = open(dataDir, { intake: SUBSCRIPTION_INTAKE });
  t.after(killed.close);
  const add = (name: string) => intakeRow(subscription(name), { doubleOptIn: true, forward: false }, 1);
  accept(killed, names(CROWD).flatMap(add));
  const store = look(t, dataDir);
  const { database } = await openTestStore(t, { dataDir });
  await untilEmpty(store);
  assert.equal(store.people().length, CROWD);
  await Promise.all(names(CROWD, CROWD).map((name) => database.add(add(name))));
  await untilEmpty(store);
  assert.equal(store.people().length, 2 * CROWD);
});

async function untilEmpty(store: ReturnType<typeof look>): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  while (store.inbox() > 0) await wait(5, undefined, { signal });
}

test('rows of another version are read by the names of their fields (fault: by their places)', (t) => {
  const dataDir = folderOf(t);
  const [key, address, ...rest] = INTAKE.fields;
  const fields = [address, { name: 'gone', type: 'text' as const, column: false }, key, ...rest];
  const older: Intake = {
    ...INTAKE,
    fields: fields.flatMap((field) => field ?? []).slice(0, -1),
    following: [],
    known: [],
  };
  const killed = open(dataDir, { intake: older });
  t.after(killed.close);
  const rows = Array.from({ length: CROWD }, (_, i) => [`P${i}`, 'x', `p${i}`, 'en', 'pending', 1]);
  accept(killed, rows.flat());
  open(dataDir).close();
  const store = look(t, dataDir);
  assert.deepEqual([store.people(), store.mails()], [names(CROWD), []]);
  assert.equal(store.db.prepare(`SELECT address FROM subscription WHERE key = 'p3'`).get()?.address, 'P3');
});

test('after a merge the connection syncs as before (fault: what is answered then is lost with the power)', (t) => {
  const dataDir = folderOf(t);
  const writer = open(dataDir);
  t.after(writer.close);
  const db = openDatabase(dataDir);
  t.after(() => db.close());
  const steps = rowSteps(INTAKE);
  accept(writer, people(CROWD));
  assert.equal(mergePart(connectionOf(db), steps).rows, CROWD);
  assert.equal(readPragma(db, 'synchronous'), 2);
  accept(writer, people(CROWD, CROWD));
  db.exec('ALTER TABLE outbox RENAME TO away');
  assert.throws(() => mergePart(connectionOf(db), steps), /outbox/);
  assert.equal(readPragma(db, 'synchronous'), 2);
});

test('after a merge that failed the connection is another one (fault: it may have been left without syncing)', (t) => {
  const dataDir = folderOf(t);
  const clock: Clock = { time: 0 };
  const writer = open(dataDir, { clock });
  t.after(writer.close);
  // More than a single statement waits for.
  accept(writer, people(PART + 1));
  // As if the disk were full, for this connection alone.
  writer.run({ sql: 'PRAGMA max_page_count = 1', values: [] });
  clock.time += 10;
  assert.equal(writer.merge(), 'later');
  clock.time += 1_000;
  writer.run({ sql: 'SELECT 1', values: [] });
  assert.equal(writer.merge(), 'done');
  assert.deepEqual(look(t, dataDir).people(), names(PART + 1));
});

test('an inbox that is full takes no more than is merged (fault: no limit)', (t) => {
  const dataDir = folderOf(t);
  const writer = open(dataDir);
  t.after(writer.close);
  const batches = MOST_IN_INBOX / PART + 4;
  for (let i = 0; i < batches; i++) {
    accept(writer, people(PART, i * PART));
    writer.afterwards();
  }
  const store = look(t, dataDir);
  assert.ok(store.inbox() <= MOST_IN_INBOX + PART, String(store.inbox()));
  assert.equal(store.people().length + store.inbox(), Math.ceil(batches) * PART);
});

test('what a killed process has left in the inbox is merged by another that lives (M5; fault: it waits for a start)', (t) => {
  const dataDir = folderOf(t);
  const clock: Clock = { time: 1000 };
  const living = open(dataDir, { clock });
  t.after(living.close);
  const killed = open(dataDir, { clock });
  accept(killed, people(CROWD));
  const store = look(t, dataDir);
  assert.equal(store.inbox(), CROWD);
  living.run({ sql: 'BEGIN IMMEDIATE', values: [] });
  living.run({ sql: 'COMMIT', values: [] });
  assert.deepEqual([store.people(), store.inbox()], [names(CROWD), 0]);
});
