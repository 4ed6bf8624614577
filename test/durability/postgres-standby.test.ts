import assert from 'node:assert/strict';
import { startPostgres } from '../fixtures/postgres.ts';
import { get, startLoad } from './collector.ts';
import { onPostgres, openClient, readStored, until } from './postgres-collector.ts';
import { testOnPostgres } from '#test/fixtures/each-database.ts';

/** The role's limit, as docs/deploy.md advises; more than the collector opens if nothing hangs. */
const LIMIT = 12;

testOnPostgres(
  'a standby hangs: posts get 503, PostgreSQL holds no more connections than its role may have, then all goes on (D19; faults: all connections of the server are taken, an address is acknowledged that waits)',
  async (t) => {
    const database = await startPostgres(t);
    const admin = await openClient(t, database.url);
    await admin.query(`CREATE ROLE embreve LOGIN CONNECTION LIMIT ${LIMIT}`);
    await admin.query('CREATE DATABASE embreve OWNER embreve');
    const url = new URL(database.url);
    [url.username, url.pathname] = ['embreve', '/embreve'];
    const collector = await onPostgres(t, url.href).start();
    let slowest = 0;
    const load = startLoad(collector.port, 8, 'standby', (_status, _address, sentAt) => {
      slowest = Math.max(slowest, performance.now() - sentAt);
    });
    const held = async () => {
      const all = await admin.query(`SELECT FROM pg_stat_activity WHERE usename = 'embreve'`);
      return all.rowCount ?? 0;
    };
    await until(() => load.acked.length > 200, 20_000);
    assert.ok((await held()) < LIMIT);
    // No such standby exists: commits wait until it appears or the setting is removed.
    await admin.query(`ALTER SYSTEM SET synchronous_standby_names = 'hanging'`);
    await admin.query('SELECT pg_reload_conf()');
    const refused = () => load.statuses.get(503) ?? 0;
    await until(() => refused() > 0, 30_000);
    const before = load.acked.length;
    await until(() => refused() > 20, 60_000);
    assert.equal(load.acked.length, before);
    assert.ok((await held()) <= LIMIT);
    assert.equal(await get(collector.port, '/soon'), 200);
    await admin.query('ALTER SYSTEM RESET synchronous_standby_names');
    await admin.query('SELECT pg_reload_conf()');
    await until(() => load.acked.length > before + 200, 20_000);
    await load.stop();
    t.diagnostic(
      `${load.acked.length} acknowledged, ${refused()} times 503, slowest ${slowest.toFixed()} ms`,
    );
    assert.ok(slowest <= 8_000, `${slowest} ms`);
    const { addresses, repeated, incomplete } = await readStored(await openClient(t, url.href));
    assert.deepEqual(
      load.acked.filter((address) => !addresses.has(address)),
      [],
    );
    assert.deepEqual([repeated, incomplete], [[], []]);
  },
);
