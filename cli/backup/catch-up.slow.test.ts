import assert from 'node:assert/strict';
import { verbsOf } from '#test/fixtures/subscription.ts';
import { join } from 'node:path';
import { type TestContext } from 'node:test';
import { DAY } from '#contract/time.ts';
import { sql } from '#kysely';
import { databasesOfFile } from '#test/fixtures/postgres-of-file.ts';
import { type OpenStore, testOnEach, testOnPostgres } from '#test/fixtures/each-database.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { noteOpening, readOpening } from '#server/stage/opening.ts';
import { writeStage } from '#server/stage/stage.ts';
import { erase } from '#server/list/erase.ts';
import { NOW, perform, type Performed, person, settingsOf } from '#test/fixtures/command.ts';
import { usePostgresClient } from '#server/store/existing.ts';
import { backup } from './backup.ts';
import { restore, restored, restoring } from './restore.ts';
import { readKept } from '#server/list/catch-up.ts';

const newDatabase = databasesOfFile();

/** A store with a fake clock. */
async function openAt(t: TestContext, open: OpenStore) {
  const clock = { time: NOW };
  const store = await open({ now: () => clock.time });
  const verbs = verbsOf(store, () => clock.time);
  const add = async (...names: string[]) => {
    for (const name of names) assert.equal(await store.add(person(`${name}@example.com`)), 'stored');
  };
  const idOf = async (name: string) => {
    const row = store.write.selectFrom('subscription').select('id').where('key', '=', `${name}@example.com`);
    return (await row.executeTakeFirstOrThrow()).id;
  };
  const confirm = async (name: string) => assert.ok(await verbs.confirm(await idOf(name)));
  const leave = async (name: string) => verbs.leave(await idOf(name));
  return { clock, store, add, confirm, leave, backUp: () => backUp(t, store, clock) };
}

/** Makes a backup; returns a function that restores it with the documented commands. */
async function backUp(
  t: TestContext,
  store: TestStore,
  clock: { time: number },
): Promise<() => Promise<Performed>> {
  const settings = await settingsOf(store);
  if (store.kind === 'sqlite') {
    const file = join(folderOf(t), 'backup.sqlite');
    assert.equal((await perform(backup, [file], settings)).code, 0);
    return async () => {
      await store.close();
      return perform(restore, [file, '--force'], settings, clock.time);
    };
  }
  const { write } = store;
  const tables = ['subscription', 'consent_receipt', 'outbox', 'erasure', 'setting'] as const;
  const rows = await Promise.all(tables.map((table) => write.selectFrom(table).selectAll().execute()));
  // A dump contains leftover tables, too.
  const left = await tablesOf(write);
  for (const name of left)
    await sql`CREATE TABLE ${sql.ref(`dump_${name}`)} AS TABLE ${sql.ref(name)}`.execute(write);
  return async () => {
    assert.equal((await perform(restoring, [], settings)).code, 0);
    // Like pg_restore.
    for (const table of tables.toReversed()) await write.deleteFrom(table).execute();
    for (const [place, table] of tables.entries()) {
      const values = rows[place] as never[];
      if (values.length > 0) await write.insertInto(table).values(values).execute();
    }
    for (const name of left) {
      await sql`DROP TABLE IF EXISTS ${sql.ref(name)}`.execute(write);
      await sql`ALTER TABLE ${sql.ref(`dump_${name}`)} RENAME TO ${sql.ref(name)}`.execute(write);
    }
    const done = await perform(restored, [], settings, clock.time);
    assert.deepEqual(await tablesOf(write), [], 'addresses are kept nowhere else');
    return done;
  };
}

