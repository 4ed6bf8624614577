import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadMails } from '#server/deliver/templates.ts';
import { addressInPages, loadBuild } from '#server/build.ts';
import { hashSources, SOURCES_FILE, type SourceHashes } from '#server/sources.ts';
import { type Finding, found, ok, warning } from './finding.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const DIST = join(ROOT, 'dist');

/** Whether the pages and mails are there, made for this address, and from the sources as they are. */
export function checkBuild(dist: string, siteUrl: string | null, root: string = ROOT): Finding {
  return found(() => {
    const { manifest, files } = loadBuild(dist);
    loadMails(dist);
    const start = manifest.documents.find(({ page, state }) => page === 'soon' && state === 'idle');
    const html = files.get(start?.file ?? '')?.identity.toString() ?? '';
    const wanted = siteUrl === null ? null : addressInPages(siteUrl);
    const [, builtFor = wanted] = /rel="canonical" href="([^"]*)\/soon/.exec(html) ?? [];
    if (builtFor !== wanted && wanted !== null) {
      return warning(`The pages were made for ${builtFor}, but SITE_URL is ${siteUrl}. Run: npm run build`);
    }
    const changed = changedSource(dist, root);
    if (changed !== undefined) {
      return warning(
        `${changed} is not what the pages were built from. "npm start" builds them again, or: npm run build`,
      );
    }
    return ok(`${manifest.documents.length} pages in ${dist}`);
  });
}

/** As `npm start` compares. */
function changedSource(dist: string, root: string): string | undefined {
  const file = join(dist, SOURCES_FILE);
  if (!existsSync(file)) return undefined;
  const built = JSON.parse(readFileSync(file, 'utf8')) as SourceHashes;
  const now = Object.entries(hashSources(root));
  return now.find(([source, hash]) => hash !== built[source])?.[0];
}
