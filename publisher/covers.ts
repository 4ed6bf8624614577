import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShownBook } from '#contract/books.ts';
import type { Theme } from '#contract/content/accent.ts';
import type { BookPlace } from '#contract/content/limits.ts';
import type { ByPlace } from '#contract/site.ts';
import { isOurs, type Accents } from './accent.ts';
import { ASSETS, type Compiled } from './program.ts';

type Paint = { ours: string; theme: Theme };
/** The colour in our drawings that is the accent's, and the theme whose accent is read there: in turn. */
const ON_PAPER: Paint = { ours: '#D9481C', theme: 'light' };
const AS_GROUND: Paint = { ours: '#F2652F', theme: 'dark' };

/** Our drawings of the books in the accents of the owner; null: they are in ours. `addressOf`: of a drawing. */
export async function paintedCovers(
  books: readonly ShownBook[],
  { program, folder }: Compiled,
  accents: Accents | null,
  addressOf: (name: `cover-${BookPlace}`, svg: string) => string,
): Promise<ByPlace | null> {
  if (accents === null) return null;
  const drawings: ByPlace = {};
  for (const { place } of books) {
    const { ours, theme } = place % 2 === 0 ? ON_PAPER : AS_GROUND;
    if (isOurs(accents, theme)) continue;
    const svg = await readFile(join(folder, ASSETS, program.pictures[`cover-${place}.svg`] ?? ''), 'utf8');
    drawings[place] = addressOf(`cover-${place}`, svg.replaceAll(ours, accents[theme].accent));
  }
  return drawings;
}
