import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { AvifOptions, Sharp } from 'sharp';
import { ROOT } from '#server/base/root.ts';
import { sandOf } from './ground.ts';
import { pictureOf } from './pictures.ts';
import { writePlanes } from './planes.ts';
import { renderScene } from './render.ts';
import { swingOf, type SceneSwing } from './swing.ts';
import { SHOTS, SCENE_THEMES, type Shot, type SceneTheme } from './shots.ts';

type ShotName = keyof typeof SHOTS;
type ThemeName = keyof typeof SCENE_THEMES;

/** Where each shot is used, and in which widths. */
const FILES: Record<ShotName, { name: string; widths: number[] }> = {
  'soon-wide': { name: 'site/soon/background/bg-wide', widths: [1920, 1280] },
  'soon-tall': { name: 'site/soon/background/bg-tall', widths: [1080, 640] },
  'home-wide': { name: 'site/home/band/band-wide', widths: [1920] },
  'home-tall': { name: 'site/home/band/band', widths: [1080, 640] },
  'about-wide': { name: 'site/about/scene/about-wide', widths: [1280] },
  'about-tall': { name: 'site/about/scene/about', widths: [1280, 640] },
};

const DRAFTS = join(ROOT, 'test-results/scene');
/** Ten bits: eight would show banding in the dark. Light pictures need full chroma, or sand shows blocks. */
const QUALITY: Record<ThemeName, AvifOptions> = {
  dark: { quality: 42, bitdepth: 10, chromaSubsampling: '4:2:0' },
  light: { quality: 54, bitdepth: 10, chromaSubsampling: '4:4:4' },
};
/** About's is alone and is seen longest: in the dark, too, its sand would show blocks. */
const qualityOf = (shot: ShotName, theme: ThemeName): AvifOptions =>
  shot.startsWith('about') ? QUALITY.light : QUALITY[theme];
const WHOLE = { left: 0, top: 0, right: 1, bottom: 1 };

/** A quarter of the width and few rays: a draft in seconds. Written to test-results/. */
const isDraft = process.argv.includes('--draft');
const POINTS = isDraft ? 1500 : 4096;
const RAYS = isDraft ? 4 : 16;

/** Only the bob in no colour, for the publisher: minutes instead of an hour. */
const onlyPlanes = process.argv.includes('--planes');

for (const name of asked()) {
  const shot: Shot = SHOTS[name];
  const field = sandOf(shot.arc, POINTS);
  if (!isDraft) await writePlanes(basename(FILES[name].name), shot, field);
  if (onlyPlanes) continue;
  const width = isDraft ? Math.round(shot.width / 4) : shot.width;
  for (const [themeName, theme] of Object.entries(SCENE_THEMES) as [ThemeName, SceneTheme][]) {
    const { angle } = shot;
    const order = { shot, theme, field, width, rays: RAYS, box: WHOLE, angle, litAt: angle };
    const rendered = await renderScene({ ...order, seen: ['sand', 'bob', 'wire'], casts: true });
    await write(name, themeName, pictureOf(rendered, theme));
    if (name.startsWith('soon'))
      await writeSwing(name.slice(5), themeName, await swingOf(shot, theme, field, width, RAYS));
  }
}

/** The shots named on the command line, or all. */
function asked(): ShotName[] {
  const all = Object.keys(SHOTS) as ShotName[];
  const named = all.filter((name) => process.argv.includes(name));
  return named.length > 0 ? named : all;
}

async function write(shot: ShotName, theme: ThemeName, picture: Sharp): Promise<void> {
  if (isDraft) {
    await mkdir(DRAFTS, { recursive: true });
    await picture.png().toFile(join(DRAFTS, `${shot}-${theme}.png`));
    return;
  }
  const { name, widths } = FILES[shot];
  for (const width of widths) {
    const file = join(ROOT, `${name}-${theme}-${width}`);
    const sized = picture.clone().resize({ width });
    await sized.clone().avif(qualityOf(shot, theme)).toFile(`${file}.avif`);
    // The document of /soon has no room to name a second format.
    if (shot.startsWith('soon')) continue;
    await sized.webp({ quality: theme === 'dark' ? 52 : 70, effort: 6 }).toFile(`${file}.webp`);
  }
}

/** The page looks for `wide-dark-bob` and the like beside its script (site/soon/swing). */
async function writeSwing(shot: string, theme: ThemeName, { layers, tracks }: SceneSwing): Promise<void> {
  const folder = isDraft ? DRAFTS : join(ROOT, 'site/soon/swing');
  const name = `${shot}-${theme}`;
  for (const [part, { picture }] of Object.entries(layers)) {
    const file = join(folder, `layers/${name}-${part}.avif`);
    await mkdir(dirname(file), { recursive: true });
    await picture.avif({ ...QUALITY[theme], quality: 55 }).toFile(file);
  }
  await mkdir(join(folder, 'tracks'), { recursive: true });
  await writeFile(join(folder, `tracks/${name}.json`), `${JSON.stringify(tracks)}\n`);
}
