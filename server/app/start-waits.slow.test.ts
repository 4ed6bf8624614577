import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { SERVER } from '#test/fixtures/compiled.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { folderOf } from '#test/fixtures/folder.ts';

test('a start that waits for its database says so, and ends when asked to (catches: in silence; as process 1 it is killed after 30 s)', async (t) => {
  const { dist, remove } = writeFixtureBuild();
  t.after(remove);
  const silent = createServer().listen(0, '127.0.0.1');
  t.after(() => silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const DATABASE_URL = `postgres://a:b@127.0.0.1:${port}/list`;
  const env = { PORT: '0', DATA_DIR: folderOf(t), DATABASE_URL, SECRET_KEYS: 'x'.repeat(32) };
  const child = spawn(process.execPath, [SERVER, dist], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const said: string[] = [];
  const ended = once(child, 'close');
  for await (const line of createInterface(child.stdout)) {
    said.push((JSON.parse(line) as { msg: string }).msg);
    if (said.length === 1) child.kill('SIGTERM');
  }
  assert.deepEqual(said, ['the database does not answer yet; the start waits', 'stopping']);
  assert.deepEqual(await ended, [0, null]);
});
