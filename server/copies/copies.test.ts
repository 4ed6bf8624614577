import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { generateX25519Identity } from 'age-encryption';
import { DAY } from '#contract/time.ts';
import { readConfig } from '#server/base/config.ts';
import { erase } from '#server/list/erase.ts';
import { createLog } from '#server/base/log.ts';
import { takeKeys } from '#server/store/backup.ts';
import { databaseFile } from '#server/store/open.ts';
import { RefusedError } from '#server/store/refusal.ts';
import type { Recording } from '#server/store/database.ts';
import { spoolFolder } from '#server/store/recording.ts';
import { until } from '#test/fixtures/collector.ts';
import { person } from '#test/fixtures/command.ts';
import { assembleNewest, copierOf, KEY } from '#test/fixtures/copies.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { createCopies } from './copies.ts';
import { folderTarget } from './folder-target.ts';
import { keptCopies } from './kept.ts';
import { parseName } from './name.ts';
import { readCopyStatus, writeCopyStatus } from './status.ts';
import type { Target } from './target.ts';

/** A store and the folder of its copies. */
async function copied(t: TestContext) {
  const store = await openTestStore(t, { now: Date.now });
  const folder = folderOf(t);
  const target = folderTarget(folder);
  return { store, folder, target, copier: copierOf(t, store, { target }) };
}

async function assembled(t: TestContext, target: Target, at: number | null = null) {
  const into = join(folderOf(t), 'copy.sqlite');
  return { ...(await assembleNewest(target, into, at)), into };
}

/** All that a store holds, its next ids included. */
function contentOf(file: string): Record<string, unknown[]> {
  using db = new DatabaseSync(file, { readOnly: true });
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).all();
  return Object.fromEntries(
    tables.map(({ name }) => [name, db.prepare(`SELECT * FROM ${name} ORDER BY 1, 2`).all()]),
  );
}

async function signUp(store: TestStore, ...names: string[]): Promise<void> {
  for (const name of names) await store.add(person(`${name}@example.com`));
}

test('base and parts make the store as it is: rows, counters, next ids, what triggers did (catches: triggers run again; ids are used twice; a part is left out)', async (t) => {
  const { store, target, copier } = await copied(t);
  await signUp(store, 'ana');
  await copier.base('keys');
  // A burst is buffered, and moved to its tables later.
  await Promise.all(Array.from({ length: 40 }, (_, n) => signUp(store, `burst-${n}`)));
  assert.equal(await copier.part(), 1);
  await signUp(store, 'rui', 'eva');
  await erase(store.database, 'rui@example.com', Date.now());
  await store.write.deleteFrom('outbox').where('id', '>', 40).execute();
  assert.equal(await copier.part(), 1);
  assert.equal(await copier.part(), 0, 'nothing has changed');
  const { into, parts } = await assembled(t, target);
  assert.equal(parts, 2);
  {
    using db = new DatabaseSync(into);
    assert.equal(takeKeys(db), 'keys');
  }
  await store.close();
  assert.deepEqual(contentOf(into), contentOf(databaseFile(store.dataDir)));
});

test('a copy is read as it was at a time (catches: all parts are taken)', async (t) => {
  const { store, target, copier } = await copied(t);
  await copier.base();
  await signUp(store, 'ana');
  await copier.part();
  const [copy] = await keptCopies(target);
  const end = copy?.objects.at(-1)?.at ?? 0;
  while (Date.now() === end);
  await signUp(store, 'rui');
  await copier.part();
  assert.equal((await assembled(t, target, end)).contents.subscriptions, 1);
  assert.equal((await assembled(t, target)).contents.subscriptions, 2);
  await assert.rejects(assembled(t, target, 1), refused('missing'));
});

test('a write of another process is in the next base, and a part without it is never taken (catches: the copy lacks it)', async (t) => {
  const { store, target, copier } = await copied(t);
  await copier.base();
  const other = new DatabaseSync(databaseFile(store.dataDir));
  other.exec(`INSERT INTO setting (name, value) VALUES ('other', '1')`);
  other.close();
  await signUp(store, 'ana');
  const { recording } = store.database;
  assert.deepEqual(await recording?.take(), { is: 'broken', why: 'written-by-another' });
  assert.deepEqual(await recording?.take(), { is: 'broken', why: 'written-by-another' });
  const newest = await copier.base();
  const { base, contents } = await assembled(t, target);
  assert.equal(base, newest);
  assert.equal(contents.subscriptions, 1);
});

