import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer, connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { SERVER } from '#test/fixtures/compiled.ts';
import { rotateSecrets, secretsFile } from '#server/store/secrets/key-file.ts';
import { installedVersion } from '#server/base/version.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { supervise } from '#test/fixtures/supervisor.ts';

/** The real program with a fixture build, in its own process. */
function start(t: TestContext, settings: Record<string, string> = {}, dist?: string) {
  const fixture = writeFixtureBuild();
  const dataDir = mkdtempSync(join(tmpdir(), 'embreve-data-'));
  const env = { PORT: '0', DATA_DIR: dataDir, RATE_LIMIT: 'off', ...settings };
  const child = spawn(process.execPath, [SERVER, dist ?? fixture.dist], { env, stdio: 'pipe' });
  t.after(async () => {
    child.kill('SIGKILL');
    await exit;
    fixture.remove();
    rmSync(dataDir, { recursive: true });
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => (output.stdout += data));
  child.stderr.on('data', (data) => (output.stderr += data));
  const exit = once(child, 'close').then(([code]) => code as number | null);
  /** Returns the first log line with this message. */
  async function logged(msg: string): Promise<Record<string, string>> {
    for (;;) {
      const lines = output.stdout.split('\n').slice(0, -1);
      const entry = lines.map((line) => JSON.parse(line)).find((one) => one.msg === msg);
      if (entry !== undefined) return entry;
      await Promise.race([
        once(child.stdout, 'data'),
        exit.then(() => assert.fail(`exited: ${output.stderr}`)),
      ]);
    }
  }
  async function listening(): Promise<number> {
    return Number(new URL((await logged('listening')).address ?? '').port);
  }
  return { child, dataDir, output, exit, logged, listening };
}

test('what is most likely not meant so is logged at start, and does not stop it (catches: in silence)', async (t) => {
  const { logged, listening } = start(t, {
    MAIL_FORM: 'us@example.com',
    MAIL_FROM: 'us@example.com',
    SMTP_URL: 'smtps://mail.example.com',
    SITE_URL: 'http://localhost:3000',
  });
  await logged('MAIL_FORM in the environment is not a setting. Did you mean MAIL_FROM?');
  await logged(
    'SITE_URL is http://localhost:3000, but mail.example.com sends the emails: their links do not work. Set SITE_URL to the public address.',
  );
  await listening();
});

test('a list with people does not start without its keys, unless somebody insists (catches: new ones without a word)', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'embreve-data-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const first = start(t, { DATA_DIR: folder });
  await first.listening();
  first.child.kill('SIGTERM');
  assert.equal(await first.exit, 0);
  const file = secretsFile(folder);
  rmSync(file);
  const empty = start(t, { DATA_DIR: folder });
  await empty.listening();
  empty.child.kill('SIGTERM');
  await empty.exit;
  rmSync(file);
  const db = new DatabaseSync(join(folder, 'embreve.sqlite'));
  db.exec(`INSERT INTO subscription (key, address, language, state, created_at)
    VALUES ('a@example.com', 'a@example.com', 'en', 'pending', 0)`);
  db.close();
  const refused = start(t, { DATA_DIR: folder });
  assert.equal(await refused.exit, 1);
  assert.ok(refused.output.stderr.includes(`${file} is missing`), refused.output.stderr);
  assert.ok(!existsSync(file));
  rotateSecrets(folder, { anew: true });
  await start(t, { DATA_DIR: folder }).listening();
});

test('it says where it listens and how a platform reaches it, serves, and ends with 0 when asked to', async (t) => {
  const { child, exit, output, listening, logged } = start(t);
  const port = await listening();
  assert.match(output.stdout, /only this machine will reach it; HOST=0\.0\.0\.0/);
  assert.equal((await logged('listening')).version, installedVersion());
  assert.equal((await fetch(`http://127.0.0.1:${port}/soon`)).status, 200);
  assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200);
  child.kill('SIGTERM');
  assert.equal(await exit, 0);
  assert.equal(output.stderr, '');
  // The output is not a terminal here: a log must not contain a sign-in link.
  assert.ok(!output.stdout.includes('/dashboard/'), output.stdout);
});

