import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BookFiles } from '#contract/books.ts';
import type { Evidence } from '#contract/site.ts';
import type { Config } from '#server/config.ts';
import { hashSources, SOURCES_FILE } from '#server/sources.ts';
import { bookSources } from './books.ts';
import { photoSources } from './photos.ts';
import type { Program } from './program.ts';
import { ROOT } from './root.ts';
import { builtIn } from './site-values.ts';
import { accents, analytics, logo, site, words } from './site.ts';

const FILE = '.build/fingerprint';

/**
 * Changes when anything that goes into the pages and mails changes: the program, a value of the owner, one of six settings,
 * a book, a picture of the owner.
 */
export async function fingerprint(
  program: Program,
  config: Config,
  books: BookFiles,
  evidence: Evidence,
): Promise<string> {
  const { fingerprint: compiled } = program;
  const hash = createHash('sha256').update(
    JSON.stringify({ compiled, site, words, accents, analytics, settings: builtIn(config), books, evidence }),
  );
  const logoFiles = logo === null ? [] : Object.values(logo.files);
  for (const file of [...bookSources(books), ...photoSources(evidence), ...logoFiles])
    hash.update('\0').update(await readFile(file));
  return hash.digest('hex');
}

export async function isBuilt(out: string, wanted: string): Promise<boolean> {
  const found = await readFile(join(out, FILE), 'utf8').catch(() => null);
  return found === wanted;
}

/** Written with a hash of the sources, for `doctor`, which knows no books. */
export async function writeFingerprint(out: string, value: string): Promise<void> {
  await writeFile(join(out, SOURCES_FILE), JSON.stringify(hashSources(ROOT)));
  await writeFile(join(out, FILE), value);
}
