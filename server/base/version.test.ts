import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkVersion } from '#server/doctor/examine.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { installedVersion } from './version.ts';

test('the version has the commit of its own repository, where it has one (catches: of the one around a package)', (t) => {
  const around = folderOf(t);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: around });
  git('init', '--quiet');
  writeFileSync(join(around, 'package.json'), '{"version":"1.2.3"}');
  assert.equal(installedVersion(around), '1.2.3');
  git('commit', '--quiet', '--allow-empty', '--message', 'First');
  assert.match(installedVersion(around), /^1\.2\.3\+[0-9a-f]{8}$/);
  const inside = join(around, 'node_modules');
  mkdirSync(inside);
  writeFileSync(join(inside, 'package.json'), '{"version":"1.2.3+abcdef01"}');
  assert.equal(installedVersion(inside), '1.2.3+abcdef01');
});

test('the health check says when another version is installed than is running (catches: an update that waits for a restart in silence)', () => {
  const { level, text } = checkVersion('0.2.0+1', '0.2.0+2');
  assert.deepEqual(
    [level, text],
    ['warning', '0.2.0+1 is running, and 0.2.0+2 is installed. Restart the server.'],
  );
  assert.equal(checkVersion('0.2.0', '0.2.0').level, 'ok');
});