test('stopped under load it loses no acknowledged address', async (t) => {
  const { child, dataDir, exit, listening, logged } = start(t);
  const port = await listening();
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  t.after(() => agent.destroy());
  const acknowledged = new Set<string>();
  const enough = Promise.withResolvers<void>();
  function subscribe(email: string): Promise<boolean> {
    return new Promise((resolve) => {
      const headers = { 'content-type': 'application/json' };
      const options = { port, host: '127.0.0.1', path: '/api/subscribe', method: 'POST', agent, headers };
      const sent = request(options, (response) => {
        if (response.statusCode === 202) acknowledged.add(email);
        response.resume().on('close', () => resolve(response.statusCode === 202));
      });
      sent.on('error', () => resolve(false));
      sent.end(JSON.stringify({ email }));
    });
  }
  async function visitor(name: number): Promise<void> {
    for (let i = 0; await subscribe(`v${name}.${i}@example.com`); i++)
      if (acknowledged.size > 500) enough.resolve();
  }
  const visitors = Array.from({ length: 16 }, (_, name) => visitor(name));
  await enough.promise;
  child.kill('SIGTERM');
  await logged('stopping');
  const asked = performance.now();
  assert.equal(await exit, 0);
  assert.ok(performance.now() - asked < 10_000);
  await Promise.all(visitors);
  const db = new DatabaseSync(join(dataDir, 'embreve.sqlite'), { readOnly: true });
  const stored = new Set(
    db
      .prepare('SELECT address FROM subscription')
      .all()
      .map((row) => row.address),
  );
  db.close();
  assert.deepEqual(
    [...acknowledged].filter((email) => !stored.has(email)),
    [],
  );
});

test('it says that it began a new, empty list, and of a known one nothing (catches: an unmounted disk goes unnoticed; each start says so)', async (t) => {
  const said = 'created a new, empty database';
  const first = start(t);
  await first.listening();
  assert.equal((await first.logged(said)).file, join(first.dataDir, 'embreve.sqlite'));
  first.child.kill('SIGTERM');
  await first.exit;
  const second = start(t, { DATA_DIR: first.dataDir });
  await second.listening();
  assert.doesNotMatch(second.output.stdout, new RegExp(said));
  // Before the folder is removed with what the first one leaves.
  second.child.kill('SIGTERM');
  await second.exit;
});

test('a second signal forces the end', async (t) => {
  const { child, exit, listening, logged } = start(t);
  const port = await listening();
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  // Half a request, which the shutdown waits for.
  socket.write(
    'POST /api/subscribe HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
  );
  await fetch(`http://127.0.0.1:${port}/healthz`);
  child.kill('SIGTERM');
  await logged('stopping');
  const again = setInterval(() => child.kill('SIGTERM'), 100);
  assert.equal(await exit, 1);
  clearInterval(again);
});

test('Ctrl-C, which a terminal sends and npm passes on, is one wish', async (t) => {
  const { child, exit, listening } = start(t);
  await listening();
  child.kill('SIGINT');
  child.kill('SIGINT');
  assert.equal(await exit, 0);
});

test('it ends with an error when its store is taken away', async (t) => {
  const { dataDir, exit, listening, logged } = start(t);
  const port = await listening();
  rmSync(join(dataDir, 'embreve.sqlite'));
  const headers = { 'content-type': 'application/json' };
  const body = '{"email":"a@b.co"}';
  // The post or the mail worker, whichever notices first; then nobody answers any more.
  const posting = fetch(`http://127.0.0.1:${port}/api/subscribe`, { method: 'POST', headers, body });
  const status = await posting.then(
    (answer) => answer.status,
    () => 'no answer',
  );
  assert.ok(status === 503 || status === 'no answer', `${status}`);
  assert.equal((await logged('the database files were changed or removed, exiting')).code, 'gone');
  assert.equal(await exit, 1);
});

async function startSupervised(t: TestContext) {
  const fixture = writeFixtureBuild();
  const dataDir = mkdtempSync(join(tmpdir(), 'embreve-data-'));
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, RATE_LIMIT: 'off' };
  const { port, supervisor, group } = await supervise([process.execPath, SERVER, fixture.dist], env);
  t.after(async () => {
    const ended = once(supervisor, 'close');
    process.kill(group, 'SIGKILL');
    await ended;
    fixture.remove();
    rmSync(dataDir, { recursive: true });
  });
  const lines = createInterface({ input: supervisor.stdout as Readable });
  async function logged(wanted: string): Promise<void> {
    for await (const [line] of on(lines, 'line', { close: ['close'] }))
      if (JSON.parse(line).msg === wanted) return;
    assert.fail(`it ended without "${wanted}"`);
  }
  return { port, logged, endFirst: () => process.kill(group, 'SIGTERM') };
}

