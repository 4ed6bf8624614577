import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { migrate } from './migrations.ts';
import { schemaDifference } from './schema-difference.ts';

const STEPS = ['CREATE TABLE a (x)', 'CREATE TABLE b (x)', 'ALTER TABLE b ADD COLUMN y'];
const TRIGGER = 'CREATE TRIGGER spy AFTER INSERT ON a BEGIN DELETE FROM a; END';

test('a file is compared with the schema of its own version (catches: with the newest, or after its migration)', () => {
  for (const [version, odd] of [
    [1, 'CREATE TABLE b (x)'],
    [2, 'CREATE TABLE c (x)'],
    [3, 'ALTER TABLE b DROP COLUMN y'],
  ] as const) {
    using db = new DatabaseSync(':memory:');
    migrate(db, STEPS.slice(0, version));
    assert.equal(schemaDifference(db, STEPS), null);
    db.exec(`${odd}; ${TRIGGER}`);
    const named = version === 3 ? 'table "b" differs' : `table "${version === 1 ? 'b' : 'c'}" is foreign`;
    assert.equal(schemaDifference(db, STEPS), `${named}, trigger "spy" is foreign`);
  }
});

test('of many differences the first are named, and a name of any length is cut (catches: a message of megabytes)', () => {
  using db = new DatabaseSync(':memory:');
  migrate(db, STEPS);
  for (let i = 0; i < 50; i++) db.exec(`CREATE TABLE "${i}${'n'.repeat(10_000)}" (x)`);
  assert.ok((schemaDifference(db, STEPS) ?? '').length < 500);
});
