import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import type { BookFiles } from '#contract/books.ts';
import type { Analytics, Look, SiteConfig } from '#contract/site.ts';
import { accentsOf, type Accents } from './brand/accent.ts';
import { BRAND, brandedText, brandProblems } from './brand/brand.ts';
import { BrandError, exportsOf, membersOf, placeIn, readSource } from './brand/source.ts';
import { ROOT } from './root.ts';

type Settings = { site: SiteConfig; books: BookFiles; analytics: Analytics; look: Look };
const FILE = 'site.config.ts';

/** `site.config.ts` with the owner's values. What cannot be read ends the program: the tools can do nothing without. */
export const { site, books, analytics, accents } = await load();

async function load(): Promise<Settings & { accents: Accents | null }> {
  try {
    const problems = brandProblems();
    if (problems.length > 0) throw new BrandError(problems.join('\n'));
    const settings = await run(brandedText(join(ROOT, FILE)));
    return { ...settings, accents: accentsOf(settings.look) };
  } catch (error) {
    if (!(error instanceof BrandError)) throw error;
    console.error(`Please mend:\n${error.message}`);
    process.exit(1);
  }
}

async function run(text: string): Promise<Settings> {
  const { code } = await transformWithOxc(text, FILE, { sourcemap: false });
  try {
    return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Settings;
  } catch (error) {
    throw new BrandError(`${FILE}: ${(error as Error).message}.`);
  }
}

/** `brand/site.config.ts, line 4: ` for `legal.email`; empty where nobody says it. */
export function lineOf(place: string): string {
  for (const file of [join(BRAND, FILE), join(ROOT, FILE)].filter((one) => existsSync(one))) {
    const source = readSource(file);
    const exported = exportsOf(source);
    const [first = '', ...keys] = place.split('.');
    const path = exported.has(first) ? keys : [first, ...keys];
    let node = exported.get(exported.has(first) ? first : 'site');
    for (const key of path) node = node && membersOf(node)?.get(key)?.value;
    if (node) return `${placeIn(source, node.start)}: `;
  }
  return '';
}
