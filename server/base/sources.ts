import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files and folders that pages and mails are built from. */
const SOURCES = [
  'contract',
  'ui',
  'site',
  'dashboard',
  'mails',
  'publisher',
  'scripts/build',
  'scripts/build.ts',
  'package-lock.json',
];

/** The source hashes of a build, below its folder. */
export const SOURCES_FILE = '.build/sources.json';

/** Only of existing sources: an image has the pages, not their sources. */
export type SourceHashes = Record<string, string>;

/** By name and content: modification times mean nothing after a `git checkout` or a copy. */
export function hashSources(root: string): SourceHashes {
  const hashes: SourceHashes = {};
  for (const source of SOURCES) {
    const hash = createHash('sha256');
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
