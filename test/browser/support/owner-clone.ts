import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/build/root.ts';

const ROOMS = ['contract', 'ui', 'site', 'dashboard', 'mails', 'server', 'cli', 'test'];

/** Our project as a git repository, and an owner's clone of it. */
export function cloneAsOwner(upstream: string, copy: string): void {
  for (const file of [
    ...ROOMS,
    'scripts',
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'site.config.ts',
    '.gitignore',
  ])
    cpSync(join(ROOT, file), join(upstream, file), { recursive: true });
  git(upstream, 'init', '--quiet');
  commitAll(upstream);
  git(tmpdir(), 'clone', '--quiet', upstream, copy);
}

/** We change the same words and settings as the owner; then the owner pulls. */
export function takeNewVersion(upstream: string, copy: string): void {
  for (const [file, ours] of Object.entries({
    'site/text/home.pt.ts': 'title: ',
    'site.config.ts': 'name: ',
  })) {
    const text = readFileSync(join(upstream, file), 'utf8');
    const changed = text.replace(new RegExp(`${ours}'.*'`), `${ours}'Newer'`);
    assert.notEqual(changed, text);
    writeFileSync(join(upstream, file), changed);
  }
  commitAll(upstream);
  git(copy, 'pull', '--quiet');
}

function commitAll(upstream: string): void {
  git(upstream, 'add', '--all');
  git(upstream, '-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '--quiet', '--message=x');
}

function git(folder: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
}
