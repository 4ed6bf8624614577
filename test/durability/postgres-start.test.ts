import assert from 'node:assert/strict';
import { once } from 'node:events';
import { postgresOfFile } from '../fixtures/postgres-of-file.ts';
import { runToEnd } from './collector.ts';
import { ask, onPostgres, openClient, until } from './postgres-collector.ts';
import { testOnPostgres } from '#test/fixtures/each-database.ts';

const postgres = postgresOfFile();

const HALT = 42;
/** Makes the process that runs the fifth DDL statement wait for a lock of the test. */
const HALT_IN_MIGRATION = `
  CREATE SEQUENCE halts;
  CREATE FUNCTION halt() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('halts') = 5 THEN PERFORM pg_advisory_xact_lock(${HALT}); END IF;
  END $$;
  CREATE EVENT TRIGGER halt ON ddl_command_end EXECUTE FUNCTION halt()`;
const WAITING = `FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;

for (const end of ['goes on alone', 'is ended'] as const) {
  testOnPostgres(
    `a collector killed in the middle of the migration, whose connection ${end}, does not harm the next start (D18; catches: starts do not wait for each other)`,
    async (t) => {
      const url = await (await postgres()).createDatabase();
      const client = await openClient(t, url);
      await client.query(HALT_IN_MIGRATION);
      await client.query('SELECT pg_advisory_lock($1)', [HALT]);
      const waiting = async () => (await client.query<{ pid: number }>(`SELECT pid ${WAITING}`)).rows;
      const { launch, start } = onPostgres(t, url);
      const killed = launch();
      await until(async () => (await waiting()).length === 1, 20_000);
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      assert.equal(killed.signalCode, 'SIGKILL');
      const next = start();
      // It waits for the killed one: PostgreSQL has not noticed.
      await until(async () => (await waiting()).length === 2, 20_000);
      if (end === 'is ended') {
        await client.query(`SELECT pg_terminate_backend(pid) ${WAITING} AND objid = $1`, [HALT]);
      }
      await client.query('SELECT pg_advisory_unlock($1)', [HALT]);
      const { port } = await next;
      assert.equal((await ask(port, '/readyz')).status, 200);
      assert.equal((await ask(port, '/api/subscribe', { email: 'ana@example.com' })).status, 202);
    },
  );
}

const PASSWORD = 'open-sesame';

testOnPostgres(
  'an address that cannot be used ends the start with one line that keeps the password (catches: it is shown)',
  async (t) => {
    const right = new URL(await (await postgres()).createDatabase());
    right.username = 'postgres';
    right.password = PASSWORD;
    const changed = (change: (url: URL) => void): string => {
      const url = new URL(right);
      change(url);
      return url.href;
    };
    const wrong = [
      {
        url: changed((url) => (url.port = '1')),
        words: /127\.0\.0\.1:1 cannot be used.*ECONNREFUSED.*DATABASE_URL/,
      },
      { url: changed((url) => (url.pathname = '/nowhere')), words: /database nowhere .*does not exist/ },
      { url: changed((url) => (url.hostname = 'db.invalid')), words: /db\.invalid.*(ENOTFOUND|EAI_AGAIN)/ },
      { url: changed((url) => url.searchParams.set('sslmode', 'verify-full')), words: /SSL/ },
    ];
    const ends = await Promise.all(wrong.map(({ url }) => runToEnd(onPostgres(t, url).options)));
    for (const [i, { code, output }] of ends.entries()) {
      assert.equal(code, 1, output);
      assert.match(output, wrong[i]?.words ?? /^$/);
      assert.ok(!output.includes(PASSWORD), output);
      assert.equal(output.trimEnd().split('\n').length, 1, output);
    }
  },
);
