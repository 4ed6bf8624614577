import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { BookFiles } from '#contract/books.ts';
import type { Config } from '#server/config.ts';
import { bookSources } from './books.ts';
import { ROOT } from './root.ts';

const SOURCES = [
  'contract',
  'ui',
  'site',
  'mails',
  'scripts/build',
  'scripts/build.ts',
  'site.config.ts',
  'package-lock.json',
];
const FILE = '.build/fingerprint';

/** Changes when anything that goes into the pages and mails changes: a source, a dependency, one of four settings, a book. */
export async function fingerprint(config: Config, books: BookFiles): Promise<string> {
  const { siteUrl, subscribeEndpoint, gaId, gtmId } = config;
  const hash = createHash('sha256').update(JSON.stringify({ siteUrl, subscribeEndpoint, gaId, gtmId }));
  for (const source of SOURCES) {
    for (const file of await filesOf(join(ROOT, source))) {
      hash.update(`\0${relative(ROOT, file)}\0`).update(await readFile(file));
    }
  }
  hash.update(JSON.stringify(books));
  for (const file of bookSources(books)) hash.update('\0').update(await readFile(file));
  return hash.digest('hex');
}

export async function isBuilt(out: string, wanted: string): Promise<boolean> {
  const found = await readFile(join(out, FILE), 'utf8').catch(() => null);
  return found === wanted;
}

export async function writeFingerprint(out: string, value: string): Promise<void> {
  await writeFile(join(out, FILE), value);
}

async function filesOf(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [path];
  const files = entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name));
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}
