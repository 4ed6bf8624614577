import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { NO_POSTGRES, startPostgres } from './postgres-fixture.ts';

test(
  'the PostgreSQL of the tests keeps what is committed over stop and crash',
  { skip: NO_POSTGRES },
  async (t) => {
    const postgres = await startPostgres(t);
    const url = await postgres.createDatabase();
    await query(url, 'CREATE TABLE kept (value text)');
    await query(url, `INSERT INTO kept VALUES ('before the crash')`);
    await postgres.restart('crash');
    await query(url, `INSERT INTO kept VALUES ('before the stop')`);
    await postgres.restart('fast');
    const kept = await query(url, 'SELECT value FROM kept ORDER BY value');
    assert.deepEqual(kept, [{ value: 'before the crash' }, { value: 'before the stop' }]);

    await postgres.stop();
    await assert.rejects(query(url, 'SELECT 1'), { code: 'ECONNREFUSED' });
    await postgres.start();
    assert.equal((await query(await postgres.createDatabase(), 'SELECT 1 AS one'))[0]?.one, 1);
  },
);

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
