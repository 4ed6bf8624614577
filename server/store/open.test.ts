import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { beginCheckpoint } from '#test/fixtures/checkpoint.ts';
import { MIGRATIONS, readPragma } from './migrations.ts';
import { databaseFile, openDatabase, sqliteVersionProblem } from './open.ts';
import { type RefusalCode, refusalOf } from './refusal.ts';

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'embreve-open-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return join(path, 'data');
}

function contents(path: string): string[] {
  return readdirSync(path)
    .toSorted()
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(path, name)))
          .digest('hex')}`,
    );
}

const ROW = `INSERT INTO subscription (key, address, language, state, created_at) VALUES (?, ?, 'en', 'pending', 0)`;

/** Creates a closed store of `rows` rows. */
function makeStore(dataDir: string, rows = 2000): string {
  const db = openDatabase(dataDir);
  db.exec('BEGIN');
  const insert = db.prepare(ROW);
  for (let i = 0; i < rows; i++) insert.run(`${i}@example.com`, `${i}@example.com`);
  db.exec('COMMIT');
  db.close();
  return databaseFile(dataDir);
}

function assertRefused(dataDir: string, code: RefusalCode): void {
  const before = contents(dataDir);
  const refused = (error: unknown): boolean => {
    const refusal = refusalOf(error, databaseFile(dataDir));
    assert.equal(refusal.code, code, refusal.message);
    assert.match(refusal.message, /\.$/);
    return true;
  };
  assert.throws(() => openDatabase(dataDir), refused);
  assert.deepEqual(contents(dataDir), before, 'a refused store is left byte for byte as it was');
}

function flip(file: string, from: number, bytes: number): void {
  const content = readFileSync(file);
  for (let i = from; i < from + bytes; i++) content[i] = ~(content[i] ?? 0);
  writeFileSync(file, content);
}

test('a new store waits for the disk, is only for its owner, and opens again with its rows', (t) => {
  const dataDir = folder(t);
  const file = makeStore(dataDir, 3);
  assert.deepEqual(readdirSync(dataDir), ['embreve.sqlite']);
  assert.equal(statSync(dataDir).mode & 0o777, 0o700);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const db = openDatabase(dataDir);
  t.after(() => db.close());
  assert.equal(readPragma(db, 'journal_mode'), 'wal');
  assert.equal(readPragma(db, 'synchronous'), 2);
  assert.equal(readPragma(db, 'foreign_keys'), 1);
  assert.equal(db.prepare('SELECT count(*) AS n FROM subscription').get()?.n, 3);
  assert.equal(statSync(`${file}-wal`).mode & 0o777, 0o600);
});

test('a store with a garbage header is refused', (t) => {
  const dataDir = folder(t);
  flip(makeStore(dataDir), 0, 100);
  assertRefused(dataDir, 'corrupt');
});

test('a store with a flipped page is refused, whichever page it is', (t) => {
  const dataDir = folder(t);
  const file = makeStore(dataDir);
  const pages = statSync(file).size / 4096;
  assert.ok(pages > 20);
  for (const page of [1, 2, 3, Math.floor(pages / 2), pages - 1]) {
    flip(file, page * 4096, 4096);
    assertRefused(dataDir, 'corrupt');
    flip(file, page * 4096, 4096);
  }
  openDatabase(dataDir).close();
});

test('a store whose index lost a row is refused', (t) => {
  const dataDir = folder(t);
  const file = makeStore(dataDir, 50);
  const at = readFileSync(file).lastIndexOf('17@example.com');
  flip(file, at, 1);
  assertRefused(dataDir, 'corrupt');
});

test('a store that was cut short or emptied is refused, never begun again', (t) => {
  const dataDir = folder(t);
  const file = makeStore(dataDir);
  truncateSync(file, statSync(file).size - 4096 * 5);
  assertRefused(dataDir, 'corrupt');
  truncateSync(file, 0);
  assertRefused(dataDir, 'incomplete');
});

test('a store of a newer program is refused', (t) => {
  const dataDir = folder(t);
  const db = new DatabaseSync(makeStore(dataDir));
  db.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
  db.close();
  assertRefused(dataDir, 'newer');
});

test('a store whose tables differ is refused by name, and one with an index more or a count of its rows opens (catches: each sign-up fails; a store that somebody looked into does not start)', (t) => {
  const dataDir = folder(t);
  const db = new DatabaseSync(makeStore(dataDir));
  db.exec('CREATE INDEX mine ON message (name); ANALYZE');
  openDatabase(dataDir).close();
  db.exec('ALTER TABLE subscription RENAME COLUMN path TO route');
  db.close();
  assert.throws(() => openDatabase(dataDir), /embreve\.sqlite .*table "subscription" differs, .*start/);
  assertRefused(dataDir, 'foreign');
});

test('a database of another program is refused', (t) => {
  const dataDir = folder(t);
  const file = makeStore(dataDir);
  rmSync(file);
  const db = new DatabaseSync(file);
  db.exec('CREATE TABLE theirs (x)');
  db.close();
  assertRefused(dataDir, 'foreign');
});

/** The files of a store after a crash: rows in the log that are missing in the main file. */
function crashedStore(t: TestContext): { dataDir: string; file: string } {
  const live = folder(t);
  makeStore(live);
  const db = openDatabase(live);
  t.after(() => db.close());
  db.prepare(ROW).run('last@example.com', 'last@example.com');
  const dataDir = folder(t);
  cpSync(live, dataDir, { recursive: true });
  return { dataDir, file: databaseFile(dataDir) };
}

test('rows that a crash left in the log are there again at the next start', (t) => {
  const { dataDir, file } = crashedStore(t);
  assert.ok(statSync(`${file}-wal`).size > 0);
  const db = openDatabase(dataDir);
  t.after(() => db.close());
  assert.ok(db.prepare('SELECT 1 FROM subscription WHERE key = ?').get('last@example.com'));
});

test('a damaged store is refused untouched also when a crash left a log beside it', (t) => {
  const { dataDir, file } = crashedStore(t);
  flip(file, 4096 * 10, 4096);
  assertRefused(dataDir, 'corrupt');
});

for (const [size, rows] of [
  ['small', 2_000],
  ['large, so that it is not read whole', 100_000],
] as const)
  test(`a store that a crash caught in a checkpoint is whole together with its log, ${size} (catches: the file is judged alone)`, (t) => {
    const live = folder(t);
    makeStore(live, rows);
    const db = openDatabase(live);
    t.after(() => db.close());
    db.exec('BEGIN');
    for (let i = 0; i < 500; i++) db.prepare(ROW).run(`new${i}@example.com`, `new${i}@example.com`);
    db.exec('COMMIT');
    const dataDir = folder(t);
    cpSync(live, dataDir, { recursive: true });
    beginCheckpoint(databaseFile(dataDir));
    const opened = openDatabase(dataDir);
    t.after(() => opened.close());
    assert.equal(opened.prepare('SELECT count(*) AS n FROM subscription').get()?.n, rows + 500);
  });

test('a large file of another program is refused also beside a log (catches: only the whole file is asked)', (t) => {
  const dataDir = folder(t);
  const file = makeStore(dataDir, 100_000);
  const db = openDatabase(dataDir);
  t.after(() => db.close());
  db.prepare(ROW).run('a@example.com', 'a@example.com');
  flip(file, 68, 4);
  assertRefused(dataDir, 'foreign');
  flip(file, 0, 16);
  assertRefused(dataDir, 'corrupt');
});

test('a log without its store is refused', (t) => {
  const { dataDir, file } = crashedStore(t);
  rmSync(file);
  assertRefused(dataDir, 'incomplete');
});

test('a data directory that is a file is refused in words', (t) => {
  const dataDir = folder(t);
  writeFileSync(dataDir, '');
  const isRefusal = (error: unknown): boolean => refusalOf(error, dataDir).code === 'io';
  assert.throws(() => openDatabase(dataDir), isRefusal);
});

test('erased data is not in the file any more (catches: its pages are only forgotten)', (t) => {
  const dataDir = folder(t);
  const file = makeStore(dataDir, 200);
  assert.ok(readFileSync(file).includes('117@example.com'));
  const db = openDatabase(dataDir);
  db.exec(`DELETE FROM subscription WHERE key = '117@example.com'`);
  db.close();
  assert.ok(!readFileSync(file).includes('117@example.com'));
  assert.ok(readFileSync(file).includes('118@example.com'));
});

test('two that make the store at once share one', (t) => {
  const dataDir = folder(t);
  const first = openDatabase(dataDir);
  const second = openDatabase(dataDir);
  t.after(() => [first, second].forEach((db) => db.close()));
  first.prepare(ROW).run('a@example.com', 'a@example.com');
  assert.equal(second.prepare('SELECT count(*) AS n FROM subscription').get()?.n, 1);
});

test('an SQLite with the log-reset fault is refused, a newer one is taken', () => {
  for (const version of ['3.45.1', '3.51.2', '3.52.0', '2.8.17', '3.9.9']) {
    assert.notEqual(sqliteVersionProblem(version), null, version);
  }
  for (const version of ['3.51.3', '3.51.10', '3.52.1', '3.53.4', '4.0.0']) {
    assert.equal(sqliteVersionProblem(version), null, version);
  }
});

test('a version that cannot be read is refused', () => {
  for (const version of ['', '3.53', 'undefined', '3.53.4-beta'])
    assert.notEqual(sqliteVersionProblem(version), null);
});

test('the SQLite of this Node may hold addresses', () => {
  assert.equal(sqliteVersionProblem(process.versions.sqlite ?? ''), null);
});
