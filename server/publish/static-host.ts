import { copyFile, cp, mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FALLBACK_LANGUAGE, LANGUAGES } from '#contract/language.ts';
import type { SiteManifest } from '#contract/documents.ts';
import { pagesWithout, PATHS, STAGES, type Stage } from '#contract/pages.ts';
import type { Config } from '#server/base/config.ts';
import { isLoopback } from '#server/base/setting.ts';
import { OWN_ENDPOINT } from '#contract/site.ts';
import { hostRules } from './host-rules.ts';

const STAGE_FILE = '.build/static-host-stage';
/** States of `/soon` that work without a collector. */
const SOON_ALONE = ['idle', 'subscribed', 'failed', 'privacy'] as const;

/**
 * Adds what static hosts need to a build: the documents of the stage at their public paths, `404.html`, the
 * sitemap and the hosts' rules. The server reads none of it. Does nothing if the build already has the layout
 * of this stage.
 */
export async function writeStaticHost({ stage, siteUrl }: Config, out: string): Promise<void> {
  const laidOut = await readFile(join(out, STAGE_FILE), 'utf8').catch(() => null);
  if (laidOut === stage) return;
  for (const other of STAGES) for (const file of Object.keys(copiesFor(other))) await remove(out, file);
  const manifest = JSON.parse(await readFile(join(out, '.build/manifest.json'), 'utf8')) as SiteManifest;
  // Of cases that are gone, too.
  await rm(join(out, 'work'), { recursive: true, force: true });
  const copies = copiesFor(stage, manifest);
  for (const [file, source] of Object.entries(copies)) {
    await mkdir(dirname(join(out, file)), { recursive: true });
    await copyFile(join(out, '.build/pages', source), join(out, file));
  }
  const shown = new Set(Object.values(copies).map((source) => `.build/pages/${source}`));
  const documents = manifest.documents.filter(({ file }) => shown.has(file));
  const rules = hostRules(
    stage,
    siteUrl,
    documents.map(({ policy }) => policy),
  );
  for (const [file, content] of Object.entries(rules)) await writeFile(join(out, file), content);
  await writeFile(join(out, STAGE_FILE), stage);
}

/** Writes a rendered site into a folder of a static host; older assets in it stay, as open pages ask for them. */
export async function copyForHost(config: Config, rendering: string, out: string): Promise<void> {
  await cp(rendering, out, { recursive: true });
  // What is there is of the last rendering.
  await rm(join(out, STAGE_FILE), { force: true });
  await writeStaticHost(config, out);
  // Books and mails: not every host reads the rule that hides them.
  await rm(join(out, '.build'), { recursive: true });
}

/** What a site of a static host cannot do without; null if it has all. */
export function lackForHost({
  siteUrl,
  subscribeEndpoint,
}: Pick<Config, 'siteUrl' | 'subscribeEndpoint'>): string | null {
  if (isLoopback(new URL(siteUrl).hostname))
    return `The pages would say that their address is ${siteUrl}. Set SITE_URL to the public address.`;
  if (subscribeEndpoint !== OWN_ENDPOINT) return null;
  return 'The form would go nowhere. Set SUBSCRIBE_ENDPOINT to the address of a form service.';
}

/** Warns about URLs that would be published although they point to this machine. */
export function addressWarning({
  siteUrl,
  subscribeEndpoint,
}: Pick<Config, 'siteUrl' | 'subscribeEndpoint'>): string | null {
  const isLocal = (url: string) => isLoopback(new URL(url).hostname);
  const isForeign = subscribeEndpoint !== OWN_ENDPOINT && !isLocal(subscribeEndpoint);
  if (!isForeign || !isLocal(siteUrl)) return null;
  return `The pages say that their address is ${siteUrl}. For a public site set SITE_URL, and make them again.`;
}

/** Also removes folders left empty. */
async function remove(out: string, file: string): Promise<void> {
  await rm(join(out, file), { force: true });
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    // The folder has other files, or does not exist.
    await rmdir(join(out, folder)).catch(() => {});
  }
}

/** The path where a static host looks for a document, and the document's name in `.build/pages/`. */
function copiesFor(
  stage: Stage,
  { hidden = [], cases = [] }: Pick<SiteManifest, 'hidden' | 'cases'> = {},
): Record<string, string> {
  const map = { 'sitemap.xml': `sitemap.${stage}.xml` };
  if (stage === 'live') {
    const pages = pagesWithout(hidden).map((page) => [
      `${PATHS[page]}/index.html`.replace(/^\/+/, ''),
      `${page}.idle.${FALLBACK_LANGUAGE}.html`,
    ]);
    const told = cases.map(({ slug, languages }) => {
      const language = languages.includes(FALLBACK_LANGUAGE) ? FALLBACK_LANGUAGE : languages[0];
      return [`work/${slug}/index.html`, `work.${slug}.${language}.html`];
    });
    return {
      ...map,
      ...Object.fromEntries([...pages, ...told]),
      '404.html': `missing.idle.${FALLBACK_LANGUAGE}.html`,
    };
  }
  const soon = LANGUAGES.flatMap((language) =>
    SOON_ALONE.map((state) => [
      `${language === FALLBACK_LANGUAGE ? '' : `${language}/`}soon/${state === 'idle' ? '' : `${state}/`}index.html`,
      `soon.${state}.${language}.html`,
    ]),
  );
  // At any other path its script leads to the page. Without a first page some hosts answer 403.
  const idle = `soon.idle.${FALLBACK_LANGUAGE}.html`;
  return { ...map, ...Object.fromEntries(soon), 'index.html': idle, '404.html': idle };
}
