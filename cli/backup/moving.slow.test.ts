import assert from 'node:assert/strict';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { firstMailFile, linksIn, press, startCollector, subscribe, until } from '#test/fixtures/collector.ts';
import { readConfig } from '#server/base/config.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { perform, person } from '#test/fixtures/command.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const COMMANDS = `systemctl stop embreve.socket embreve; embreve backup /tmp/moving.sqlite
scp -p /tmp/moving.sqlite .env NEW:/srv/embreve/
embreve restore moving.sqlite --moving
npm start`;

test('the four commands of operations.md move a server: links in old mails work, the list is the same, what was to go goes', async (t) => {
  const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const written = /## Moving to another server[^#]*?```sh\n(.*?)```/s.exec(operations)?.[1] ?? '';
  assert.equal(written.replaceAll(/ +# .*$/gm, '').trimEnd(), COMMANDS);

  const clock = { time: Date.UTC(2026, 6, 1, 12) };
  const now = () => clock.time;
  const [from, to, way] = [folderOf(t), folderOf(t), folderOf(t)];
  const old = await startCollector(t, { DATA_DIR: from }, now);
  await subscribe(old.port, clock, 'ana@example.com');
  const mail = await until(() => firstMailFile(from));
  await old.collector.stop(0);
  // The mail is still queued when the server stops.
  const store = await openTestStore(t, { dataDir: from, now });
  await store.add(person('eva@example.com'));
  const list = () => store.write.selectFrom('subscription').selectAll().orderBy('id').execute();
  const before = await list();
  await store.close();

  const run = (command: typeof backup, dataDir: string, ...args: string[]) =>
    perform(command, args, readConfig({ DATA_DIR: dataDir }), clock.time);
  const file = join(from, 'moving.sqlite');
  const moved = join(way, 'moving.sqlite');
  assert.equal((await run(backup, from, file)).code, 0);
  copyFileSync(file, moved);
  const data = join(to, 'data');
  assert.equal((await run(restore, data, moved, '--moving')).code, 0);
  const arrived = await openTestStore(t, { dataDir: data, now });
  assert.deepEqual(
    await arrived.write.selectFrom('subscription').selectAll().orderBy('id').execute(),
    before,
  );
  await arrived.close();

  const { port, collector } = await startCollector(t, { DATA_DIR: data }, now);
  const pressed = await press(port, clock, linksIn(mail).confirm, 'do=confirm');
  assert.equal(pressed.headers.location, '/soon?state=confirmed&lang=pt');
  assert.match(await until(() => firstMailFile(data)), /eva@example\.com/);
  await collector.stop(0);
});
