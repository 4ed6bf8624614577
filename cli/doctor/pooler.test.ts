import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'node:test';
import { databasesOfFile } from '#test/fixtures/postgres-of-file.ts';
import { NO_POSTGRES } from '#test/fixtures/postgres.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { openStore } from '#server/open-store.ts';
import { examinePostgres } from '#server/store/examine.ts';
import type { RefusedError } from '#server/store/refusal.ts';

const newDatabase = databasesOfFile();

const PGBOUNCER = '/usr/sbin/pgbouncer';
const skip = NO_POSTGRES || (!existsSync(PGBOUNCER) && 'no PgBouncer here: a pooler is NOT tested');

/** Returns the URL of a real PgBouncer in front of the PostgreSQL at `url`. */
async function startPooler(t: TestContext, url: string, settings: string): Promise<string> {
  const folder = folderOf(t);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const ini = `[databases]
* = host=127.0.0.1 port=${new URL(url).port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
${settings}
`;
  writeFileSync(file, ini);
  // It refuses to run as root.
  chmodSync(folder, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(PGBOUNCER, [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stderr })) if (line.includes('process up')) break;
  return `postgres://postgres@127.0.0.1:${port}${new URL(url).pathname}`;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

const IGNORED = 'ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout';

for (const [name, settings] of [
  ['in transaction mode', 'pool_mode = transaction'],
  ['in transaction mode that drops settings', `pool_mode = transaction\n${IGNORED}`],
  ['in session mode that drops settings', `pool_mode = session\n${IGNORED}`],
] as const) {
  test(
    `PgBouncer ${name} is refused by its name at start and by doctor (fault: posts get 503 later) (PostgreSQL)`,
    { skip },
    async (t) => {
      const url = await newDatabase();
      const databaseUrl = await startPooler(t, url, settings);
      const opening = openStore({
        dataDir: '',
        databaseUrl,
        consentTexts: [],
        now: () => 0,
        onFatal: () => {},
        onQuarantine: () => {},
      });
      const { message } = (await opening.then(
        () => assert.fail('it was opened'),
        (error: unknown) => error,
      )) as RefusedError;
      assert.match(message, /PgBouncer.*Point it to PostgreSQL itself/);
      assert.deepEqual(
        (await examinePostgres(databaseUrl)).map(({ text }) => text),
        [message],
      );
      const straight = await examinePostgres(url);
      assert.ok(straight.every(({ level }) => level === 'ok'));
    },
  );
}