test('while a base is on its way, parts go on to the copy before, and are in the new one too (catches: they wait; either lacks them; the newer is restored though the other reaches further)', async (t) => {
  const store = await openTestStore(t, { now: Date.now });
  const target = folderTarget(folderOf(t));
  const { slow, begun, line, arrived } = slowBases(target);
  const copier = copierOf(t, store, { target: slow });
  const first = await copier.base();
  await signUp(store, 'ana');
  await copier.part();
  const second = copier.base();
  await begun.promise;
  await signUp(store, 'rui');
  const part = copier.part();
  await arrived.promise;
  const before = await assembled(t, target);
  assert.deepEqual([before.base, before.parts, before.contents.subscriptions], [first, 3, 2]);
  const marked = Date.now();
  const mark = copier.mark();
  line.resolve();
  await Promise.all([second, part, mark]);
  assert.ok((copier.status()?.until ?? 0) >= marked, 'catching up is no step back');
  await signUp(store, 'eva');
  await copier.part();
  const after = await assembled(t, target);
  assert.deepEqual([after.base, after.parts, after.contents.subscriptions], [await second, 2, 3]);
  // As if the machine had gone before the new copy had its parts.
  const [, newer] = await keptCopies(target);
  await target.remove(newer?.objects.slice(1).map(({ name }) => name) ?? []);
  const longer = await assembled(t, target);
  assert.deepEqual([longer.base, longer.contents.subscriptions], [first, 2]);
  assert.deepEqual(readdirSync(spoolFolder(store.dataDir)), []);
});

/** Bases after the first wait for `line`, `begun` once one does; `arrived`: the first part after it is there. */
function slowBases(target: Target) {
  const begun = Promise.withResolvers<void>();
  const line = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  let bases = 0;
  async function put(name: string, file: string): Promise<void> {
    const { number, from } = parseName(name) ?? {};
    if (number === from && (bases += 1) > 1) {
      begun.resolve();
      await line.promise;
    }
    await target.put(name, file);
    if (number === 3) arrived.resolve();
  }
  return { slow: { ...target, put }, begun, line, arrived };
}

test('until the base after a broken recording has arrived, the copy is as old as it is (catches: the owner reads that all is copied)', async (t) => {
  const store = await openTestStore(t, { now: Date.now });
  const { slow, begun, line } = slowBases(folderTarget(folderOf(t)));
  let now = 1000;
  const copier = copierOf(t, store, { target: slow, now: () => now });
  await copier.base();
  await store.database.recording?.stop();
  now = 2000;
  const base = copier.base();
  await begun.promise;
  const mark = copier.mark();
  assert.equal(copier.status()?.until, 1000);
  line.resolve();
  await Promise.all([base, mark]);
  assert.equal(copier.status()?.until, 2000);
});

test('much at once becomes several parts, and more than is sent for long ends in a new base (catches: it stays in memory; the disk fills up)', async (t) => {
  const { store, copier } = await copied(t);
  await copier.base();
  const large = 'x'.repeat(1_000_000);
  const put = (n: number) =>
    store.write
      .insertInto('setting')
      .values({ name: `large-${n}`, value: large })
      .execute();
  for (let n = 0; n < 10; n += 1) await put(n);
  assert.ok((await copier.part()) >= 2);
  assert.deepEqual(partsIn(store), []);
  for (let n = 10; n < 80; n += 1) await put(n);
  assert.deepEqual(await store.database.recording?.take(), { is: 'broken', why: 'full' });
});

function partsIn({ dataDir }: TestStore): string[] {
  return readdirSync(spoolFolder(dataDir)).filter((name) => name.endsWith('.part'));
}

test('a spool that cannot be written costs the copy, and no sign-up (D21; catches: the post is refused)', async (t) => {
  const { store, copier } = await copied(t);
  await copier.base();
  rmSync(spoolFolder(store.dataDir), { recursive: true });
  writeFileSync(spoolFolder(store.dataDir), '');
  assert.equal(await store.add(person('ana@example.com')), 'stored');
  assert.deepEqual(await store.database.recording?.take(), { is: 'broken', why: 'disk' });
  await assert.rejects(copier.base());
  assert.equal(await store.add(person('rui@example.com')), 'stored');
});

test('what a power loss has left of a part is never sent, and is cleared (D2; catches: half a part is sealed)', async (t) => {
  const { store, folder, target, copier } = await copied(t);
  await copier.base();
  await signUp(store, 'ana');
  await store.database.recording?.take();
  const spool = spoolFolder(store.dataDir);
  const [part = ''] = partsIn(store);
  truncateSync(join(spool, part), 9);
  writeFileSync(join(spool, 'parts.age'), 'half');
  const copies = copiesOf(
    { ...store, recording: store.database.recording },
    { COPY_TO: folder, COPY_KEY: KEY },
  );
  copies.start();
  // Its process may take longer to start than it is given to end.
  await until(() => (readCopyStatus(store.dataDir)?.to === 'there' ? undefined : true));
  await copies.stop();
  assert.deepEqual(readdirSync(spool), []);
  const made = await assembled(t, target);
  assert.deepEqual([made.parts, made.contents.subscriptions], [0, 1]);
});

type Copied = { dataDir: string; recording: Recording | null; write: TestStore['write'] };

