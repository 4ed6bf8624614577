import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { THEMES } from '#contract/content/accent.ts';
import { PLANES, PLACES_FILE, REACH, type BobPlaces } from '#publisher/pictures/bob.ts';
import { channelOf } from '#publisher/pictures/film.ts';
import { ROOT } from '#server/base/root.ts';
import type { HeightField } from './ground.ts';
import { boxAround, CLOSE, seenBob } from './layers.ts';
import { CHANNELS, renderScene, type RenderedScene, type SceneJob } from './render.ts';
import { SCENE_THEMES, type Shot } from './shots.ts';
import { BOB_LAYERS } from './swing.ts';
import { clamp } from './vectors.ts';

const FOLDER = join(ROOT, 'publisher/pictures', PLANES);
/** Twice the rays of a still: its grain comes afterwards. */
const RAYS = 36;
const GLOW = 0.55;
const NO_COLOUR = { film: 'linear', exposure: 1, glow: GLOW } as const;

/**
 * Traces the bob of a still in no colour, so that the publisher can give it any: one picture of its glaze and of the sand
 * around it, one of what a unit of its colour adds. `name`: that of the still.
 */
export async function writePlanes(name: string, shot: Shot, field: HeightField): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const { angle, width } = shot;
  const seen = seenBob(shot, field, angle);
  const still = {
    seen: ['sand', 'bob', 'wire'] as SceneJob['seen'],
    angle,
    box: inside(boxAround(seen, REACH, shot)),
  };
  for (const theme of THEMES) {
    const trace = async (file: string, part: Pick<SceneJob, 'seen' | 'angle' | 'box'>) => {
      const of = (light: number) =>
        renderScene({
          shot,
          field,
          width,
          rays: RAYS,
          litAt: angle,
          casts: true,
          ...part,
          theme: { ...SCENE_THEMES[theme], ...NO_COLOUR, bob: [light, light, light] },
        });
      const [base, white] = [await of(0), await of(1)];
      await write(`${file}-${theme}`, base, white, part === still ? clearness : coverage);
      return base;
    };
    const { left, top } = await trace(name, still);
    await place(name, { left, top, x: seen.u * width, y: seen.v * shot.height, radius: seen.radius * width });
    if (!name.startsWith('bg-')) continue;
    for (const [layer, at] of Object.entries(BOB_LAYERS)) {
      const atAngle = at ?? angle;
      const box = boxAround(seenBob(shot, field, atAngle), CLOSE, shot);
      await trace(`${name}-${layer}`, { seen: ['bob'], angle: atAngle, box });
    }
  }
}

function inside({ left, top, right, bottom }: SceneJob['box']): SceneJob['box'] {
  return { left: clamp(left), top: clamp(top), right: clamp(right), bottom: clamp(bottom) };
}

const clearness = (values: Float32Array, i: number) => 1 - values[i * CHANNELS + 3]!;
const coverage = (values: Float32Array, i: number) => values[i * CHANNELS + 4]!;

/** Three pictures, one below the other. */
async function write(
  file: string,
  base: RenderedScene,
  white: RenderedScene,
  partOf: (values: Float32Array, i: number) => number,
): Promise<void> {
  const { width, height, values } = base;
  const pixels = Buffer.alloc(width * height * 9);
  const [tints, parts] = [width * height * 3, width * height * 6];
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) {
      const light = values[i * CHANNELS + c]!;
      pixels[i * 3 + c] = channelOf(light);
      pixels[tints + i * 3 + c] = channelOf(white.values[i * CHANNELS + c]! - light);
      pixels[parts + i * 3 + c] = Math.round(clamp(partOf(values, i)) * 255);
    }
  }
  await sharp(pixels, { raw: { width, height: height * 3, channels: 3 } })
    .avif({ quality: 88, chromaSubsampling: '4:4:4', effort: 6 })
    .toFile(join(FOLDER, `${file}.avif`));
}

async function place(name: string, at: BobPlaces[string]): Promise<void> {
  const file = join(FOLDER, PLACES_FILE);
  const before = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as BobPlaces;
  const rounded = Object.fromEntries(
    Object.entries(at).map(([key, value]) => [key, Math.round(value * 100) / 100]),
  );
  await writeFile(file, `${JSON.stringify({ ...before, [name]: rounded }, null, 2)}\n`);
}
