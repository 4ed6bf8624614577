import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMigrationClient } from '#server/store/postgres-pool.ts';
import { NO_PGBOUNCER, startPgbouncer } from '../fixtures/pgbouncer.ts';
import { postgresOfFile } from '../fixtures/postgres-of-file.ts';
import { NO_POSTGRES } from '../fixtures/postgres.ts';
import { startLoad } from './collector.ts';
import { ask, onPostgres, openClient, readStored, until } from './postgres-collector.ts';

const postgres = postgresOfFile();
const skip = NO_POSTGRES || NO_PGBOUNCER;

for (const [name, isDirectGiven] of [
  ['and migrate past it', true],
  ['and migrate through it', false],
] as const) {
  test(
    `two servers share PgBouncer in transaction mode ${name}: what they acknowledge is stored once (catches: settings at the start of a connection, named statements, a lock of the connection) (PostgreSQL)`,
    { skip },
    async (t) => {
      const direct = await (await postgres()).createDatabase();
      const url = await startPgbouncer(t, direct, 4);
      const settings = isDirectGiven ? { DATABASE_DIRECT_URL: direct } : {};
      const { start } = onPostgres(t, url, settings);
      const servers = await Promise.all([start(), start()]);
      // The same addresses at both: most are known by the time that they are stored.
      const loads = servers.map(({ port }) => startLoad(port, 16, 'pooled'));
      await until(() => loads.every(({ acked }) => acked.length > 1_000), 60_000);
      await Promise.all(loads.map((load) => load.stop()));
      assert.deepEqual(new Set(loads.flatMap(({ statuses }) => [...statuses.keys()])), new Set([202]));
      const { addresses, repeated, incomplete } = await readStored(await openClient(t, direct));
      const acked = new Set(loads.flatMap((load) => load.acked));
      assert.deepEqual(
        [...acked].filter((address) => !addresses.has(address)),
        [],
      );
      assert.deepEqual([repeated, incomplete], [[], []]);
      const limited = await onPostgres(t, url, { ...settings, RATE_LIMIT: 'on' }).start();
      const answer = await ask(limited.port, '/api/subscribe', { email: 'counted@example.com' });
      assert.equal(answer.status, 202);
    },
  );
}

test(
  'PgBouncer refuses settings at the start of a connection: this test would see them (PostgreSQL)',
  { skip },
  async (t) => {
    const url = await startPgbouncer(t, await (await postgres()).createDatabase(), 2);
    const client = createMigrationClient(`${url}?options=-c%20statement_timeout%3D5s`);
    await assert.rejects(client.connect(), /startup parameter/);
  },
);
