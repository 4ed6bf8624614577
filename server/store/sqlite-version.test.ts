import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sqliteVersionProblem } from './open.ts';

test('an SQLite with the log-reset fault is refused, a newer one is taken', () => {
  for (const version of ['3.45.1', '3.51.2', '3.52.0', '2.8.17', '3.9.9']) {
    assert.notEqual(sqliteVersionProblem(version), null, version);
  }
  for (const version of ['3.51.3', '3.51.10', '3.52.1', '3.53.4', '4.0.0']) {
    assert.equal(sqliteVersionProblem(version), null, version);
  }
});

test('a version that cannot be read is refused', () => {
  for (const version of ['', '3.53', 'undefined', '3.53.4-beta'])
    assert.notEqual(sqliteVersionProblem(version), null);
});

test('the SQLite of this Node may hold addresses', () => {
  assert.equal(sqliteVersionProblem(process.versions.sqlite ?? ''), null);
});
