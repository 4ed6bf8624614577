import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folderOf } from '../fixtures/folder.ts';
import { databaseFile, openDatabase } from '#server/store/open.ts';
import { migrate, MIGRATIONS, readPragma } from '#server/store/migrations.ts';
import { LATER_STEPS } from '../fixtures/later-version.ts';
import type { Way } from './migrating.ts';

const PROGRAM = fileURLToPath(new URL('./migrating.ts', import.meta.url));
const STEPS = [...MIGRATIONS, ...LATER_STEPS];
/** More than the statements of all steps. */
const MOST_KILLS = 300;

/** The whole content: the version, the schema as written, the rows. */
function contentOf(db: DatabaseSync): string {
  const schema = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
  const tables = schema.filter(({ type, name }) => type === 'table' && !String(name).startsWith('sqlite_'));
  const rows = tables.map(({ name }) => db.prepare(`SELECT * FROM "${name}"`).all());
  return JSON.stringify([readPragma(db, 'user_version'), schema, rows]);
}

function fill(db: DatabaseSync): void {
  const fields = 'key, body_hash, name, company, email, phone, message, language, created_at';
  const add = db.prepare(
    `INSERT INTO message (${fields}) VALUES (?, 'h', ?, 'A', 'a@b.co', '1', 'Hello', 'en', 1)`,
  );
  for (let n = 0; n < 50; n++) add.run(`key-${n}`, `name ${n}`);
  const erased = db.prepare('INSERT INTO erasure (hash, at) VALUES (?, 1)');
  for (let n = 0; n < 50; n++) erased.run(`hash-${n}`);
}

/** The content of a store of the first schema before and after each of the later steps. */
function expectedContents(): string[] {
  const db = new DatabaseSync(':memory:');
  migrate(db, STEPS.slice(0, 1));
  fill(db);
  return STEPS.map((_, done) => {
    migrate(db, STEPS.slice(0, done + 1));
    return contentOf(db);
  });
}

/** Returns true if it was killed, false if it finished. */
function killed(dataDir: string, nth: number, way: Way): boolean {
  const { signal, status, stderr } = spawnSync(process.execPath, [PROGRAM, dataDir, String(nth), way]);
  if (signal === 'SIGKILL') return true;
  assert.equal(status, 0, String(stderr));
  return false;
}

/** Kills the later steps before each statement. Returns the kills, and states neither old nor new. */
function sweepLater(t: TestContext, way: Way): { kills: number; between: number; unmended: number } {
  const contents = expectedContents();
  let between = 0;
  let unmended = 0;
  for (let nth = 1; nth < MOST_KILLS; nth++) {
    const dataDir = folderOf(t);
    const store = new DatabaseSync(databaseFile(dataDir));
    migrate(store, STEPS.slice(0, 1));
    fill(store);
    store.close();
    if (!killed(dataDir, nth, way)) return { kills: nth - 1, between, unmended };
    const db = new DatabaseSync(databaseFile(dataDir));
    if (!contents.includes(contentOf(db))) between++;
    try {
      migrate(db, STEPS);
      assert.equal(readPragma(db, 'integrity_check'), 'ok');
      if (contentOf(db) !== contents.at(-1)) unmended++;
    } catch {
      unmended++;
    }
    db.close();
  }
  assert.fail('it never came to its end');
}

test('a migration killed before each of its statements leaves the old or the new schema, and goes on (D18; catches: steps without a transaction)', (t) => {
  const { kills, between, unmended } = sweepLater(t, 'later');
  t.diagnostic(`${kills} kills`);
  assert.ok(kills > 12, `${kills} kills`);
  assert.deepEqual([between, unmended], [0, 0]);
});

test('the same sweep finds half a schema where steps have no transaction', (t) => {
  const { between, unmended } = sweepLater(t, 'later-without-transaction');
  t.diagnostic(`${between} between, ${unmended} that the next start did not mend`);
  assert.ok(between > 0 && unmended > 0);
});

test('a store killed while it is made is there complete or not at all, and the next start makes it (D18; catches: it is made under its name)', (t) => {
  const whole = new DatabaseSync(':memory:');
  migrate(whole);
  const complete = contentOf(whole);
  let absent = 0;
  let kills = 0;
  for (let nth = 1; nth < MOST_KILLS; nth++) {
    const dataDir = folderOf(t);
    if (!killed(dataDir, nth, 'new')) break;
    kills++;
    if (existsSync(databaseFile(dataDir))) {
      const found = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
      assert.equal(contentOf(found), complete, `killed before statement ${nth}`);
      found.close();
    } else absent++;
    const db = openDatabase(dataDir);
    assert.equal(contentOf(db), complete, `killed before statement ${nth}`);
    assert.equal(readPragma(db, 'integrity_check'), 'ok');
    db.close();
  }
  t.diagnostic(`${kills} kills, ${absent} times there was no store yet`);
  assert.ok(kills > 30 && absent > 20 && absent < kills, `${kills} kills, ${absent} without a store`);
});
