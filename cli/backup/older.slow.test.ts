import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { readConfig } from '#server/base/config.ts';
import { migrate, MIGRATIONS, POSTGRES_MIGRATIONS, readPragma } from '#server/store/migrations.ts';
import { openForReading } from '#server/store/open.ts';
import { createMigrationClient } from '#server/store/postgres-pool.ts';
import { preparePostgres, schemaVersion } from '#server/store/postgres-schema.ts';
import { testOnPostgres } from '#test/fixtures/each-database.ts';
import { perform } from '#test/fixtures/command.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { becomeLaterVersion } from '#test/fixtures/later-version.ts';
import { databasesOfFile } from '#test/fixtures/postgres-of-file.ts';
import { usePostgresClient } from '#server/store/existing.ts';
import { restore, restored } from './restore.ts';

const newDatabase = databasesOfFile();

testOnPostgres(
  'a backup of an older schema is brought to the newest one before it is caught up (catches: a server must, and would send)',
  async (t) => {
    const url = await newDatabase();
    const client = createMigrationClient(url);
    await client.connect();
    await preparePostgres(client, POSTGRES_MIGRATIONS.slice(0, 1));
    await client.query(`INSERT INTO outbox (kind, due_at, created_at) VALUES ('confirm', 1, 1)`);
    await client.end();
    becomeLaterVersion(t);
    const settings = readConfig({ DATA_DIR: folderOf(t), DATABASE_URL: url, SECRET_KEYS: 'k'.repeat(32) });
    const { code, said, warned } = await perform(restored, [], settings);
    assert.equal(code, 0, warned.join());
    assert.match(said.join('\n'), /^1 emails and forwards that were queued/m);
    await usePostgresClient(url, async (again) =>
      assert.equal(await schemaVersion(again), POSTGRES_MIGRATIONS.length),
    );
  },
);

test('so is one in a file (catches: it stays without what is new)', async (t) => {
  const file = join(folderOf(t), 'older.sqlite');
  const db = new DatabaseSync(file);
  migrate(db, MIGRATIONS.slice(0, 1));
  db.exec(`INSERT INTO outbox (kind, due_at, created_at) VALUES ('confirm', 1, 1)`);
  db.close();
  becomeLaterVersion(t);
  const dataDir = folderOf(t);
  const settings = readConfig({ DATA_DIR: dataDir });
  const { code, said, warned } = await perform(restore, [file], settings);
  assert.equal(code, 0, warned.join());
  assert.match(said.join('\n'), /^1 emails and forwards that were queued/m);
  using restoredStore = openForReading(dataDir);
  assert.equal(readPragma(restoredStore, 'user_version'), MIGRATIONS.length);
});
