import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { person } from '#test/fixtures/command.ts';
import { copierOf, IDENTITY } from '#test/fixtures/copies.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { startStorage } from '#test/fixtures/storage.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { assemble } from './assemble.ts';
import { keptCopies } from './kept.ts';
import { openTarget } from './target.ts';
import { patient } from './try-again.ts';

/** A copy with a base in pieces and several parts, in a storage of its own process. */
async function copied(t: TestContext, parts: number) {
  const storage = await startStorage(t);
  const store = await openTestStore(t);
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const target = await openTarget(storage.settings, patient({ wait, onFail: () => {} }, 60_000));
  const copier = copierOf(t, store, { target });
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
  const restored = () => assemble({ target, identity: IDENTITY, into, at: null });
  return { storage, target, copier, waits, copy, restored };
}

test('storage that ends the connection after each answer, half of them as HTTP/1.0 has it, takes a copy and gives it back (C4; fault: Node’s fetch, which ends the process)', async (t) => {
  const { storage, copy, copier, restored } = await copied(t, 30);
  let fetched = 0;
  subscribe('undici:request:create', () => (fetched += 1));
  await storage.ails('closes');
  await copy();
  const { contents, parts } = await restored();
  assert.deepEqual([copier.waits, parts, contents.subscriptions], [[], 30, 30]);
  assert.equal(fetched, 0, 'Node’s fetch ends the process where a body waits to be read');
});

test('storage that is busy at one answer in twenty is asked again for that alone (C5; faults: a restore fails; the base is sent anew)', async (t) => {
  const { storage, target, copy, copier, waits, restored } = await copied(t, 60);
  await storage.ails('busy');
  await copy();
  assert.equal((await restored()).contents.subscriptions, 60);
  assert.equal((await keptCopies(target))[0]?.objects.length, 61);
  assert.deepEqual(copier.waits, [], 'not by the sender');
  assert.ok(waits.length > 5 && waits.every((ms) => ms === 1000), String(waits));
});
