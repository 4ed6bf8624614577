import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What goes into pages and mails: files and folders of the project. */
const SOURCES = [
  'contract',
  'ui',
  'site',
  'dashboard',
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
  const hashes: SourceHashes = {};
  for (const source of SOURCES) {
    const hash = createHash('sha256');
    // Without names that begin with a dot: the owner's folder may be a repository of its own.
    const found = globSync([source, `${source}/**`], {
      cwd: root,
      exclude: ['**/*.test.{ts,tsx}'],
    });
    for (const file of found.filter((name) => statSync(join(root, name)).isFile()).sort()) {
      hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
    }
    if (found.length > 0) hashes[source] = hash.digest('hex');
  }
  return hashes;
}
