import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.ts';

/** The version that is installed now, with its commit where that is known: `0.2.0+7318e86a`. */
export function installedVersion(root: string = ROOT): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  // A package has its commit in the version, and may be in another repository.
  const commit = existsSync(join(root, '.git')) ? commitOf(root) : null;
  return commit === null ? version : `${version}+${commit}`;
}

let running: string | null = null;

/** That of this process, as of the first call; another may have been installed since. */
export function runningVersion(): string {
  return (running ??= installedVersion());
}

/** Null without git. The checkout may belong to another user than the server's. */
function commitOf(root: string): string | null {
  const args = ['-c', 'safe.directory=*', 'rev-parse', '--short=8', 'HEAD'];
  try {
    const options = { cwd: root, encoding: 'utf8', timeout: 2_000 } as const;
    return execFileSync('git', args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}
