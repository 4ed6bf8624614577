import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { HOUR } from '#contract/time.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { deleteLeftovers } from './leftovers.ts';

const NOW = 1_795_000_000_000;

const LEFT = [
  'check-a1B2c3',
  'copy-a1B2c3',
  'embreve.sqlite.new-17-123456789',
  'embreve.sqlite.new-17-123456789-wal',
  'embreve.sqlite.part-17-123456789',
  'embreve.sqlite.part-17-123456789-journal',
  'probe-a1B2c3',
  'secrets.json.new-17-0a1b2c3d4e5f',
  'secrets.json.part-17-123456789',
];
const KEPT = [
  'check-up',
  'embreve.sqlite',
  'embreve.sqlite-wal',
  'embreve.sqlite.2026-11-21T03-00-00.000Z',
  'embreve.sqlite.new',
  'outbox',
  'secrets.json',
];

function folderWith(t: TestContext, names: string[], changed: number): string {
  const folder = folderOf(t);
  for (const name of names) {
    const path = join(folder, name);
    if (/^(?:check|copy|probe)-/.test(name)) {
      mkdirSync(path);
      writeFileSync(join(path, 'copy.sqlite'), 'ana@example.com');
    } else writeFileSync(path, 'ana@example.com');
    utimesSync(path, changed / 1_000, changed / 1_000);
  }
  return folder;
}

test('copies that a killed process left are deleted, and nothing else (catches: they stay forever; a list moved aside goes too)', async (t) => {
  const folder = folderWith(t, [...LEFT, ...KEPT], NOW - HOUR);
  assert.equal(await deleteLeftovers(folder, NOW), LEFT.length);
  assert.deepEqual(readdirSync(folder).sort(), KEPT);
});

test('a file somebody may be at work on stays (catches: every draft is deleted)', async (t) => {
  const folder = folderWith(t, LEFT, NOW - HOUR + 1_000);
  assert.equal(await deleteLeftovers(folder, NOW), 0);
  assert.deepEqual(readdirSync(folder).sort(), LEFT);
});

test('a person who was saved when a store was lost, and the backup before a launch, go after thirty days (catches: erased people stay in it forever)', async (t) => {
  const names = [
    'before-launch-2026-11-23.sqlite',
    'rescued-2026-11-23T01-20-00.000Z.csv',
    'rescued-2026-11-23T01-20-00.000Z.sqlite',
  ];
  assert.equal(await deleteLeftovers(folderWith(t, names, NOW - 30 * 24 * HOUR + 1_000), NOW), 0);
  assert.equal(await deleteLeftovers(folderWith(t, names, NOW - 30 * 24 * HOUR), NOW), names.length);
});

test('where there is no folder nothing is left (catches: it throws)', async (t) => {
  assert.equal(await deleteLeftovers(join(folderOf(t), 'none'), NOW), 0);
});
