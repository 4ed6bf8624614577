import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderOf } from '#test/fixtures/folder.ts';
import { Failed } from './command.ts';
import { gitRisk, writeOutput } from './output.ts';

const ROOT = new URL('..', import.meta.url).pathname;

const CONTEXT = { warn: assert.fail, npmWrites: false };

async function* list(): AsyncGenerator<string> {
  yield 'ana@example.com\n';
  yield 'eva@example.com\n';
}

test('the old list is whole until the new one is (catches: it is emptied first)', async (t) => {
  const folder = folderOf(t);
  const output = join(folder, 'list.csv');
  writeFileSync(output, 'old', { mode: 0o644 });
  async function* brokenOff(): AsyncGenerator<string> {
    yield 'ana@example.com\n';
    // The state that a killed process would leave.
    assert.equal(readFileSync(output, 'utf8'), 'old');
    throw new Error('The store is gone.');
  }
  await assert.rejects(writeOutput(brokenOff(), { output, force: true }, CONTEXT), /The store is gone/);
  assert.equal(readFileSync(output, 'utf8'), 'old');
  assert.deepEqual(readdirSync(folder), ['list.csv']);
  await writeOutput(list(), { output, force: true }, CONTEXT);
  assert.equal(readFileSync(output, 'utf8'), 'ana@example.com\neva@example.com\n');
  assert.equal(statSync(output).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(folder), ['list.csv']);
});

test('only a file is replaced, and of a link what it leads to (catches: the name alone, the link)', async (t) => {
  const folder = folderOf(t);
  const pipe = join(folder, 'pipe');
  assert.equal(spawnSync('mkfifo', [pipe]).status, 0);
  mkdirSync(join(folder, 'folder'));
  symlinkSync(join(folder, 'gone'), join(folder, 'broken'));
  for (const name of ['pipe', 'folder', 'broken']) {
    const output = join(folder, name);
    await assert.rejects(
      writeOutput(list(), { output, force: true }, CONTEXT),
      (error) => error instanceof Failed && error.message.startsWith(`${output} is not a regular file`),
    );
  }
  assert.ok(lstatSync(pipe).isFIFO());
  const [file, link] = [join(folder, 'list.csv'), join(folder, 'link.csv')];
  writeFileSync(file, 'old');
  symlinkSync(file, link);
  await writeOutput(list(), { output: link, force: true }, CONTEXT);
  assert.match(readFileSync(file, 'utf8'), /ana@/);
  assert.ok(lstatSync(link).isSymbolicLink());
});

test('where nothing can be written the error has the name that was given (catches: of the draft)', async (t) => {
  const output = join(folderOf(t), 'no-folder', 'list.csv');
  await assert.rejects(
    writeOutput(list(), { output }, CONTEXT),
    (error) =>
      error instanceof Failed &&
      error.message.startsWith(`Cannot write ${output}: ENOENT`) &&
      !error.message.includes('.part-'),
  );
});

test('a list that the next commit would include is reported, one that git ignores is not (catches: nobody asks)', async (t) => {
  const folder = folderOf(t);
  const output = join(folder, 'people.txt');
  assert.equal(gitRisk(output), null, 'no repository');
  if (spawnSync('git', ['init', '--quiet'], { cwd: folder }).status !== 0)
    return t.skip('no git here: the warning is NOT tested');
  assert.match(gitRisk(output) ?? '', /people\.txt contains personal data .*git repository/);
  const warned: string[] = [];
  await writeOutput(list(), { output }, { ...CONTEXT, warn: (line) => void warned.push(line) });
  assert.deepEqual(warned, [gitRisk(output)]);
  copyFileSync(join(ROOT, '.gitignore'), join(folder, '.gitignore'));
  const names = [
    'list.csv',
    'messages.csv',
    'list.csv.part-7-1',
    'embreve-2026-11-21.sqlite',
    'embreve-2026-11-21.sqlite.age',
    'backups/today.sqlite',
    'books/seo.en.pdf',
    '.env',
  ];
  const ignored = spawnSync('git', ['check-ignore', ...names], { cwd: folder, encoding: 'utf8' });
  assert.deepEqual(ignored.stdout.trimEnd().split('\n'), names);
});
