import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadMails } from '#server/mail/templates.ts';
import { BuildError, loadBuild } from '#server/pages/build.ts';
import { about, type Finding } from './finding.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const DIST = join(ROOT, 'dist');
const SOURCES = ['contract', 'ui', 'site', 'mails', 'site.config.ts', 'package-lock.json'].map((source) =>
  join(ROOT, source),
);

/** Whether the pages and mails are there, made for this address, and not older than what they are made from. */
export function checkBuild(
  dist: string,
  siteUrl: string | null,
  sources: readonly string[] = SOURCES,
): Finding {
  const { ok, warning, problem } = about('build');
  try {
    const { manifest, files } = loadBuild(dist);
    loadMails(dist);
    const start = manifest.documents.find(({ state }) => state === 'idle');
    const page = files.get(start?.file ?? '')?.identity.toString() ?? '';
    const [, builtFor = siteUrl] = /rel="canonical" href="([^"]*)\/soon/.exec(page) ?? [];
    if (siteUrl !== null && builtFor !== siteUrl) {
      return warning(`The pages were made for ${builtFor}, but SITE_URL is ${siteUrl}. Run: npm run build`);
    }
    const built = statSync(join(dist, '.build', 'manifest.json')).mtimeMs;
    const changed = sources
      .filter(existsSync)
      .flatMap(filesOf)
      .find((file) => statSync(file).mtimeMs > built);
    if (changed !== undefined) {
      return warning(`${changed} is newer than the pages. "npm start" builds them again, or: npm run build`);
    }
    return ok(`${manifest.documents.length} pages in ${dist}`);
  } catch (error) {
    if (error instanceof BuildError) return problem(error.message);
    throw error;
  }
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
