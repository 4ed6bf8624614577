import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from '#contract/content/content.ts';
import { inEnglish } from '#contract/content/problems.ts';
import { addressInPages, ConfigError, readConfig, siteSettings, type Config } from '#server/base/config.ts';
import { loadEnvFile } from '#server/base/env-file.ts';
import { hashSources, SOURCES_FILE } from '#server/base/sources.ts';
import { currentProgram } from './build/program.ts';
import { currentServer } from './build/server.ts';
import { ROOT } from '#server/base/root.ts';
import { KEY_FILE, renderingKey } from '#publisher/key.ts';
import { beginBeside, putInPlace } from '#publisher/place.ts';
import { fingerprintOf } from '#publisher/program.ts';
import { renderSite } from '#publisher/render.ts';
import { addressWarning, writeStaticHost } from '#server/publish/static-host.ts';
import { write } from '#publisher/write.ts';

/** What an owner says, and the folder of the files named there. */
export type OwnContent = { content: Content; files: string };

/** The built-in words and facts. */
const NOTHING: OwnContent = { content: {}, files: ROOT };
const DIST = join(ROOT, 'dist');

/**
 * Renders the whole site into `out`. Written beside it and moved into place at the end: a running server or a failed
 * build never sees half of it.
 */
export async function buildSite(
  config: Config,
  out: string = DIST,
  said: OwnContent = NOTHING,
): Promise<void> {
  await build(await jobOf(config, said), config, out);
}

/** Renders only when the program, the settings that go into the pages or the content have changed. */
export async function buildIfChanged(
  config: Config,
  out: string = DIST,
  said: OwnContent = NOTHING,
): Promise<void> {
  const job = await jobOf(config, said);
  const found = await readFile(join(out, KEY_FILE), 'utf8').catch(() => null);
  // The stage changes only the layout for static hosts.
  if (found === job.key) return writeStaticHost(config, out);
  console.error('Rendering the site ...');
  await build(job, config, out);
}

/** What to render, with the key of its rendering. */
async function jobOf(config: Config, said: OwnContent) {
  const program = await currentProgram();
  const settings = siteSettings(config, config.siteUrl);
  const key = renderingKey(await fingerprintOf(program), said.content, settings, []);
  return { key, program, settings, letters: [], ...said };
}

async function build(
  { key, ...job }: Awaited<ReturnType<typeof jobOf>>,
  config: Config,
  out: string,
): Promise<void> {
  const next = await beginBeside(out);
  const drawn = join(ROOT, 'node_modules/.cache/pictures');
  const problems = await renderSite({ ...job, drawn, previous: out, out: next, now: Date.now() });
  if (problems.length > 0) throw new Error(problems.map(inEnglish).join('\n'));
  await writeStaticHost(config, next);
  // For `doctor`, which says whether the sources have changed since.
  await write(join(next, SOURCES_FILE), JSON.stringify(hashSources(ROOT)));
  await write(join(next, KEY_FILE), key);
  await putInPlace(next, out);
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
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  await currentServer();
}

if (import.meta.main) await main();
