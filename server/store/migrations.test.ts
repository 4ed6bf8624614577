import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import { HELD_AFTER, HELD_BEFORE } from '#test/fixtures/held-before.ts';
import { migrate, MIGRATIONS, readPragma } from './migrations.ts';
import { RefusedError } from './refusal.ts';

const STEPS = [
  'CREATE TABLE a (x)',
  'CREATE TABLE b (x); INSERT INTO b VALUES (1)',
  'ALTER TABLE b RENAME TO c',
];

function tables(db: DatabaseSync): string[] {
  const rows = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  return rows.map(({ name }) => String(name));
}

test('every step runs once, in order, and a second start changes nothing', () => {
  const db = new DatabaseSync(':memory:');
  migrate(db, STEPS);
  migrate(db, STEPS);
  assert.deepEqual(tables(db), ['a', 'c']);
  assert.equal(db.prepare('SELECT count(*) AS n FROM c').get()?.n, 1);
  assert.equal(readPragma(db, 'user_version'), 3);
});

test('a step that fails in its middle leaves the schema before it, and the next start goes on from there', () => {
  const db = new DatabaseSync(':memory:');
  const broken = [
    STEPS[0] ?? '',
    'CREATE TABLE b (x); INSERT INTO b VALUES (1); INSERT INTO nowhere VALUES (1)',
  ];
  assert.throws(() => migrate(db, broken), /nowhere/);
  assert.deepEqual(tables(db), ['a']);
  assert.equal(readPragma(db, 'user_version'), 1);
  migrate(db, STEPS);
  assert.deepEqual(tables(db), ['a', 'c']);
});

test('a schema newer than the program is refused by name', () => {
  const db = new DatabaseSync(':memory:');
  migrate(db, [...STEPS, 'CREATE TABLE d (x)']);
  const isNewer = (error: unknown): boolean => error instanceof RefusedError && error.code === 'newer';
  assert.throws(() => migrate(db, STEPS), isNewer);
});

test('what the owner had held stays held, and what was released goes (fault: all that is queued goes)', () => {
  const db = new DatabaseSync(':memory:');
  migrate(db, MIGRATIONS.slice(0, 4));
  db.exec(HELD_BEFORE);
  migrate(db);
  const rows = db.prepare(HELD_AFTER.query).all();
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    HELD_AFTER.rows,
  );
  assert.equal(db.prepare('SELECT count(*) AS n FROM outbox WHERE finished_at IS NOT NULL').get()?.n, 1);
});

test('the steps of this program make a schema that SQLite finds sound', () => {
  const db = new DatabaseSync(':memory:');
  migrate(db);
  assert.equal(readPragma(db, 'user_version'), MIGRATIONS.length);
  assert.equal(readPragma(db, 'integrity_check'), 'ok');
});

test('what waits in a store of an older version waits in the buffer afterwards (fault: by another name, or not at all)', () => {
  const db = new DatabaseSync(':memory:');
  migrate(db, MIGRATIONS.slice(0, 4));
  const insert = db.prepare('INSERT INTO inbox (fields, batch, size, fault) VALUES (?, ?, ?, ?)');
  insert.run('["key","created_at"]', '["ana",1,"eva",2]', 2, null);
  insert.run('["created_at","key","suspect"]', '[3,"rui",null]', 1, 'odd');
  migrate(db);
  const entries = db.prepare('SELECT id, rows, size, fault FROM write_buffer ORDER BY id').all();
  assert.deepEqual(
    entries.map(({ id, rows, size, fault }) => [id, JSON.parse(String(rows)), size, fault]),
    [
      [
        1,
        [
          { key: 'ana', created_at: 1 },
          { key: 'eva', created_at: 2 },
        ],
        2,
        null,
      ],
      [2, [{ created_at: 3, key: 'rui', suspect: null }], 1, 'odd'],
    ],
  );
  assert.ok(!tables(db).includes('inbox'));
});