/** As the collector makes them, with a process of its own that sends. */
function copiesOf({ dataDir, recording, write }: Copied, given: Record<string, string>) {
  const config = readConfig({ DATA_DIR: dataDir, ...given });
  const log = createLog(
    (line) => assert.fail(line),
    () => new Date(0),
  );
  const database = { recording, write };
  const isClockSteady = async () => true;
  return createCopies(config, { database, isClockSteady, settings: () => config, now: Date.now, log });
}

test('where nothing is copied any more, as in PostgreSQL, the last status is forgotten (catches: the owner is warned that copies fail)', async (t) => {
  const { write, dataDir } = await openTestStore(t);
  const failing = { since: 0, code: 'full', said: 'no space' } as const;
  writeCopyStatus(dataDir, { to: 'there', until: 0, failing, checked: null, warnings: [] });
  const copies = copiesOf({ dataDir, write, recording: null }, { COPY_TO: folderOf(t), COPY_KEY: KEY });
  copies.start();
  await copies.stop();
  assert.equal(readCopyStatus(dataDir), null);
});

test('copies are deleted after their days, the present one never, and none while the clock may be wrong (catches: none is; all are)', async (t) => {
  const store = await openTestStore(t);
  const target = folderTarget(folderOf(t));
  // Parts have the time of the writing thread.
  let now = Date.now();
  const copier = copierOf(t, store, { target, now: () => now });
  const kept = async () => (await keptCopies(target)).map(({ base }) => base);
  const first = await copier.base();
  now += 29 * DAY;
  const second = await copier.base();
  now += 2 * DAY;
  const third = await copier.base(null, false);
  assert.deepEqual(await kept(), [first, second, third]);
  const fourth = await copier.base();
  assert.deepEqual(await kept(), [fourth]);
});

/** A copy of three parts, with the folder that it is in. */
async function toSpoil(t: TestContext) {
  const { store, folder, target, copier } = await copied(t);
  const base = await copier.base();
  for (const name of ['ana', 'rui', 'eva']) {
    await signUp(store, name);
    await copier.part();
  }
  const files = readdirSync(join(folder, base)).toSorted();
  return { store, folder, target, copier, base, files: files.map((name) => join(folder, base, name)) };
}

const refused = (code: RefusedError['code']) => (error: unknown) =>
  error instanceof RefusedError && error.code === code;

test('a part that is missing, moved, repeated or of another copy is refused by name (D21; catches: each is taken)', async (t) => {
  const { store, folder, target, files, base } = await toSpoil(t);
  const [, one = '', two = '', three = ''] = files;
  const whole = readFileSync(two);
  rmSync(two);
  await assert.rejects(assembled(t, target), refused('incomplete'));
  // The content of the one before under its own number.
  const hash = /-([\da-f]{64})\.age$/;
  const [, first = ''] = hash.exec(one) ?? [];
  const replayed = two.replace(hash, `-${first}.age`);
  writeFileSync(replayed, readFileSync(one));
  await assert.rejects(assembled(t, target), refused('corrupt'));
  rmSync(replayed);
  writeFileSync(two, whole);
  // Two parts change places: each has its own hash, but not its own number.
  const place = (file: string) => /\/(\d{8}-\w+)-/.exec(file)?.[1] ?? '';
  const swapped = [two.replace(place(two), place(three)), three.replace(place(three), place(two))];
  renameSync(two, swapped[0] ?? '');
  renameSync(three, swapped[1] ?? '');
  await assert.rejects(assembled(t, target), refused('corrupt'));
  renameSync(swapped[0] ?? '', two);
  renameSync(swapped[1] ?? '', three);
  await assembled(t, target);
  // A part of a copy with another key, as a holder of the bucket alone could add.
  const other = copierOf(t, store, { target, key: await anotherKey() });
  await other.base();
  await assert.rejects(assembled(t, target), refused('other-key'));
  assert.ok(readdirSync(folder).includes(base));
});

async function anotherKey(): Promise<string> {
  const { identityToRecipient } = await import('age-encryption');
  return identityToRecipient(await generateX25519Identity());
}

test('no changed or cut byte of a copy is taken', async (t) => {
  const { target, files } = await toSpoil(t);
  const tries = Number(process.env['EMBREVE_SPOILED'] ?? 40);
  for (let turn = 0; turn < tries; turn += 1) {
    const file = files[turn % files.length] ?? '';
    const whole = readFileSync(file);
    const at = Math.floor((turn / tries) * whole.length);
    const spoiled = turn % 2 === 0 ? Buffer.from(whole) : whole.subarray(0, at);
    if (turn % 2 === 0) spoiled[at] = (spoiled[at] ?? 0) ^ (1 << (turn % 8));
    writeFileSync(file, spoiled);
    await assert.rejects(assembled(t, target), (error) => error instanceof RefusedError, `${file} at ${at}`);
    writeFileSync(file, whole);
  }
  assert.equal((await assembled(t, target)).contents.subscriptions, 3);
});
