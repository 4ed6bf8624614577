import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

/** As a checkpoint begins: the first page goes from the log into the file, and names a length that the file has not yet. */
export function beginCheckpoint(file: string): void {
  const log = readFileSync(`${file}-wal`);
  const size = log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  let first: Buffer | null = null;
  for (let at = 32; at + 24 + size <= log.length; at += 24 + size) {
    if (!log.subarray(at + 8, at + 16).equals(salt)) break;
    if (log.readUInt32BE(at) === 1) first = log.subarray(at + 24, at + 24 + size);
  }
  assert.ok(first, 'the first page is in the log');
  const content = readFileSync(file);
  first.copy(content);
  writeFileSync(file, content);
}
