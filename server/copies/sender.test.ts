import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { DAY, MINUTE } from '#contract/time.ts';
import { writeSetting } from '#server/store/stored-setting.ts';
import { person } from '#test/fixtures/command.ts';
import { copierOf } from '#test/fixtures/copies.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { folderTarget } from './folder-target.ts';
import { keptCopies } from './kept.ts';
import { readNumbers } from './numbers.ts';
import type { Target } from './target.ts';

/** A list that is copied to a target, with a clock of its own. */
async function copied(t: TestContext, target: Target) {
  const clock = { now: Date.now() };
  const store = await openTestStore(t);
  const copier = copierOf(t, store, { target, now: () => clock.now });
  const warnings = () => copier.status()?.warnings.map(({ code }) => code);
  return { store, copier, clock, warnings };
}

test('another list that is copied to the same place is noticed within minutes, by both (C3; catches: never; a list that ended is taken for one in use)', async (t) => {
  const target = folderTarget(folderOf(t));
  const one = await copied(t, target);
  await one.copier.base();
  await one.copier.mark();
  assert.deepEqual(one.warnings(), []);
  const two = await copied(t, target);
  two.clock.now += MINUTE;
  await two.copier.base();
  await two.copier.mark();
  assert.deepEqual(two.warnings(), ['before'], 'it began again');
  one.clock.now += 5 * MINUTE;
  await one.copier.mark();
  assert.deepEqual(one.warnings(), ['shared']);
  assert.match(
    one.copier.status()?.warnings[0]?.said ?? '',
    new RegExp((await readNumbers(two.store.write))?.store ?? '-'),
  );
  await one.store.add(person('ana@example.com'));
  await one.copier.part();
  two.clock.now += 5 * MINUTE;
  await two.copier.mark();
  assert.deepEqual(two.warnings(), ['shared']);
  two.clock.now += 5 * MINUTE;
  await two.copier.mark();
  assert.deepEqual(two.warnings(), ['before'], 'the other one has ended');
});

test('a list that another server goes on with, or that was moved back, gets another name before anything is sent (C3; catches: two copies with one number)', async (t) => {
  const target = folderTarget(folderOf(t));
  const { store, copier } = await copied(t, target);
  await copier.base();
  const numbers = await readNumbers(store.write);
  await writeSetting(store.write, 'copies', JSON.stringify({ ...numbers, copy: 0 }));
  const folders = async () => new Set((await keptCopies(target)).map(({ base }) => base)).size;
  const before = await folders();
  await copier.base();
  assert.deepEqual([copier.said, await folders()], [['shared'], before]);
});

test('a clock that leaps between two copies is said for a day (C2; catches: never; forever)', async (t) => {
  const { copier, clock, warnings } = await copied(t, folderTarget(folderOf(t)));
  await copier.base();
  clock.now += 400 * DAY;
  await copier.mark();
  assert.deepEqual(warnings(), ['clock']);
  clock.now -= 400 * DAY;
  await copier.mark();
  assert.deepEqual(warnings(), ['clock']);
  clock.now += 2 * DAY;
  await copier.mark();
  assert.deepEqual(warnings(), []);
});

test('what the storage has lost of a copy is seen within five minutes, and said for a day (catches: within the hour; forever)', async (t) => {
  const folder = folderOf(t);
  const { store, copier, clock, warnings } = await copied(t, folderTarget(folder));
  const base = await copier.base();
  await store.add(person('ana@example.com'));
  await copier.part();
  await copier.mark();
  const lose = () => rmSync(join(folder, base, readdirSync(join(folder, base)).toSorted().at(-1) ?? ''));
  lose();
  await copier.mark();
  assert.deepEqual([copier.said, warnings()], [[], []]);
  clock.now += 5 * MINUTE;
  await copier.mark();
  assert.deepEqual([copier.said, warnings()], [['lost'], ['lost']]);
  await copier.base();
  clock.now += 2 * DAY;
  await copier.mark();
  assert.deepEqual([copier.said, warnings()], [['lost'], []]);
});
