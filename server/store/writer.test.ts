import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folderOf } from '#test/fixtures/folder.ts';
import { connectionOf } from './sqlite-connection.ts';
import { accept, BURST, type Clock, look, open, people } from '#test/fixtures/writer.ts';
import { openDatabase } from './open.ts';
import { drainPart, PART } from './write-buffer.ts';
import type { Statement } from './writer-protocol.ts';

const QUEUE = {
  sql: `INSERT INTO outbox (kind, subject_id, due_at, created_at) VALUES ('a', 0, 0, 0)`,
  values: [],
};
const BEGIN = { sql: 'BEGIN IMMEDIATE', values: [] };
const COMMIT = { sql: 'COMMIT', values: [] };
const ROLLBACK = { sql: 'ROLLBACK', values: [] };

for (const [occasion, parts] of [
  ['the next statement', 1],
  ['the next moment of calm', 3],
] as const)
  test(`a transaction stays whole where a command has drained a part, ${occasion} (catches: the rest is drained in its middle)`, (t) => {
    const dataDir = folderOf(t);
    const clock: Clock = { time: 0 };
    const writer = open(dataDir, { clock });
    t.after(writer.close);
    for (let i = 0; i <= parts; i++) accept(writer, people(PART, i * PART));
    writer.afterwards();
    const command = openDatabase(dataDir);
    t.after(() => command.close());
    for (let i = 0; i < parts; i++) drainPart(connectionOf(command));
    const outcomes = [BEGIN, QUEUE].map((statement) => writer.take(statement).type);
    clock.time += 1_000;
    writer.drain();
    outcomes.push(...[QUEUE, ROLLBACK].map((statement) => writer.take(statement).type));
    assert.deepEqual(new Set(outcomes), new Set(['ran']));
    const { db, mails } = look(t, dataDir);
    assert.equal(mails().length, (parts + 1) * PART);
    assert.deepEqual(db.prepare(`SELECT id FROM outbox WHERE kind = 'a'`).all(), [], 'it was taken back');
  });

test('the rest of a transaction whose connection was lost is refused (catches: it is done alone)', (t) => {
  const dataDir = folderOf(t);
  const writer = open(dataDir);
  t.after(writer.close);
  const outcomes = (...statements: Statement[]) => statements.map((statement) => writer.take(statement).type);
  assert.deepEqual(outcomes(BEGIN, QUEUE), ['ran', 'ran']);
  // An error that is not one row's.
  assert.deepEqual(outcomes({ sql: 'SELECT nothing', values: [] }), ['failed']);
  assert.deepEqual(outcomes(QUEUE, COMMIT), ['failed', 'failed']);
  assert.deepEqual(outcomes(ROLLBACK, BEGIN, COMMIT), ['ran', 'ran', 'ran']);
  const { db } = look(t, dataDir);
  assert.equal(db.prepare('SELECT count(*) AS n FROM outbox').get()?.n, 0);
});

test('of two processes each drains what the other leaves (catches: what the other took counts as its own)', (t) => {
  const dataDir = folderOf(t);
  const clock: Clock = { time: 0 };
  const writers = [open(dataDir, { clock }), open(dataDir, { clock })] as const;
  t.after(() => writers.forEach((writer) => writer.close()));
  accept(writers[0], people(PART));
  accept(writers[1], people(BURST, PART));
  clock.time += 1_000;
  // The second writer drains the rows of the first, which are older.
  while (writers[1].drain() === 'more');
  assert.equal(look(t, dataDir).waiting(), 0);
});

test('long work leaves a short log, also where nobody subscribes (catches: checked in the middle of transactions, where nothing can be done)', (t) => {
  const dataDir = folderOf(t);
  const writer = open(dataDir);
  t.after(writer.close);
  const { db } = look(t, dataDir);
  const write = {
    sql: `INSERT INTO outbox (kind, subject_id, due_at, created_at, payload) VALUES ('a', 0, 0, 0, hex(zeroblob(20000)))`,
    values: [],
  };
  // As many orders as between two checks, after one more: each check would be at the same place.
  writer.take(write);
  writer.afterwards();
  const transaction = [BEGIN, ...Array.from({ length: 14 }, () => write), COMMIT];
  let most = 0;
  for (let i = 0; i < 60; i++) {
    for (const order of transaction) {
      assert.equal(writer.take(order).type, 'ran');
      writer.afterwards();
    }
    const { log, checkpointed } = db.prepare('PRAGMA wal_checkpoint(NOOP)').get() ?? {};
    most = Math.max(most, Number(log) - Number(checkpointed));
  }
  assert.ok(most < 3_000, `${most} pages`);
});