/** The tables in which `restoring` keeps its facts. */
async function tablesOf(query: TestStore['write']): Promise<string[]> {
  const found = await sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
    WHERE table_name LIKE 'restoring%'`.execute(query);
  return found.rows.map(({ name }) => name);
}

async function peopleOf({ write }: TestStore) {
  const rows = await write
    .selectFrom('subscription')
    .select(['key', 'state', 'left_at'])
    .orderBy('id')
    .execute();
  return rows.map(({ key, state, left_at }) => [key.split('@')[0], state, left_at]);
}

testOnEach(
  'a person who left, or said "that was not me", since the backup is not on the list again (catches: only erasures are carried over)',
  async (t, open) => {
    const { clock, add, confirm, leave, backUp: makeBackup } = await openAt(t, open);
    await add('ana', 'eva', 'rui', 'zoe', 'leo');
    for (const name of ['ana', 'rui', 'zoe', 'leo']) await confirm(name);
    clock.time += DAY;
    await leave('zoe');
    const restoreIt = await makeBackup();
    const left = (clock.time += DAY);
    for (const name of ['ana', 'eva', 'rui']) await leave(name);
    clock.time += 2 * DAY;
    // Anybody can post a form: without confirming nobody is back.
    await add('rui', 'zoe');
    await leave('zoe');
    const { code, said } = await restoreIt();
    assert.equal(code, 0);
    assert.match(said.join('\n'), /^3 unsubscribed again/m);
    assert.doesNotMatch(said.join('\n'), /once more/);
    const after = await open();
    assert.deepEqual(await peopleOf(after), [
      ['ana', 'unsubscribed', left],
      ['eva', 'suppressed', left],
      ['rui', 'unsubscribed', left],
      ['zoe', 'unsubscribed', left - DAY],
      ['leo', 'confirmed', null],
    ]);
    const { write } = after;
    const receipts = await write
      .selectFrom('consent_receipt')
      .innerJoin('subscription', 'subscription.id', 'subscription_id')
      .select(['subscription.key', 'event', 'version', 'page', 'at'])
      .where('event', '=', 'withdrawn')
      .where('at', '>=', left)
      .orderBy('subscription.id')
      .execute();
    const receipt = (name: string, at: number) => ({
      key: `${name}@example.com`,
      event: 'withdrawn',
      version: 'v1',
      page: '/soon',
      at,
    });
    assert.deepEqual(
      receipts,
      ['ana', 'eva', 'rui'].map((name) => receipt(name, left)),
    );
    const counted = await write
      .selectFrom('counter')
      .selectAll()
      .where('n', '!=', 0)
      .orderBy('name')
      .execute();
    assert.deepEqual(counted, [
      { name: 'confirmed', n: 1 },
      { name: 'suppressed', n: 1 },
      { name: 'unsubscribed', n: 3 },
    ]);
  },
);

testOnEach(
  'a person who had left and came back before the backup stays on the list (catches: the leaving always wins)',
  async (t, open) => {
    const { clock, add, confirm, leave, backUp: makeBackup } = await openAt(t, open);
    await add('ana', 'eva');
    for (const name of ['ana', 'eva']) {
      await confirm(name);
      await leave(name);
    }
    // The same words on the same day: there is no receipt of this return.
    await add('ana');
    clock.time += 2 * DAY;
    await add('eva');
    const restoreIt = await makeBackup();
    clock.time += DAY;
    assert.doesNotMatch((await restoreIt()).said.join(), /unsubscribed again/);
    assert.deepEqual(await peopleOf(await open()), [
      ['ana', 'pending', null],
      ['eva', 'pending', null],
    ]);
  },
);

testOnEach(
  'a person who was erased before the backup, came back, and was erased after it is erased again (catches: the older time stays)',
  async (t, open) => {
    const { clock, store, add, backUp: makeBackup } = await openAt(t, open);
    await add('ana');
    await erase(store, 'ana@example.com', (clock.time += DAY));
    clock.time += DAY;
    await add('ana', 'eva');
    const restoreIt = await makeBackup();
    await erase(store, 'ana@example.com', (clock.time += DAY));
    clock.time += DAY;
    assert.match((await restoreIt()).said.join('\n'), /^1 erased again/m);
    assert.deepEqual(await peopleOf(await open()), [['eva', 'pending', null]]);
  },
);

testOnEach(
  'a stage that the backup brings back is named, the day of the opening stays (catches: silence; a year again)',
  async (t, open) => {
    const { store, backUp: makeBackup, add } = await openAt(t, open);
    await add('ana');
    const restoreIt = await makeBackup();
    await writeStage(store.write, 'live');
    await noteOpening(store.write, 'live', NOW);
    const { said } = await restoreIt();
    assert.match(
      said.join('\n'),
      /^The stage is soon, as in the backup; it was live\. To switch back: "stage live"/m,
    );
    assert.equal(await readOpening((await open()).write), NOW);
  },
);

testOnEach(
  'after pg_restore one command does what is left to do, and says what it cannot know',
  async (_t, open) => {
    const store = await open();
    await store.add(person('ana@example.com'));
    const { code, said } = await perform(restored, [], await settingsOf(store, { STAGE: 'live' }));
    assert.equal(code, 0);
    const text = said.join('\n');
    assert.match(text, /^Nothing was kept by "restoring"/);
    assert.match(text, /^1 emails and forwards that were queued/m);
    assert.match(text, /^The stage is live\.$/m);
    assert.match(text, /erased or unsubscribed after .* erase them again/);
  },
);

testOnPostgres(
  'a person who left again after a first try is kept with the last time (catches: the first stays)',
  async (t) => {
    const databaseUrl = await newDatabase();
    const { clock, store, add, confirm, leave } = await openAt(t, (options) =>
      openTestStore(t, { ...options, databaseUrl }),
    );
    const settings = await settingsOf(store);
    await add('ana');
    for (let tries = 0; tries < 2; tries += 1) {
      clock.time += DAY;
      await add('ana');
      await confirm('ana');
      await leave('ana');
      assert.match((await perform(restoring, [], settings)).said[0] ?? '', /^0 erased and 1 unsubscribed/);
    }
    const kept = await usePostgresClient(databaseUrl, readKept);
    assert.deepEqual(
      kept?.filter(({ name }) => name.includes('@')),
      [{ name: 'ana@example.com', is: 'unsubscribed', at: clock.time }],
    );
  },
);

testOnPostgres(
  'a try that was given up, and came into the dump, hides nobody; no server starts beside it (catches: they are back; it sends)',
  async (t) => {
    const databaseUrl = await newDatabase();
    const {
      store,
      add,
      confirm,
      leave,
      backUp: dump,
    } = await openAt(t, (options) => openTestStore(t, { ...options, databaseUrl }));
    await add('ana', 'eva');
    for (const name of ['ana', 'eva']) await confirm(name);
    const settings = await settingsOf(store);
    assert.equal((await perform(restoring, [], settings)).code, 0);
    await assert.rejects(openTestStore(t, { databaseUrl }), /Run .*restored/);
    const restoreIt = await dump();
    await leave('ana');
    await erase(store, 'eva@example.com', NOW);
    assert.equal((await restoreIt()).code, 0);
    assert.deepEqual(await peopleOf(store), [['ana', 'unsubscribed', NOW]]);
    await openTestStore(t, { databaseUrl });
  },
);

testOnEach('a backup of the other database is refused, with what to do', async (_t, open) => {
  const store = await open();
  const settings = await settingsOf(store);
  const other = store.kind === 'sqlite' ? restoring : restore;
  const { code, warned } = await perform(other, store.kind === 'sqlite' ? [] : ['backup'], settings);
  assert.equal(code, 1);
  const words =
    store.kind === 'sqlite' ? /"restore" is all you need/ : / restoring\n.*pg_restore .*\n.* restored$/;
  assert.match(warned.join(), words);
});

testOnEach(
  'any number of mails is held, a few thousand in a statement (catches: one statement for all, which takes too long)',
  async (_t, open) => {
    const store = await open();
    const { write } = store;
    if (store.kind === 'postgres') {
      await sql`CREATE FUNCTION few() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF (SELECT count(*) FROM changed) > 5000 THEN RAISE EXCEPTION 'too many'; END IF;
          RETURN NULL;
        END $$`.execute(write);
      await sql`CREATE TRIGGER few AFTER UPDATE ON outbox REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION few()`.execute(write);
    }
    const n = 12_001;
    await sql`WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < ${sql.lit(n)})
      INSERT INTO outbox (kind, subject_id, due_at, created_at) SELECT 'confirm', n, n, n FROM i`.execute(
      write,
    );
    const { said, warned } = await perform(restored, [], await settingsOf(store));
    assert.match(
      said.join('\n'),
      new RegExp(`^${n} emails and forwards that were queued`, 'm'),
      warned.join(),
    );
  },
);
