import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { folderOf } from '#test/fixtures/folder.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { connectionOf } from './sqlite-connection.ts';
import {
  accept,
  batchOf,
  BURST,
  type Clock,
  lasting,
  look,
  names,
  open,
  people,
  person,
} from '#test/fixtures/writer.ts';
import { readPragma } from './migrations.ts';
import { databaseFile, openDatabase } from './open.ts';
import { rowsInQuarantine } from './quarantine.ts';
import { drainPart, PART } from './write-buffer.ts';
import { MOST_IN_BUFFER } from './writer.ts';

test('a few rows are in their tables at once, a burst waits in the buffer until it is calm', (t) => {
  const dataDir = folderOf(t);
  const clock: Clock = { time: 1000 };
  const writer = open(dataDir, { clock });
  t.after(writer.close);
  const store = look(t, dataDir);
  accept(writer, people(8));
  assert.deepEqual([store.people(), store.waiting()], [names(8), 0]);
  assert.equal(writer.afterwards(), false);
  accept(writer, people(BURST, 8));
  assert.deepEqual([store.people(), store.waiting()], [names(8), BURST]);
  assert.equal(writer.afterwards(), true);
  assert.equal(writer.drain(), 'later');
  clock.time += 10;
  assert.equal(writer.drain(), 'done');
  assert.deepEqual([store.people(), store.mails(), store.waiting()], [names(28), names(28), 0]);
});

test('a burst on a slow disk has as long until it is over as its last batch took (catches: always 10 ms)', (t) => {
  const dataDir = folderOf(t);
  const clock: Clock = { time: 1000 };
  const writer = open(dataDir, { clock });
  t.after(writer.close);
  writer.take(lasting(clock, 100, batchOf(people(BURST))));
  writer.afterwards();
  clock.time += 99;
  assert.equal(writer.drain(), 'later');
  clock.time += 1;
  assert.equal(writer.drain(), 'done');
});

test('a statement that waits for a slow disk is not calm (catches: drained between all batches of a burst)', (t) => {
  const dataDir = folderOf(t);
  const clock: Clock = { time: 1000 };
  const writer = open(dataDir, { clock });
  t.after(writer.close);
  // More than a single statement waits for.
  accept(writer, people(PART + 1));
  writer.afterwards();
  writer.take({ sql: 'UPDATE outbox SET attempt = ? WHERE id < 0', values: lasting(clock, 100, [1]) });
  writer.afterwards();
  clock.time += 9;
  assert.equal(writer.drain(), 'later');
  clock.time += 1;
  assert.equal(writer.drain(), 'done');
});

test('a full buffer is drained in parts, so that others have their turn (catches: all in one)', (t) => {
  const dataDir = folderOf(t);
  const clock: Clock = { time: 0 };
  const writer = open(dataDir, { clock });
  t.after(writer.close);
  for (let i = 0; i < 6; i++) accept(writer, people(PART / 2, (i * PART) / 2));
  clock.time += 10;
  const store = look(t, dataDir);
  const drained = [];
  for (let state = writer.drain(); ; state = writer.drain()) {
    drained.push(store.people().length);
    if (state !== 'more') break;
  }
  assert.deepEqual(drained, [PART, 2 * PART, 3 * PART]);
  assert.deepEqual([store.people(), store.waiting()], [names(3 * PART), 0]);
});

test('rows that a killed process left in the buffer are drained by the next one (catches: only what it took itself)', (t) => {
  const dataDir = folderOf(t);
  const killed = open(dataDir);
  accept(killed, people(BURST));
  const store = look(t, dataDir);
  assert.equal(store.waiting(), BURST);
  const writer = open(dataDir);
  t.after(writer.close);
  assert.equal(writer.drain(), 'done');
  assert.deepEqual([store.people(), store.mails(), store.waiting()], [names(BURST), names(BURST), 0]);
  // The other process is still there, and finds its rows in their tables.
  killed.close();
  assert.deepEqual(store.people(), names(BURST));
});

test('a single row after a burst does not overtake it (catches: few rows go past the buffer)', (t) => {
  const dataDir = folderOf(t);
  const writer = open(dataDir);
  accept(writer, [...people(BURST), person('ana')]);
  accept(writer, [person('ana', { language: 'pt', receipt_at: 1 })]);
  writer.close();
  const { db } = look(t, dataDir);
  assert.equal(db.prepare(`SELECT language FROM subscription WHERE key = 'ana'`).get()?.language, 'pt');
});

test('a transaction sees all that was accepted before it, however much that is (catches: only what is drained)', (t) => {
  const dataDir = folderOf(t);
  const writer = open(dataDir);
  t.after(writer.close);
  for (let i = 0; i < 100; i++) accept(writer, people(BURST, i * BURST));
  const count = { sql: 'SELECT count(*) AS n FROM subscription', values: [] };
  // A single statement does not wait for so many.
  assert.deepEqual(writer.take(count), { type: 'ran', ran: { rows: [{ n: 0 }], changes: 1 } });
  writer.take({ sql: 'BEGIN IMMEDIATE', values: [] });
  assert.deepEqual(writer.take(count), { type: 'ran', ran: { rows: [{ n: 2000 }], changes: 1 } });
  writer.take({ sql: 'COMMIT', values: [] });
});

