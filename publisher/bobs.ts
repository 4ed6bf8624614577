import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { THEMES, type Theme } from '#contract/content/accent.ts';
import type { Facts } from '#contract/content/facts.ts';
import { SLOT_NAMES, SLOTS, type Size } from '#contract/content/pictures.ts';
import { isOurs, type Accents } from './accent.ts';
import type { Output } from './output.ts';
import { drawBob, PLACES_FILE, type BobPlaces } from './pictures/bob.ts';
import type { DrawOnce } from './pictures/kept.ts';
import { MATERIAL } from './program.ts';
import { cropsOf } from './slots.ts';

/**
 * The bob of one of our pictures in an accent of the owner's. `planes`: what it is drawn from. `still`: the picture it is
 * laid over, by its crop, its size and the width that is wanted; null: it is cut out, as it swings.
 */
type Bob = {
  name: string;
  planes: string;
  still: (Size & { crop: string; wide: number }) | null;
  theme: Theme;
  accent: string;
};

/** As scripts/scene/swing.ts cuts them out. */
const SWING = ['far', 'rest', 'top'];

/** None where the picture is the owner's or the accent ours: nothing changes there. */
export function bobsIn(facts: Facts, accents: Accents | null): Bob[] {
  if (accents === null) return [];
  return THEMES.filter((theme) => !isOurs(accents, theme)).flatMap((theme) => {
    const painted = { theme, accent: accents[theme].accent };
    const slots = SLOT_NAMES.filter((slot) => facts[`pictures.${slot}`] === null);
    const stills = slots.flatMap(cropsOf).map(({ crop, size, wide }) => ({
      ...painted,
      name: `${crop}-${theme}-${wide}`,
      planes: `${crop}-${theme}`,
      still: { ...size, crop, wide },
    }));
    const swinging = slots.includes('soon') ? Object.entries(SLOTS.soon.crops) : [];
    const cutOut = swinging.flatMap(([shape, { name: crop }]) =>
      SWING.map((part) => ({
        ...painted,
        // The name that site/soon/swing asks for.
        name: `${shape}-${theme}-${part}`,
        planes: `${crop}-${part}-${theme}`,
        still: null,
      })),
    );
    return [...stills, ...cutOut];
  });
}

export type DrawBob = (bob: Bob) => Promise<Buffer>;

/** Draws each once. `program`: folder of the compiled program. */
export function drawBobFrom(program: string, drawOnce: DrawOnce): DrawBob {
  const read = (file: string) => readFile(join(program, MATERIAL.planes, file));
  return (bob) =>
    drawOnce(bobBy(bob), [], async () => {
      const { still, planes, theme, accent } = bob;
      const places = JSON.parse(String(await read(PLACES_FILE))) as BobPlaces;
      const place = still && places[still.crop];
      return drawBob(
        accent,
        theme,
        await read(`${planes}.avif`),
        still && place ? { ...still, place } : null,
      );
    });
}

/** What a drawn bob is found by. */
export function bobBy({ planes, still, accent }: Bob): object {
  return { bob: planes, wide: still?.wide, accent };
}

/** The names of stills, each with the address of the bob to be laid over it. */
export type BobsOver = ReadonlyMap<string, string>;

/**
 * Writes bobs. Those of a theme have names that end alike, so that the script of /soon, which sees the address of one,
 * knows those of the others.
 */
export async function writeBobs(bobs: Bob[], draw: DrawBob, drawing: string, out: Output): Promise<BobsOver> {
  const over = new Map<string, string>();
  for (const bob of bobs) {
    const key = createHash('sha256').update(drawing).update(bob.accent).digest('base64url').slice(0, 6);
    const path = `static/media/bob-${bob.name}.${key}.avif`;
    out.write(path, await draw(bob));
    over.set(bob.name, `/${path}`);
  }
  return over;
}

/** Styles that lay bobs over our pictures: the same place and size, as both are as large. */
export function withBobs(css: string, over: BobsOver): string {
  return css.replace(STILL, (all, images: string, name: string) => {
    const bob = over.get(name);
    return bob === undefined ? all : `background-image:url(${bob}),${images}`;
  });
}

const STILL = /background-image:([^;}]*\/([\w-]+)\.[\w-]+\.(?:avif|webp)[^;}]*)/g;