test('a restart refuses nobody where a supervisor keeps the socket (catches: it listens on one of its own)', async (t) => {
  const { port, logged, endFirst } = await startSupervised(t);
  const visit = async (): Promise<number> => (await fetch(`http://127.0.0.1:${port}/soon`)).status;
  await logged('listening');
  const statuses = [await visit()];
  endFirst();
  const restarted = logged('stopped').then(async () => {
    statuses.push(await visit());
    return 'restarted';
  });
  while ((await Promise.race([restarted, 'not yet'])) === 'not yet') statuses.push(await visit());
  assert.deepEqual(new Set(statuses), new Set([200]));
});

test('wrong settings are refused in words, all at once', async (t) => {
  const { exit, output } = start(t, { PORT: 'x', GA_ID: 'x' });
  assert.equal(await exit, 1);
  assert.equal(
    output.stderr,
    'PORT must be a whole number from 0 to 65535, not "x"\nGA_ID must be of the form G-XXXXXXX, not "x"\n',
  );
});

test('a missing build is refused in words', async (t) => {
  const { exit, output } = start(t, {}, '/does/not/exist');
  assert.equal(await exit, 1);
  assert.equal(output.stderr, '/does/not/exist holds no built site. Run: npm run build\n');
});

async function portInUse(t: TestContext): Promise<string> {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  return String((other.address() as AddressInfo).port);
}

for (const setting of ['PORT', 'METRICS_PORT']) {
  test(`${setting} in use is refused in words (catches: an internal failure)`, async (t) => {
    const port = await portInUse(t);
    const { exit, output } = start(t, { [setting]: port });
    assert.equal(await exit, 1);
    const advice = `Stop the other program, or set ${setting} to another number.`;
    assert.equal(output.stderr, `Port ${port} of 127.0.0.1 is in use. ${advice}\n`);
    assert.doesNotMatch(output.stdout, /unexpected failure/);
  });
}

test('a second socket of the supervisor is refused in words (catches: the port is said to be in use)', async (t) => {
  const { exit, output } = start(t, { LISTEN_FDS: '2', LISTEN_PID: String(process.pid) });
  assert.equal(await exit, 1);
  assert.match(
    output.stderr,
    /^The supervisor passes 2 sockets, .* one ListenStream= in embreve\.socket\.\n$/,
  );
});

test('a store that is none is refused in words and left as it is', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'embreve-data-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  writeFileSync(join(dataDir, 'embreve.sqlite'), 'garbage '.repeat(1000));
  const { exit, output } = start(t, { DATA_DIR: dataDir });
  assert.equal(await exit, 1);
  assert.match(output.stderr, /^[^\n]*embreve\.sqlite[^\n]*\n$/);
});

test(
  'on a terminal it says in words where the page is',
  { skip: !existsSync('/usr/bin/script') },
  async (t) => {
    const fixture = writeFixtureBuild();
    const dataDir = mkdtempSync(join(tmpdir(), 'embreve-data-'));
    const command = `exec ${process.execPath} ${SERVER} ${fixture.dist}`;
    const child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], {
      env: { PORT: '0', DATA_DIR: dataDir },
      stdio: 'pipe',
    });
    const exit = once(child, 'close');
    t.after(async () => {
      child.kill('SIGKILL');
      await exit;
      fixture.remove();
      rmSync(dataDir, { recursive: true });
    });
    let said = '';
    for await (const data of child.stdout) {
      said += data;
      if (said.includes('Ctrl-C') && child.stdin.writable) child.stdin.end('\x03');
    }
    assert.deepEqual(await exit, [0, null], said);
    assert.match(said, /^\d\d:\d\d:\d\d listening/m);
    assert.match(said, /^The page is at http:\/\/127\.0\.0\.1:\d+\/soon\. Ctrl-C stops the server\.\r$/m);
  },
);
