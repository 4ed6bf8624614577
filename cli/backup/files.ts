import { chmodSync, closeSync, copyFileSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { syncFolderOf } from '#server/store/folder.ts';
import { Failed } from '../command.ts';

/** A name beside `file` that nobody else has. */
export function draftOf(file: string): string {
  return `${file}.part-${process.pid}-${process.hrtime.bigint()}`;
}

/** An empty file that only this user can read. */
export function createPrivate(file: string): void {
  closeSync(openSync(file, 'wx', 0o600));
}

/** `to` appears complete, durable and private, or not at all; it replaces what was there. */
export function copyPrivate(from: string, to: string): void {
  const draft = draftOf(to);
  try {
    createPrivate(draft);
    copyFileSync(from, draft);
    chmodSync(draft, 0o600);
    putInPlace(draft, to);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Gives a finished draft its name, durably. */
export function putInPlace(draft: string, file: string): void {
  sync(draft);
  renameSync(draft, file);
  syncFolderOf(file);
}

function sync(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Runs what touches files; what the system refuses is told in words. @throws Failed */
export async function withFiles<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new Failed(`Files cannot be used: ${error.message}. The store is as it was.`);
  }
}
