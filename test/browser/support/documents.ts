import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteManifest } from '#contract/documents.ts';
import { distOf, type SiteName } from './sites.ts';

export async function manifestOf(site: SiteName): Promise<SiteManifest> {
  return JSON.parse(await readFile(join(distOf(site), '.build/manifest.json'), 'utf8')) as SiteManifest;
}

/** One file of a build as text. */
export async function builtFile(site: SiteName, file: string): Promise<string> {
  return readFile(join(distOf(site), file), 'utf8');
}

/** The code of all inline scripts, except data and kept markup, or styles. */
export function inlineCode(html: string, tag: 'script' | 'style'): string[] {
  return [
    ...html.matchAll(
      new RegExp(`<${tag}(?![^>]*(?:\\ssrc=|json|text/html))[^>]*>([\\s\\S]*?)</${tag}>`, 'g'),
    ),
  ].map(([, code = '']) => code);
}

/** Inline code that the policy forbids. */
export function unhashed(html: string, policy: string): string[] {
  return (['script', 'style'] as const).flatMap((tag) => {
    const allowed = new RegExp(`${tag}-src ([^;]*)`).exec(policy)?.[1] ?? '';
    return inlineCode(html, tag).filter((code) => {
      const hash = createHash('sha256').update(code).digest('base64');
      return !allowed.includes(`'sha256-${hash}'`);
    });
  });
}

/** The scripts reachable from a document, directly or through other scripts; older builds' are kept too. */
export async function reachableScripts(site: SiteName, html: string): Promise<string[]> {
  const found = new Set<string>();
  async function follow(text: string): Promise<void> {
    for (const [, name = ''] of text.matchAll(/([\w.-]+\.chunk\.js)/g)) {
      const file = `static/js/${name}`;
      if (found.has(file)) continue;
      found.add(file);
      await follow(await builtFile(site, file));
    }
  }
  await follow(html);
  return [...found];
}
