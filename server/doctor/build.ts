import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { amount } from '#server/base/amount.ts';
import { loadBuild } from '#server/base/build.ts';
import { addressInPages } from '#server/base/config.ts';
import { ROOT } from '#server/base/root.ts';
import { hashSources, SOURCES_FILE, type SourceHashes } from '#server/base/sources.ts';
import { shownContent } from './shown-content.ts';
import { templateIn } from './template.ts';
import { type Finding, found, ok, warning } from '#server/base/finding.ts';

/** Whether pages and mails are there, and built for this address from the current sources. */
export function checkBuild(dist: string, siteUrl: string | null, root: string = ROOT): Finding {
  return found(() => {
    const { manifest, files } = loadBuild(dist);
    const start = manifest.documents.find(({ page, state }) => page === 'soon' && state === 'idle');
    const html = files.get(start?.file ?? '')?.identity.toString() ?? '';
    const wanted = siteUrl === null ? null : addressInPages(siteUrl);
    const [, builtFor = wanted] = /rel="canonical" href="([^"]*)\/soon/.exec(html) ?? [];
    if (builtFor !== null && builtFor !== wanted && siteUrl !== null) {
      return warning('built-for-other', { address: builtFor, siteUrl });
    }
    const changed = changedSource(dist, root);
    if (changed !== undefined) {
      return warning('build-old', { file: changed });
    }
    return ok(`${amount(manifest.documents.length, 'page')} in ${dist}`);
  });
}

/** What visitors still see of the template. */
export function checkTemplate(dist: string): Finding[] {
  const kept = templateIn(shownContent(dist));
  if (kept.length === 0) return [ok('nothing left of the template')];
  return kept.map(({ part, where }) => warning(`template-${part}`, { where }));
}

/** Compares like `npm start`. */
function changedSource(dist: string, root: string): string | undefined {
  const file = join(dist, SOURCES_FILE);
  if (!existsSync(file)) return undefined;
  const built = JSON.parse(readFileSync(file, 'utf8')) as SourceHashes;
  const now = Object.entries(hashSources(root));
  return now.find(([source, hash]) => hash !== built[source])?.[0];
}
