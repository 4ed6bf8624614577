import { type Stats, statSync } from 'node:fs';

/** Device and inode a path names now, `none` when there is no such file. */
export function fileIdentity(path: string): string {
  return identityOf(statSync(path, { throwIfNoEntry: false }));
}

export function identityOf(found: Stats | undefined): string {
  return found ? `${found.dev}:${found.ino}` : 'none';
}
