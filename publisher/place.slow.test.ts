import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { folderOf } from '#test/fixtures/folder.ts';
import { beginBeside, putInPlace } from './place.ts';

function make(folder: string, content: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'page.html'), content);
  return folder;
}

function outOf(t: TestContext): string {
  return join(folderOf(t), 'dist');
}

test('builds at once have folders of their own; those of killed ones are deleted (catches: both write into one; a running one loses its own; they pile up)', async (t) => {
  const out = outOf(t);
  const gone = spawnSync(process.execPath, ['--version']).pid;
  make(out, 'first');
  make(`${out}.next-${gone}`, 'half');
  make(`${out}.old-${gone}`, 'old');
  make(`${out}.next-${process.ppid}`, 'of a running build');
  make(`${out}.next-mine`, 'of nobody');
  const next = await beginBeside(out);
  make(next, 'second');
  await putInPlace(next, out);
  assert.equal(readFileSync(join(out, 'page.html'), 'utf8'), 'second');
  assert.deepEqual(readdirSync(join(out, '..')), ['dist', `dist.next-${process.ppid}`, 'dist.next-mine']);
});

test('builds that end at once all come to their end, and one is in place (catches: the later one fails)', async (t) => {
  const out = outOf(t);
  const program = `const { mkdirSync, writeFileSync } = await import('node:fs');
    const { beginBeside, putInPlace } = await import(${JSON.stringify(import.meta.resolve('./place.ts'))});
    for (let time = 0; time < 300; time++) {
      const next = await beginBeside(${JSON.stringify(out)});
      mkdirSync(next);
      writeFileSync(next + '/page.html', 'whole');
      await putInPlace(next, ${JSON.stringify(out)});
    }`;
  const builds = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', program]),
  );
  const codes = await Promise.all(builds.map(async (build) => (await once(build, 'close'))[0]));
  assert.deepEqual(codes, [0, 0, 0]);
  assert.equal(readFileSync(join(out, 'page.html'), 'utf8'), 'whole');
  assert.deepEqual(readdirSync(join(out, '..')), ['dist']);
});
