import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BookFiles } from '#contract/books.ts';
import type { Evidence } from '#contract/site.ts';
import type { Config } from '#server/config.ts';
import { hashSources, SOURCES_FILE } from '#server/sources.ts';
import { bookSources } from './books.ts';
import { photoSources } from './photos.ts';
import { ROOT } from './root.ts';

const FILE = '.build/fingerprint';

/**
 * A hash of everything that goes into the pages and mails: sources, dependencies, seven settings, books,
 * the owner's pictures.
 */
export async function fingerprint(config: Config, books: BookFiles, evidence: Evidence): Promise<string> {
  const { siteUrl, subscribeEndpoint, gaId, gtmId, doubleOptIn, optionalFields } = config;
  const settings = { siteUrl, subscribeEndpoint, gaId, gtmId, doubleOptIn, optionalFields };
  const hash = createHash('sha256').update(
    JSON.stringify({ settings, sources: hashSources(ROOT), books, evidence }),
  );
  for (const file of [...bookSources(books), ...photoSources(evidence)])
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
