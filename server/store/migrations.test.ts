import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import { CARRIED_OVER, LATER_STEPS } from '#test/fixtures/later-version.ts';
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

test('later steps carry over what a store of the first schema holds (catches: rows are lost, or not filled in)', () => {
  const db = new DatabaseSync(':memory:');
  migrate(db, MIGRATIONS.slice(0, 1));
  db.exec(CARRIED_OVER.before);
  migrate(db, [...MIGRATIONS, ...LATER_STEPS]);
  const rows = db.prepare(CARRIED_OVER.query).all();
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    CARRIED_OVER.after,
  );
});

test('the fields of a draft about the two books of earlier versions are at their places (catches: they are lost)', () => {
  const db = new DatabaseSync(':memory:');
  migrate(db, MIGRATIONS.slice(0, 5));
  const fields = ['books.seo', 'pictures.cover-ads', 'text.products.ads.name.pt', 'text.products.title.en'];
  for (const [n, field] of fields.entries())
    db.prepare('INSERT INTO draft VALUES (?, ?, ?, 0, NULL)').run(field, `"${n}"`, n + 1);
  migrate(db);
  const rows = db.prepare('SELECT field FROM draft ORDER BY revision').all();
  assert.deepEqual(
    rows.map(({ field }) => field),
    ['books.0', 'pictures.cover.1', 'text.products.items.1.name.pt', 'text.products.title.en'],
  );
});

test('the steps of this program make a schema that SQLite finds sound', () => {
  const db = new DatabaseSync(':memory:');
  migrate(db);
  assert.equal(readPragma(db, 'user_version'), MIGRATIONS.length);
  assert.equal(readPragma(db, 'integrity_check'), 'ok');
});
