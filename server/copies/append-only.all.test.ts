import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DAY } from '#contract/time.ts';
import { person } from '#test/fixtures/command.ts';
import { assembleNewest, copierOf } from '#test/fixtures/copies.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { folderTarget } from './folder-target.ts';
import { keptCopies } from './kept.ts';
import { TargetError } from './target.ts';

test('a key that may not delete holds nothing up in 40 days, and is said (C6; catches: copying stops; not a word; it fails)', async (t) => {
  const target = folderTarget(folderOf(t));
  let asked = 0;
  const remove = async () => {
    asked += 1;
    throw new TargetError('not-taken', 'AccessDenied');
  };
  const store = await openTestStore(t);
  const clock = { now: Date.now() };
  const copier = copierOf(t, store, { target: { ...target, remove }, now: () => clock.now });
  const warnings = () => copier.status()?.warnings.map(({ code }) => code);
  for (let day = 1; day <= 40; day += 1) {
    await copier.base();
    assert.deepEqual([warnings(), copier.status()?.failing, asked], [['not-deleted'], null, 5 * day]);
    await store.add(person(`${day}@example.com`));
    assert.equal(await copier.part(), 1);
    assert.deepEqual(copier.status()?.failing, null);
    clock.now += DAY;
  }
  assert.equal((await keptCopies(target)).length, 40);
  const { contents } = await assembleNewest(target, join(folderOf(t), 'copy.sqlite'));
  assert.equal(contents.subscriptions, 40);
});
