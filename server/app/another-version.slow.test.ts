import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { callerOf } from '#test/fixtures/owner.ts';
import { listOrNothing, startCollector } from '#test/fixtures/collector.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { ask } from '#test/fixtures/requests.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { person } from '#test/fixtures/command.ts';
import { hashOfToken, newToken } from '#server/owners/token.ts';
import { migrate, MIGRATIONS } from '#server/store/migrations.ts';
import { databaseFile } from '#server/store/open.ts';
import { makeFolders, runToEnd } from '#test/durability/collector.ts';

const LATER_MAIL =
  '1 in the queue are of kinds that only another version sends (newsletter). They are kept, and leave once that version runs again.';

test('a mail that another version has queued is kept and said at start, and everybody else is mailed (catches: the start ends; a row that cannot be read stops the queue; a mail with a placeholder)', async (t) => {
  const store = await openTestStore(t, { now: Date.now });
  const { write, dataDir } = store;
  const owner = {
    name: 'Ana',
    email: 'owner@example.com',
    language: 'en',
    created_at: 1,
    signed_in_at: 1,
  } as const;
  await write.insertInto('owner').values(owner).execute();
  const alarm = (payload: object | null) => ({
    kind: 'alarm' as string,
    subject_type: null,
    payload: payload && JSON.stringify(payload),
  });
  const rows = [
    { ...alarm(null), kind: 'newsletter' },
    // A value less, a value more, none, a mail and a language that are not known, and no JSON.
    alarm({ mail: 'alarm-burst', values: { count: '31', newer: 'New' } }),
    alarm({ mail: 'alarm-disk' }),
    alarm({ mail: 'alarm-newer', values: {} }),
    alarm({ mail: 'alarm-disk', values: { free: '1.2 GB' }, to: 'eva@example.com', language: 'xx' }),
    { ...alarm(null), payload: 'alarm-disk' },
    { ...alarm(null), kind: 'weekly-summary', payload: 'monday' },
  ];
  const times = { due_at: 1, created_at: Date.now() };
  for (const row of rows)
    await write
      .insertInto('outbox')
      .values({ ...row, ...times })
      .execute();
  const book = { purpose: 'book:newer', state: 'sending', words: '{}', created_at: 1 } as object;
  await write
    .insertInto('announcement')
    .values(book as never)
    .execute();
  for (const name of ['a', 'b', 'c', 'd', 'e']) await store.add(person(`${name}@example.com`));
  // More than are sent at once.
  const other = { language: 'xx' as 'en' };
  await write.updateTable('subscription').set(other).execute();
  await store.add(person('ana@example.com'));

  // The server alerts to the paused book, too, if it looks after that: at once, or a minute later.
  const { last } = await write
    .selectFrom('outbox')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  const { port, log } = await startCollector(t, { DATA_DIR: dataDir });
  const standing = async () => {
    const found = await write
      .selectFrom('outbox')
      .select(['kind', 'state', 'payload'])
      .where('id', '<=', last)
      .orderBy('id')
      .execute();
    return found.map(({ kind, state }) => `${kind} ${state}`);
  };
  const isOpen = (row: string) => /queued|claimed|started/.test(row) && !row.startsWith('newsletter');
  let found = await standing();
  while (found.some(isOpen)) found = await standing();
  assert.deepEqual(found, [
    'newsletter queued',
    'alarm sent',
    'alarm sent',
    'alarm failed',
    'alarm retry',
    'alarm retry',
    'weekly-summary retry',
    ...Array(5).fill('confirm retry'),
    'confirm sent',
  ]);
  const said = log.map((line) => JSON.parse(line) as { msg: string }).map(({ msg }) => msg);
  assert.ok(said.includes(LATER_MAIL), said.join('\n'));
  assert.ok(!said.some((line) => line.includes('could not be processed')), said.join('\n'));
  const mails = listOrNothing(`${dataDir}/outbox`).filter((name) => name.endsWith('.txt'));
  const isLaid = (name: string) => Number(/-(\d+)-\w+\.txt$/.exec(name)?.[1]) <= last;
  assert.equal(mails.filter(isLaid).length, 3);
  for (const name of mails) assert.doesNotMatch(readFileSync(`${dataDir}/outbox/${name}`, 'utf8'), /\{\{/);
  assert.equal((await ask(port, '/readyz')).status, 200);
});

const TOKEN = newToken();

/** A store of the version with so many migrations, where an owner has signed in. */
function storeOf(dataDir: string, version: number): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const db = new DatabaseSync(databaseFile(dataDir));
  migrate(db, MIGRATIONS.slice(0, version));
  db.exec(`INSERT INTO owner (id, name, language, created_at, signed_in_at) VALUES (1, 'Ana', 'en', 1, 1)`);
  const session =
    'INSERT INTO owner_session (owner_id, hash, created_at, used_at, agent) VALUES (1, ?, ?, ?, ?)';
  db.prepare(session).run(hashOfToken(TOKEN), Date.now(), Date.now(), 'Firefox, Linux');
  return db;
}

test('a session of the version before goes on (catches: its columns are not made; it is ended)', async (t) => {
  const dataDir = folderOf(t);
  // Without the column that says who vouches for it.
  storeOf(dataDir, 3).close();
  const { port } = await startCollector(t, { DATA_DIR: dataDir });
  const ana = callerOf(port, 1, `owner=${TOKEN}`);
  assert.equal((await ana.get('/people')).status, 200);
  assert.equal((await callerOf(port, 1, `owner=${newToken()}`).get('/people')).status, 401);
  assert.equal((await ask(port, '/readyz')).status, 200);
});

test('a session with a column more or less, as of an early commit, refuses the start in one sentence with what to do (catches: it starts, and nobody can sign in)', async (t) => {
  const all = MIGRATIONS.length;
  for (const [version, change, differs] of [
    [all, 'ALTER TABLE owner_session ADD COLUMN place TEXT', 'table "owner_session" differs'],
    [all, 'ALTER TABLE owner_session DROP COLUMN vouched', 'table "owner_session" differs'],
    [all, 'DROP TABLE draft', 'table "draft" is missing'],
    [all, `PRAGMA user_version = ${all + 1}`, 'written by a newer version'],
  ] as const) {
    const folders = makeFolders(t);
    const db = storeOf(folders.dataDir, version);
    db.exec(change);
    db.close();
    const { code, output } = await runToEnd(folders);
    assert.equal(code, 1, output);
    assert.match(output, /^[^\n]*Nothing was changed[^\n]* [Ss]tart [^\n]*\n$/);
    assert.ok(output.includes(differs), output);
  }
});
