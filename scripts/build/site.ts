import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ESTree } from 'vite';
import type { BookFiles } from '#contract/books.ts';
import type { Analytics, Evidence, Look, SiteConfig } from '#contract/site.ts';
import { accentsOf, type Accents } from './brand/accent.ts';
import { BRAND, brandedText, brandProblems, brandWords, type BrandWords } from './brand/brand.ts';
import { logoIn, type Logo } from './brand/logo.ts';
import {
  BrandError,
  evaluate,
  exportsOf,
  membersOf,
  placeIn,
  readSource,
  type Source,
} from './brand/source.ts';
import { ROOT } from './root.ts';

type Settings = { site: SiteConfig; books: BookFiles; analytics: Analytics; look: Look } & Evidence;
const FILE = 'site.config.ts';

/** `site.config.ts` with the owner's values. Ends the process if it is unreadable: all tools need it. */
export const { site, books, analytics, accents, logo, evidence, words } = await load();

type Loaded = Settings & {
  words: BrandWords;
  accents: Accents | null;
  logo: Logo | null;
  evidence: Evidence;
};

async function load(): Promise<Loaded> {
  try {
    const problems = brandProblems();
    if (problems.length > 0) throw new BrandError(problems.join('\n'));
    const settings = (await evaluate(brandedText(join(ROOT, FILE)), FILE)) as Settings;
    const { people, caseStudy, contact } = settings;
    const ownLogo = logoIn(BRAND);
    return {
      ...settings,
      site: { ...settings.site, brand: { ...settings.site.brand, ...(ownLogo && { hasLogo: true }) } },
      words: await brandWords(),
      accents: accentsOf(settings.look),
      logo: ownLogo,
      evidence: { people, caseStudy, contact },
    };
  } catch (error) {
    if (!(error instanceof BrandError)) throw error;
    console.error(`Please mend:\n${error.message}`);
    process.exit(1);
  }
}

/** `brand/site.config.ts, line 4: ` for `legal.email` or `people[0].role.pt`, or its nearest parent. */
export function lineOf(place: string): string {
  const keys = place.match(/[^.[\]]+/g) ?? [];
  const found = [join(BRAND, FILE), join(ROOT, FILE)]
    .filter((one) => existsSync(one))
    .map((file) => nearest(readSource(file), keys))
    .toSorted((one, other) => other.depth - one.depth);
  const [deepest] = found;
  return deepest === undefined || deepest.depth === 0 ? '' : `${deepest.line}: `;
}

/** How many of the keys exist in a source, and the line of the deepest one. */
function nearest(source: Source, keys: string[]): { depth: number; line: string } {
  const exported = exportsOf(source);
  const isNamed = exported.has(keys[0] ?? '');
  let node = exported.get(isNamed ? (keys[0] ?? '') : 'site');
  let depth = isNamed ? 1 : 0;
  for (const key of isNamed ? keys.slice(1) : keys) {
    const next = node && memberOf(node, key);
    if (!next) break;
    node = next;
    depth += 1;
  }
  return { depth, line: placeIn(source, node?.start ?? 0) };
}

function memberOf(node: ESTree.Node, key: string): ESTree.Node | undefined {
  if (node.type === 'ArrayExpression') return node.elements[Number(key)] ?? undefined;
  return membersOf(node)?.get(key)?.value;
}
