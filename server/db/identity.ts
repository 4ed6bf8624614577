import { statSync } from 'node:fs';

/** Device and inode a path names now, `none` when there is no such file. */
export function fileIdentity(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : 'none';
}

/**
 * Which files the store and its log are. SQLite goes on writing to deleted ones without any error, so whoever
 * promises durability compares this with what it opened. The log goes away only with the last connection.
 */
export function storeIdentity(file: string): string {
  return `${fileIdentity(file)} ${fileIdentity(`${file}-wal`)}`;
}
