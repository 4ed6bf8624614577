import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../../scripts/build/root.ts';

/** One revision on disk: its sources, and where its built site lies. */
export type Checkout = { root: string; dist: string };

const run = promisify(execFile);

async function git(...args: string[]): Promise<string> {
  return (await run('git', args, { cwd: ROOT })).stdout.trim();
}

/** Short hash of a revision, e.g. of `main` or `HEAD~3`. */
export async function hashOf(revision: string): Promise<string> {
  return git('rev-parse', '--short', '--verify', `${revision}^{commit}`);
}

/** What the files here are called: the hash of the last commit, with a mark where they differ from it. */
export async function nameOfFiles(): Promise<string> {
  const changed = (await git('status', '--porcelain')) !== '';
  return `${await hashOf('HEAD')}${changed ? '-changed' : ''}`;
}

/** Another revision, checked out and built apart from the files here; `remove` leaves no trace of it. */
export async function checkOut(hash: string): Promise<Checkout & { remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'embreve-revision-'));
  const root = join(folder, 'embreve');
  const remove = async () => {
    await git('worktree', 'remove', '--force', root).catch(() => {});
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await git('worktree', 'add', '--detach', root, hash);
    await install(root);
    await run(process.execPath, [join(root, 'scripts/build.ts')], {
      cwd: root,
      env: { PATH: process.env['PATH'] },
    });
    return { root, dist: join(root, 'dist'), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** What is installed here does for a revision that asks for the same. */
async function install(root: string): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [ROOT, root].map((folder) => readFile(join(folder, 'package-lock.json'), 'utf8')),
  );
  if (ours === theirs) return symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'junction');
  await run('npm', ['ci'], { cwd: root, shell: process.platform === 'win32' });
}
