import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseAddress } from '#contract/subscribe.ts';
import { ROOT } from './root.ts';

/** A single line of text: trimmed, without invisible characters. */
export function isLine(value: unknown, longest: number): value is string {
  return (
    typeof value === 'string' &&
    value === value.trim() &&
    value !== '' &&
    value.length <= longest &&
    !/\p{C}/u.test(value)
  );
}

export function isHttps(value: unknown): boolean {
  return typeof value === 'string' && URL.parse(value)?.protocol === 'https:';
}

export function isAddress(value: unknown): boolean {
  const parsed = typeof value === 'string' ? parseAddress(value) : null;
  return parsed?.ok === true && parsed.address === value;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `megabytes`: maximum size. `kinds`: in words. `isKind` checks the first bytes: names prove nothing. */
export type FileRule = { megabytes: number; kinds: string; isKind(head: string): boolean };

/** Says what a file path must be; null if it is right. */
export function fileProblem(path: unknown, { megabytes, kinds, isKind }: FileRule): string | null {
  if (typeof path !== 'string' || path === '') return 'the path of a file below the project’s folder';
  const file = resolve(ROOT, path);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile()) return 'a file that is there';
  if (stats.size > megabytes * 1024 * 1024) return `a file of at most ${megabytes} MB`;
  return isKind(headOf(file)) ? null : kinds;
}

/** The first bytes of a file, one letter per byte. */
export function headOf(file: string): string {
  const head = Buffer.alloc(64);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, head, 0, head.length, 0);
  } finally {
    closeSync(opened);
  }
  return head.toString('latin1');
}