test('a row that cannot be stored in its table costs the others nothing, is kept, and is tried again (catches: it is dropped)', (t) => {
  const dataDir = folderOf(t);
  const aside: string[] = [];
  const writer = open(dataDir, { aside });
  accept(writer, [...people(10), person('odd', { state: 'no such state' as 'pending' }), ...people(10, 10)]);
  writer.close();
  assert.equal(aside.length, 1);
  assert.match(aside[0] ?? '', /CHECK/);
  const store = look(t, dataDir);
  assert.deepEqual([store.people(), store.waiting()], [names(20), 1]);
  assert.deepEqual(rowsInQuarantine(store.db), { rows: 1, fault: aside[0] });

  const again = open(dataDir, { aside });
  again.close();
  assert.equal(aside.length, 2);
  assert.equal(store.waiting(), 1);

  const mending = new DatabaseSync(databaseFile(dataDir));
  mending.prepare('UPDATE write_buffer SET rows = ?').run(JSON.stringify([person('odd')]));
  mending.close();
  open(dataDir).close();
  assert.deepEqual([store.people(), store.waiting()], [[...names(20), 'odd'], 0]);
  assert.equal(rowsInQuarantine(store.db), null);
});

test('a server drains by itself what it finds and what a burst leaves (catches: only when somebody asks)', async (t) => {
  const dataDir = folderOf(t);
  const killed = open(dataDir);
  t.after(killed.close);
  accept(killed, people(BURST));
  const store = look(t, dataDir);
  const { database } = await openTestStore(t, { dataDir });
  await untilEmpty(store);
  assert.equal(store.people().length, BURST);
  await Promise.all(people(BURST, BURST).map((row) => database.add(row)));
  await untilEmpty(store);
  assert.equal(store.people().length, 2 * BURST);
});

async function untilEmpty(store: ReturnType<typeof look>): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  while (store.waiting() > 0) await wait(5, undefined, { signal });
}

test('rows of another version are read by the names of their values (catches: by their places)', (t) => {
  const dataDir = folderOf(t);
  const killed = open(dataDir);
  t.after(killed.close);
  const older = people(BURST).map(({ book, book_at, interest, utm_term, address, ...rest }) => {
    assert.deepEqual([book, book_at, interest, utm_term], [null, null, null, null]);
    return { gone: 'x', ...rest, address: address.toUpperCase() };
  });
  killed.take(batchOf(older));
  open(dataDir).close();
  const store = look(t, dataDir);
  assert.deepEqual([store.people(), store.mails()], [names(BURST), names(BURST)]);
  assert.equal(store.db.prepare(`SELECT address FROM subscription WHERE key = 'p3'`).get()?.address, 'P3');
});

test('after draining the connection syncs as before (catches: what is answered then is lost with the power)', (t) => {
  const dataDir = folderOf(t);
  const writer = open(dataDir);
  t.after(writer.close);
  const db = openDatabase(dataDir);
  t.after(() => db.close());
  accept(writer, people(BURST));
  assert.equal(drainPart(connectionOf(db)).rows, BURST);
  assert.equal(readPragma(db, 'synchronous'), 2);
  accept(writer, people(BURST, BURST));
  db.exec('ALTER TABLE outbox RENAME TO away');
  assert.throws(() => drainPart(connectionOf(db)), /outbox/);
  assert.equal(readPragma(db, 'synchronous'), 2);
});

test('after draining that failed the connection is another one (catches: it may have been left without syncing)', (t) => {
  const dataDir = folderOf(t);
  const clock: Clock = { time: 0 };
  const writer = open(dataDir, { clock });
  t.after(writer.close);
  // More than a single statement waits for.
  accept(writer, people(PART + 1));
  // As if the disk were full, for this connection alone.
  writer.take({ sql: 'PRAGMA max_page_count = 1', values: [] });
  clock.time += 10;
  assert.equal(writer.drain(), 'later');
  clock.time += 1_000;
  writer.take({ sql: 'SELECT 1', values: [] });
  assert.equal(writer.drain(), 'done');
  assert.deepEqual(look(t, dataDir).people(), names(PART + 1));
});

test('a caller that waits for the buffer waits no longer where draining it fails (catches: what they ask is refused)', (t) => {
  const writer = open(folderOf(t));
  t.after(writer.close);
  // More than a single statement waits for.
  const waiting = PART + 1;
  accept(writer, people(waiting));
  writer.take({ sql: 'PRAGMA max_page_count = 1', values: [] });
  assert.deepEqual(writer.take('drain'), { type: 'drained', moved: 0, left: waiting });
});

test('a buffer that is full takes no more than goes out (catches: no limit)', (t) => {
  const dataDir = folderOf(t);
  const writer = open(dataDir);
  t.after(writer.close);
  const batches = MOST_IN_BUFFER / PART + 4;
  for (let i = 0; i < batches; i++) {
    accept(writer, people(PART, i * PART));
    writer.afterwards();
  }
  const store = look(t, dataDir);
  assert.ok(store.waiting() <= MOST_IN_BUFFER + PART, String(store.waiting()));
  assert.equal(store.people().length + store.waiting(), Math.ceil(batches) * PART);
});

test('rows that a killed process has left in the buffer are drained by another that lives (M5; catches: it waits for a start)', (t) => {
  const dataDir = folderOf(t);
  const clock: Clock = { time: 1000 };
  const living = open(dataDir, { clock });
  t.after(living.close);
  const killed = open(dataDir, { clock });
  accept(killed, people(BURST));
  const store = look(t, dataDir);
  assert.equal(store.waiting(), BURST);
  living.take({ sql: 'BEGIN IMMEDIATE', values: [] });
  living.take({ sql: 'COMMIT', values: [] });
  assert.deepEqual([store.people(), store.waiting()], [names(BURST), 0]);
});
