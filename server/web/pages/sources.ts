import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What goes into pages and mails: files and folders of the project. */
export const SOURCES = [
  'contract',
  'ui',
  'site',
  'mails',
  'scripts/build',
  'scripts/build.ts',
  'site.config.ts',
  'brand',
  'package-lock.json',
];

/** Below a build: what each source was then. */
export const SOURCES_FILE = '.build/sources.json';

/** Of those that are there: an image holds the pages, not what they are made from. */
export type SourceHashes = Record<string, string>;

/** By name and content: a time says nothing after a `git checkout`, or a copy. */
export function hashSources(root: string): SourceHashes {
  const there = SOURCES.filter((source) => existsSync(join(root, source)));
  return Object.fromEntries(there.map((source) => [source, hashOf(root, join(root, source))]));
}

function hashOf(root: string, source: string): string {
  const hash = createHash('sha256');
  for (const file of filesOf(source)) {
    hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return (
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      // The owner's folder may be a repository of its own.
      .filter((file) => !/[\\/]\.git[\\/]/.test(file))
      .sort()
  );
}
