import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, loadEnvFile, readConfig, type Config } from '#server/config.ts';
import { addressInPages } from '#server/build.ts';
import type { BookFiles } from '#contract/books.ts';
import type { Evidence } from '#contract/site.ts';
import { notFollowing } from './build/brand/brand.ts';
import { builtBooks, copyBooks, givenBooks } from './build/books.ts';
import { compress } from './build/compress.ts';
import { fingerprint, isBuilt, writeFingerprint } from './build/fingerprint.ts';
import { keepOldAssets } from './build/old-assets.ts';
import { writeDiscovery } from './build/discovery.ts';
import { writeDocuments } from './build/documents.ts';
import { type MailRenderer, writeMails } from './build/mails.ts';
import { drawEvidence, writePhotos } from './build/photos.ts';
import { writeOwnerStyles } from './build/owner-styles.ts';
import { writePictures } from './build/pictures.ts';
import { beginBeside, putInPlace } from './build/place.ts';
import { currentProgram, programFiles, rendererOf, type Program } from './build/program.ts';
import { ROOT } from './build/root.ts';
import { checkSiteConfig, SiteConfigError } from './build/site-config.ts';
import {
  accents,
  analytics,
  books as ownBooks,
  evidence as ownEvidence,
  logo,
  lineOf,
  site,
  words,
} from './build/site.ts';
import { siteValues } from './build/site-values.ts';
import { addressWarning, writeStaticHost } from './build/static-host.ts';

/**
 * Renders the whole site into `out`: precompressed, with `.build/manifest.json` for the server.
 * Written beside it and moved into place at the end: a running server or a failed build never sees half of it.
 * @throws SiteConfigError when a value of `site.config.ts` is wrong.
 */
export async function buildSite(
  config: Config,
  out: string = join(ROOT, 'dist'),
  books: BookFiles = ownBooks,
  evidence: Evidence = ownEvidence,
): Promise<void> {
  await render(config, await sourcesOf(config, books, evidence), out);
}

/** Renders only when the program, the settings that go into the pages or the owner's values have changed. */
export async function buildIfChanged(
  config: Config,
  out: string = join(ROOT, 'dist'),
  books: BookFiles = ownBooks,
  evidence: Evidence = ownEvidence,
): Promise<void> {
  const sources = await sourcesOf(config, books, evidence);
  // The stage changes only the layout for static hosts.
  if (await isBuilt(out, sources.fingerprint)) return writeStaticHost(config, out);
  console.error('Rendering the site ...');
  await render(config, sources, out);
}

/** What a site is rendered from. `books`: as named, and those of them that are given to visitors. */
type Sources = {
  program: Program;
  books: { named: BookFiles; given: BookFiles };
  evidence: Evidence;
  fingerprint: string;
};

async function sourcesOf(config: Config, named: BookFiles, evidence: Evidence): Promise<Sources> {
  checkSiteConfig(site, named, analytics, lineOf, evidence);
  const program = await currentProgram();
  const given = givenBooks(config, named);
  const wanted = await fingerprint(program, config, given, evidence);
  return { program, books: { named, given }, evidence, fingerprint: wanted };
}

async function render(config: Config, sources: Sources, out: string): Promise<void> {
  const { program, books, evidence } = sources;
  const { given } = books;
  const { files, ...shown } = await drawEvidence(evidence, Date.now(), lineOf);
  const values = siteValues(config, shown, given);
  const next = await beginBeside(out);
  await cp(programFiles.assets, next, { recursive: true });
  await cp(programFiles.bundled, join(next, '.build/bundled'), { recursive: true });
  const styles = await writeOwnerStyles(accents, logo, next);
  const titles = await writeDocuments(
    program,
    values,
    analytics.scriptOrigins,
    styles,
    builtBooks(given),
    next,
  );
  await copyBooks(given, next);
  await writePhotos(files, next);
  await writeMails(
    await rendererOf<MailRenderer>(program, 'mails'),
    { site, accents, words: words.mails },
    next,
  );
  await writePictures(site, titles, next, Date.now());
  await writeDiscovery(config.siteUrl, next, Date.now());
  await keepOldAssets(out, next);
  await compress(next);
  // For `doctor` and the start, which do not read the sources.
  await writeFile(join(next, '.build/site.json'), JSON.stringify({ site, books: books.named }));
  await writeStaticHost(config, next);
  await writeFingerprint(next, sources.fingerprint);
  for (const line of notFollowing(accents)) console.error(line);
  await putInPlace(next, out);
}

/**
 * Node writes compiled modules to disk (see setup.mjs) when this process ends. Without this, the first
 * collector after a change would keep Node's TypeScript compiler in memory for as long as it runs.
 */
async function compileCollector(): Promise<void> {
  await Promise.all([
    import('#server/main.ts'),
    import('#server/store/writer-thread.ts'),
    import('#server/store/reader-thread.ts'),
    import('#server/store/backup-thread.ts'),
    import('#server/doctor/doctor-thread.ts'),
    import('#server/launch/rehearsal-thread.ts'),
    // Imported only with some settings.
    import('#server/store/postgres.ts'),
    import('#server/deliver/forward/forward.ts'),
    import('#server/list/forward-job.ts'),
  ]);
}

/** Prints an error that somebody can fix in words; rethrows any other. */
async function main(): Promise<void> {
  try {
    loadEnvFile();
    const settings = readConfig(process.env);
    const config = { ...settings, siteUrl: addressInPages(settings.siteUrl) };
    await (process.argv.includes('--if-changed') ? buildIfChanged(config) : buildSite(config));
    const warning = addressWarning(config);
    if (warning !== null) console.error(warning);
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof SiteConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  await compileCollector();
}

if (import.meta.main) await main();
