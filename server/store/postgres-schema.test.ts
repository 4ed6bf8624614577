import assert from 'node:assert/strict';
import { type TestContext } from 'node:test';
import pg from 'pg';
import { sql } from '#kysely';
import { openTestStore } from '#test/fixtures/store.ts';
import { testOnPostgres } from '#test/fixtures/each-database.ts';
import { CARRIED_OVER, POSTGRES_LATER_STEPS } from '#test/fixtures/later-version.ts';
import { POSTGRES_MIGRATIONS } from './migrations.ts';
import { startPostgres } from '#test/fixtures/postgres.ts';
import { databasesOfFile } from '#test/fixtures/postgres-of-file.ts';
import { createMigrationClient } from './postgres-pool.ts';
import { preparePostgres } from './postgres-schema.ts';
import { RefusedError } from './refusal.ts';

const newDatabase = databasesOfFile();

async function connect(t: TestContext, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  t.after(() => void client.end());
  return client;
}

/** What a process does at startup. */
async function prepare(url: string, migrations?: readonly string[]): Promise<void> {
  const client = createMigrationClient(url);
  await client.connect();
  try {
    await preparePostgres(client, migrations);
  } finally {
    await client.end();
  }
}

/** Every object created by the migrations, one per line. */
async function schemaOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type AS line
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT 'trigger ' || tgname FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'function ' || proname FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND proname <> 'cut'
    ORDER BY 1`);
  return rows.map(({ line }) => line).filter((line) => !line.includes('schema_version'));
}

async function versions(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version ORDER BY 1');
  return rows.map(({ version }) => version);
}

/** Makes PostgreSQL terminate the connection at its `n`th schema change. */
async function cutAt(client: pg.Client, n: number): Promise<void> {
  await client.query(`
    DROP EVENT TRIGGER IF EXISTS cut;
    DROP SEQUENCE IF EXISTS cuts;
    CREATE SEQUENCE cuts;
    CREATE OR REPLACE FUNCTION cut() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('cuts') = ${n} THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
    END $$;
    CREATE EVENT TRIGGER cut ON ddl_command_end EXECUTE FUNCTION cut();`);
}

const isRefused = (code: string, words: RegExp) => (error: unknown) =>
  error instanceof RefusedError && error.code === code && words.test(error.message);

testOnPostgres(
  'a migration cut at any statement leaves the schema before or after a step, and is done again (D18)',
  async (t) => {
    const steps = [...POSTGRES_MIGRATIONS, ...POSTGRES_LATER_STEPS];
    let cuts = 0;
    for (const [step] of steps.entries()) {
      const url = await newDatabase();
      await prepare(url, steps.slice(0, step));
      const client = await connect(t, url);
      const start = await schemaOf(client);
      for (let n = 1; ; n++) {
        await cutAt(client, n);
        const outcome = await prepare(url, steps.slice(0, step + 1)).catch(
          (error: pg.DatabaseError) => error.code,
        );
        if (outcome === undefined) break;
        assert.equal(outcome, '57P01');
        assert.deepEqual(await schemaOf(client), start, `cut at ${n}`);
        cuts++;
      }
      await client.query('DROP EVENT TRIGGER cut');
      const whole = await newDatabase();
      await prepare(whole, steps.slice(0, step + 1));
      assert.deepEqual(await schemaOf(client), await schemaOf(await connect(t, whole)));
      assert.equal((await versions(client)).length, step + 1);
    }
    t.diagnostic(`cut at ${cuts} statements`);
    assert.ok(cuts > 20);
  },
);

testOnPostgres('the same test sees a step that is not one transaction', async (t) => {
  const url = await newDatabase();
  const client = await connect(t, url);
  await cutAt(client, 4);
  await assert.rejects(prepare(url, [`CREATE TABLE first (id BIGINT); COMMIT; ${POSTGRES_MIGRATIONS[0]}`]));
  assert.deepEqual(await schemaOf(client), ['column first.id bigint']);
  assert.deepEqual(await versions(client), []);
});

testOnPostgres('processes that start at once migrate one after the other (catches: no lock)', async (t) => {
  const url = await newDatabase();
  await Promise.all(Array.from({ length: 6 }, () => prepare(url)));
  assert.deepEqual(
    await versions(await connect(t, url)),
    [...POSTGRES_MIGRATIONS.keys()].map((step) => step + 1),
  );
});

testOnPostgres(
  'a migration may take longer than a request (catches: the time limit of a request)',
  async () => {
    const url = await newDatabase();
    await prepare(url, ['DO $$ BEGIN PERFORM pg_sleep(6.2); END $$']);
  },
);

testOnPostgres(
  'later steps carry over what a store of the first schema holds (catches: rows are lost, or not filled in)',
  async (t) => {
    const url = await newDatabase();
    await prepare(url, POSTGRES_MIGRATIONS.slice(0, 1));
    const client = await connect(t, url);
    await client.query(CARRIED_OVER.before);
    await prepare(url, [...POSTGRES_MIGRATIONS, ...POSTGRES_LATER_STEPS]);
    const { rows } = await client.query<Record<string, unknown>>(CARRIED_OVER.query);
    const numbers = rows.map((row) => ({ ...row, length: Number(row['length']), at: Number(row['at']) }));
    assert.deepEqual(numbers, CARRIED_OVER.after);
  },
);

testOnPostgres('a schema newer than the program is refused by name, and stays', async (t) => {
  const url = await newDatabase();
  const later = [...POSTGRES_MIGRATIONS, ...POSTGRES_LATER_STEPS];
  await prepare(url, later);
  await assert.rejects(prepare(url), isRefused('newer', /newer version.*Nothing was changed/));
  assert.equal((await versions(await connect(t, url))).length, later.length);
});

testOnPostgres(
  'tables of other columns are refused by name before anything is made, and so is another program’s number (catches: each sign-up fails; a newer version is named)',
  async (t) => {
    const url = await newDatabase();
    const client = await connect(t, url);
    await client.query(
      'CREATE TABLE schema_version (version INTEGER); INSERT INTO schema_version VALUES (99)',
    );
    await assert.rejects(prepare(url), isRefused('foreign', /schema_version of another program/));
    await client.query('DROP TABLE schema_version');
    await prepare(url, POSTGRES_MIGRATIONS.slice(0, 2));
    await client.query('CREATE TABLE mine (x INTEGER); ALTER TABLE subscription RENAME path TO route');
    const before = await schemaOf(client);
    const words = /: "subscription\.path" is missing, "subscription\.route" is foreign\./;
    await assert.rejects(prepare(url), isRefused('foreign', words));
    assert.deepEqual(await schemaOf(client), before);
    await client.query('ALTER TABLE subscription RENAME route TO path');
    await prepare(url);
  },
);

testOnPostgres(
  'a database in which an I becomes another small letter is refused (catches: messages are not erased)',
  async (t) => {
    const url = await newDatabase();
    const client = await connect(t, url);
    const name = `turkish_${process.pid}`;
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'tr'`);
    await assert.rejects(
      prepare(url.replace(/[^/]+$/, name)),
      isRefused('unsafe-settings', /LOCALE "C\.UTF-8"/),
    );
  },
);

