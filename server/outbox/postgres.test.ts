import assert from 'node:assert/strict';
import pg from 'pg';
import { MINUTE } from '#contract/time.ts';
import { sql } from '#kysely';
import { testOnPostgres } from '#test/fixtures/each-database.ts';
import { databasesOfFile } from '#test/fixtures/postgres-of-file.ts';
import { startPostgres } from '#test/fixtures/postgres.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { ageLeases, clock, put, slow, states, workerOf } from '#test/fixtures/outbox.ts';
import type { Handler } from './kind.ts';

const newDatabase = databasesOfFile();

testOnPostgres(
  'a mail that was sent while PostgreSQL was away is sent once (D12; catches: its end is written down once or never)',
  async (t) => {
    const postgres = await startPostgres(t);
    const store = await openTestStore(t, { databaseUrl: await postgres.createDatabase() });
    const time = clock();
    await put(store, 'confirm');
    const sent: string[] = [];
    const { handler, begun, end } = slow(sent);
    const confirm = handler('one');
    const { worker } = workerOf(store, time.now, { confirm });
    const running = worker.runOnce().catch(() => 'its next look met nobody');
    await begun;
    await postgres.stop('crash');
    end();
    await postgres.start();
    await running;
    assert.equal(await states(store), 'sent');
    await ageLeases(store, 21 * MINUTE);
    time.time += 2 * MINUTE;
    await worker.runOnce();
    assert.deepEqual(sent, ['one']);
  },
);

testOnPostgres(
  'no more begin at once than may, also where the statistics are those of a quiet site (catches: PostgreSQL asks for what is due once for each row)',
  async (t) => {
    const databaseUrl = await newDatabase();
    const store = await openTestStore(t, { databaseUrl });
    await put(store, 'confirm', 300);
    await sql`UPDATE outbox SET state = 'sent'`.execute(store.write);
    await sql`DELETE FROM outbox WHERE id > 1`.execute(store.write);
    // As autovacuum does.
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('VACUUM ANALYZE outbox');
    await client.end();
    await put(store, 'confirm', 60);
    let underWay = 0;
    let most = 0;
    const confirm: Handler = async () => async () => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      return { outcome: 'sent', reply: '250' };
    };
    await workerOf(store, clock().now, { confirm }, 4).worker.runOnce();
    assert.ok(most <= 4, `${most} at once`);
    assert.equal(await states(store), Array.from({ length: 61 }, () => 'sent').join(' '));
  },
);

testOnPostgres(
  "a mail under way while PostgreSQL's clock leaps ahead is sent once (D16; catches: its lease seems to be over)",
  async (t) => {
    const databaseUrl = await newDatabase();
    await letClockLeap(databaseUrl);
    const store = await openTestStore(t, { databaseUrl });
    const time = clock();
    const sent: string[] = [];
    const { handler, begun, end } = slow(sent);
    const { worker } = workerOf(store, time.now, { confirm: handler('one') });
    const other = workerOf(store, time.now, { confirm: handler('other') }).worker;
    await other.runOnce();
    await put(store, 'confirm');
    const running = worker.runOnce();
    await begun;
    await sql`INSERT INTO leap VALUES (interval '1 hour')`.execute(store.write);
    await other.runOnce();
    time.time += 2 * MINUTE;
    const again = other.runOnce();
    end();
    await Promise.all([running, again]);
    assert.deepEqual([sent, await states(store)], [['one'], 'sent']);
  },
);

/** Simulates a clock jump of the server: an hour, once there is a row in `leap`. */
async function letClockLeap(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`CREATE TABLE leap (by INTERVAL);
    CREATE FUNCTION public.clock_timestamp() RETURNS TIMESTAMPTZ LANGUAGE sql
      AS 'SELECT pg_catalog.clock_timestamp() + coalesce((SELECT by FROM leap), interval ''0'')';
    ALTER ROLE postgres SET search_path = public, pg_catalog`);
  await client.end();
}
