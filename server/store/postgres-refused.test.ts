import assert from 'node:assert/strict';
import { appendFileSync, chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { makeCertificate } from '#test/fixtures/certificate.ts';
import { testOnPostgres } from '#test/fixtures/each-database.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { NO_PGBOUNCER, startPgbouncer } from '#test/fixtures/pgbouncer.ts';
import { startPostgres } from '#test/fixtures/postgres.ts';
import { databasesOfFile } from '#test/fixtures/postgres-of-file.ts';
import { openPostgres } from './postgres.ts';

const newDatabase = databasesOfFile();

async function asked<T extends pg.QueryResultRow>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** What a start says that is refused. */
async function refused(url: string, direct: string | null = null): Promise<string> {
  const opened = openPostgres(url, direct).then((store) => store.close());
  const error = await opened.then(
    () => null,
    (one: Error) => one,
  );
  assert.ok(error, 'it started');
  return error.message;
}

async function tablesOf(url: string): Promise<string[]> {
  const rows = await asked<{ name: string }>(
    url,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  return rows.map(({ name }) => name);
}

/** The remedy, after these statements in a new database; as this user. */
const CASES: [what: string, statements: (name: string) => string[], remedy: RegExp, user?: string][] = [
  [
    'no CREATE',
    (name) => [`CREATE ROLE ${name}_u LOGIN`],
    /: GRANT CREATE ON SCHEMA public TO "\w+_u"\./,
    '_u',
  ],
  [
    'no connection left',
    (name) => [`CREATE ROLE ${name}_c LOGIN CONNECTION LIMIT 0`],
    /no connection left\. Each server needs 17/,
    '_c',
  ],
  [
    'read-only',
    (name) => [`ALTER DATABASE ${name} SET default_transaction_read_only = on`],
    /is read-only\. Let DATABASE_URL lead to the one that writes/,
  ],
  [
    'other tables',
    () => ['CREATE TABLE edition (id INTEGER)'],
    /has a table edition of another program.*database of its own/,
  ],
];

testOnPostgres(
  'each refusal has its own remedy, and nothing is made (catches: "check that PostgreSQL runs" for all; four of our tables beside another program’s)',
  async () => {
    for (const [what, statements, remedy, user = ''] of CASES) {
      const url = await newDatabase();
      const name = new URL(url).pathname.slice(1);
      for (const statement of statements(name)) await asked(url, statement);
      const before = await tablesOf(url);
      const as = user === '' ? url : url.replace(/\/\/[^@]*@/, `//${name}${user}@`);
      assert.match(await refused(as), remedy, what);
      assert.deepEqual(await tablesOf(url), before, what);
    }
    const url = await newDatabase();
    const latin = `${new URL(url).pathname.slice(1)}_latin`;
    await asked(url, `CREATE DATABASE ${latin} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    assert.match(await refused(`${url}_latin`), /encoding LATIN1.*ENCODING 'UTF8'/);
    assert.match(await refused(`${url}?sslmode=verify-full`), /It does not encrypt\./);
  },
);

testOnPostgres(
  'DATABASE_DIRECT_URL at another database is refused before anything is made; at the same it is not (catches: made there; each start refused)',
  async () => {
    const [url, other] = [await newDatabase(), await newDatabase()];
    assert.match(await refused(url, other), /DATABASE_DIRECT_URL leads to another database/);
    assert.deepEqual([await tablesOf(url), await tablesOf(other)], [[], []]);
    await (await openPostgres(url, url)).close();
  },
);

testOnPostgres('options= at a pooler has its own remedy', async (t) => {
  if (NO_PGBOUNCER) return t.skip(NO_PGBOUNCER);
  const pooler = await startPgbouncer(t, await newDatabase(), 2);
  assert.match(await refused(`${pooler}?options=-c%20work_mem%3D8MB`), /A pooler is in between.*options=/);
});

/** Takes encrypted connections alone, with a certificate that only `ca` knows. */
async function startEncrypted(t: TestContext): Promise<{ url: string; ca: string }> {
  const { url, restart } = await startPostgres(t);
  const [{ data_directory: data } = { data_directory: '' }] = await asked<{ data_directory: string }>(
    url,
    'SHOW data_directory',
  );
  const { key, cert } = makeCertificate(t);
  const { uid, gid } = statSync(data);
  for (const [name, text] of [
    ['server.key', key],
    ['server.crt', cert],
  ] as const) {
    writeFileSync(join(data, name), text, { mode: 0o600 });
    chownSync(join(data, name), uid, gid);
  }
  writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all all trust\n');
  await asked(url, 'ALTER SYSTEM SET ssl = on');
  await restart('fast');
  const ca = join(folderOf(t), 'ca.pem');
  appendFileSync(ca, cert);
  return { url, ca };
}

testOnPostgres(
  'a provider’s own authority is refused with the way to name it, and no word of pg’s to look away (catches: "check that PostgreSQL runs")',
  async (t) => {
    const { url, ca } = await startEncrypted(t);
    assert.match(await refused(url), /encrypted connections only.*\?sslmode=verify-full\.$/);
    const own = await refused(`${url}?sslmode=require`);
    assert.match(own, /own authority.*\?sslmode=verify-full&sslrootcert=/);
    assert.doesNotMatch(own, /self-signed|no-verify|rejectUnauthorized/);
    assert.match(await refused(`${url}?sslmode=verify-full&sslrootcert=${ca}`), /for another name/);
    assert.match(
      await refused(`${url}?sslmode=verify-full&sslrootcert=${ca}x`),
      /sslrootcert, cannot be read/,
    );
    const named = `${url.replace('127.0.0.1', 'localhost')}?sslmode=verify-full&sslrootcert=${ca}`;
    await (await openPostgres(named)).close();
  },
);
