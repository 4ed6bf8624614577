import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { HOUR } from '#contract/time.ts';
import { person } from '#test/fixtures/command.ts';
import { copierOf } from '#test/fixtures/copies.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { folderTarget } from './folder-target.ts';
import { copyFolder, objectName } from './name.ts';
import { seenIn } from './seen.ts';
import { newSigner } from './signature.ts';

test('an owner sees each copy, until when it is whole and what it lacks, as of the last look (catches: never checked again; one with a hole is whole; what is there is added up to its hole)', async (t) => {
  const folder = folderOf(t);
  const store = await openTestStore(t, { now: Date.now });
  let ahead = 0;
  const copier = copierOf(t, store, { target: folderTarget(folder), now: () => Date.now() + ahead });
  const seen = () => copier.status()?.seen;
  const first = await copier.base();
  for (const name of ['ana', 'rui']) {
    await store.add(person(`${name}@example.com`));
    await copier.part();
  }
  const second = await copier.base();
  await copier.mark();
  const names = () => seen()?.copies.map(({ name, lacks, until }) => [name, lacks, until !== null]);
  const whole = [
    [second, false, true],
    [first, false, true],
  ];
  assert.deepEqual(names(), whole);
  const [, bytes] = seen()?.copies.map((one) => one.bytes) ?? [];
  const [base = '', part = ''] = readdirSync(join(folder, first)).toSorted();
  rmSync(join(folder, first, part));
  await copier.mark();
  assert.deepEqual(names(), whole, 'looked at within the hour');
  ahead = HOUR;
  await copier.mark();
  assert.deepEqual(names(), [whole[0], [first, true, true]]);
  assert.ok((seen()?.copies[1]?.bytes ?? 0) < (bytes ?? 0));
  assert.equal(seen()?.copies[1]?.until, seen()?.copies[1]?.from);
  rmSync(join(folder, first, base));
  ahead = 2 * HOUR;
  await copier.mark();
  assert.deepEqual(names(), [whole[0], [first, true, false]]);
});

test('of many copies the newest are shown, the rest counted, and another list is said as such (catches: all are; it counts as ours)', async (t) => {
  const folder = folderOf(t);
  const [ours, theirs] = ['a'.repeat(16), 'b'.repeat(16)];
  const plant = (store: string, copy: number) => {
    const base = copyFolder({ store, copy, recording: copy, from: 0 }, 'abcdef01');
    mkdirSync(join(folder, base));
    writeFileSync(
      join(folder, objectName({ base, number: 0, at: copy * HOUR, hash: 'c'.repeat(64) }, newSigner())),
      'sealed',
    );
    return base;
  };
  for (let copy = 1; copy <= 42; copy++) plant(ours, copy);
  for (const copy of [7, 9, 8]) plant(theirs, copy);
  const { copies, older, others } = await seenIn(folderTarget(folder), ours);
  assert.deepEqual(
    [copies.length, older, copies[0]?.until, copies.at(-1)?.until],
    [40, 2, 42 * HOUR, 3 * HOUR],
  );
  assert.deepEqual(others, [{ store: theirs, copies: 3, until: 9 * HOUR }]);
});