for (const setting of ['fsync', 'full_page_writes']) {
  testOnPostgres(`a server with ${setting} off is refused with words`, async (t) => {
    // A server of its own: on the shared one, other tests would be refused meanwhile.
    const { url } = await startPostgres(t);
    const client = await connect(t, url);
    await client.query(`ALTER SYSTEM SET ${setting} = off`);
    await client.query('SELECT pg_reload_conf()');
    while ((await client.query(`SHOW ${setting}`)).rows[0]?.[setting] !== 'off');
    await assert.rejects(
      prepare(url),
      isRefused('unsafe-settings', new RegExp(`${setting} off.*Turn it on`)),
    );
    assert.deepEqual(await schemaOf(client), []);
    await client.end();
  });
}

testOnPostgres(
  'commits wait for the disk, whatever the database and the URL say (catches: the settings of the connection)',
  async (t) => {
    const url = await newDatabase();
    const client = await connect(t, url);
    await client.query(`ALTER DATABASE ${client.database} SET synchronous_commit = off`);
    const databaseUrl = `${url}?options=-c%20synchronous_commit%3Doff`;
    const { write } = await openTestStore(t, { databaseUrl });
    const is = sql<{ is: string }>`SELECT current_setting('synchronous_commit') AS is`;
    assert.deepEqual((await is.execute(write)).rows, [{ is: 'on' }]);
    assert.deepEqual(await write.transaction().execute(async (trx) => (await is.execute(trx)).rows), [
      { is: 'on' },
    ]);
  },
);
