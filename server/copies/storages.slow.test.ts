import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { person } from '#test/fixtures/command.ts';
import { assembleNewest, copierOf } from '#test/fixtures/copies.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { startStorage } from '#test/fixtures/storage.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { keptCopies } from './kept.ts';
import { openTarget, tryTarget } from './open-target.ts';
import { patient } from './try-again.ts';

/** A copy with a base in pieces and several parts, in a storage of its own process. */
async function copied(t: TestContext, parts: number, onWait?: () => void) {
  const storage = await startStorage(t);
  const store = await openTestStore(t);
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const target = await openTarget(storage.settings, patient({ wait, onFail: () => {} }, 60_000));
  const copier = copierOf(t, store, { target, ...(onWait && { onWait }) });
  // What is random cannot be packed.
  const large = randomBytes(9_000_000).toString('latin1');
  await store.write.insertInto('setting').values({ name: 'large', value: large }).execute();
  async function copy() {
    await copier.base();
    for (let n = 0; n < parts; n += 1) {
      await store.add(person(`${n}@example.com`));
      await copier.part();
    }
  }
  const into = join(folderOf(t), 'copy.sqlite');
  const restored = () => assembleNewest(target, into);
  return { storage, target, copier, waits, copy, restored };
}

test('storage that ends the connection after each answer, half of them as HTTP/1.0 has it, takes a copy and gives it back (C4; catches: Node’s fetch, which ends the process)', async (t) => {
  const { storage, copy, copier, restored } = await copied(t, 30);
  let fetched = 0;
  subscribe('undici:request:create', () => (fetched += 1));
  await storage.ails('closes');
  await copy();
  const { contents, parts } = await restored();
  assert.deepEqual([copier.waits, parts, contents.subscriptions], [[], 30, 30]);
  assert.equal(fetched, 0, 'Node’s fetch ends the process where a body waits to be read');
});

test('storage that is busy at one answer in twenty is asked again for that alone (C5; catches: a restore fails; the base is sent again)', async (t) => {
  const { storage, target, copy, copier, waits, restored } = await copied(t, 60);
  await storage.ails('busy');
  await copy();
  assert.equal((await restored()).contents.subscriptions, 60);
  assert.equal((await keptCopies(target))[0]?.objects.length, 61);
  assert.deepEqual(copier.waits, [], 'not by the sender');
  assert.ok(waits.length > 5 && waits.every((ms) => ms === 1000), String(waits));
});

test('storage that says it has taken an object and has not is asked to take it again (C8; catches: its answer is believed)', async (t) => {
  const { storage, copy, copier, restored } = await copied(t, 3);
  await storage.ails('loses');
  await copy();
  assert.equal((await restored()).contents.subscriptions, 3);
  assert.equal(copier.waits.length, 1);
});

for (const [trouble, code] of [
  ['forgets', 'failed'],
  ['full', 'full'],
] as const)
  test(`storage that ${trouble} what it is given fails by name until it takes it, and nothing is lost (C8; catches: it counts as copied; it stays failed; a part is left out)`, async (t) => {
    const codes: (string | undefined)[] = [];
    const { storage, copy, copier, restored } = await copied(t, 3, () => {
      codes.push(copier.status()?.failing?.code);
      if (codes.length === 3) void storage.ails('none');
    });
    await storage.ails(trouble);
    await copy();
    assert.deepEqual([new Set(codes), copier.status()?.failing], [new Set([code]), null]);
    assert.equal((await restored()).contents.subscriptions, 3);
  });

test('2,000 objects are deleted within two requests of 50 ms (C6; catches: one by one)', async (t) => {
  const { settings, ails, asked } = await startStorage(t);
  const target = await openTarget(settings);
  const names = Array.from({ length: 2000 }, (_, n) => `old/${n}`);
  const file = join(folderOf(t), 'sealed');
  writeFileSync(file, 'sealed');
  await Promise.all(names.slice(0, 20).map((name) => target.put(name, file)));
  await ails('slowDeletion');
  const before = await asked();
  await target.remove(names);
  assert.equal((await asked()) - before, 2);
  for await (const { name } of target.list()) assert.fail(name);
});

test('a storage that lets nobody delete says so, although its answer is 200 (C6; catches: it counts as deleted; the key is refused)', async (t) => {
  const { settings, ails } = await startStorage(t);
  await ails('keeps');
  const target = await openTarget(settings);
  await assert.rejects(target.remove(['old/1']), { code: 'not-taken', message: /AccessDenied/ });
  assert.equal(await tryTarget(settings, folderOf(t)), null, 'such a key is welcome');
});
