import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Theme } from '#contract/content/accent.ts';
import type { SiteValues } from '#contract/site.ts';
import { OWN_BOOKS, type BookId, type OwnBook } from '#contract/books.ts';
import { isOurs, type Accents } from './accent.ts';
import { ASSETS, type Compiled } from './program.ts';

/** The colour in each of our drawings that is the accent's, and the theme whose accent is read there. */
const PAINT: Record<OwnBook, [ours: string, theme: Theme]> = {
  seo: ['#D9481C', 'light'],
  ads: ['#F2652F', 'dark'],
};

/** Our drawings of the books in the accents of the owner; null: they are in ours. `addressOf`: of a drawing. */
export async function paintedCovers(
  { program, folder }: Compiled,
  accents: Accents | null,
  addressOf: (name: `cover-${BookId}`, svg: string) => string,
): Promise<SiteValues['drawings']> {
  if (accents === null) return null;
  const drawings: SiteValues['drawings'] = {};
  for (const book of OWN_BOOKS) {
    const [ours, theme] = PAINT[book];
    if (isOurs(accents, theme)) continue;
    const svg = await readFile(join(folder, ASSETS, program.pictures[`cover-${book}.svg`] ?? ''), 'utf8');
    drawings[book] = addressOf(`cover-${book}`, svg.replaceAll(ours, accents[theme].accent));
  }
  return drawings;
}
