import type { Theme } from '#contract/content/accent.ts';
import { clayOf } from './clay.ts';
import { encoded, exposed, FILMS, LIGHTS } from './film.ts';

/** The folder of what scripts/scene has traced, and the file in it that says where the bobs are. */
export const PLANES = 'planes';
export const PLACES_FILE = 'places.json';
/** How far from the middle of the bob a still is traced, and where it takes over again, in radii. */
export const REACH = 2.3;
const SEAM = [1.75, 2.2] as const;

/** By the names of stills: the left upper corner of what was traced, the middle of the bob and its radius, in pixels. */
export type BobPlaces = Record<string, { left: number; top: number; x: number; y: number; radius: number }>;

/** Where a bob is in a still; `wide`: pixels of the whole that is wanted. */
type InStill = { place: BobPlaces[string]; width: number; height: number; wide: number };

/**
 * Draws the bob in the clay of an accent. @param planes light without and from its colour, as scripts/scene traced it.
 * @param still lays it in a transparent picture as large as the still. Null: it is cut out, as it swings.
 */
export async function drawBob(
  accent: string,
  theme: Theme,
  planes: Buffer,
  still: InStill | null,
): Promise<Buffer> {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(planes);
  const { width } = image;
  const height = image.height / 3;
  const traced = createCanvas(width, image.height).getContext('2d');
  traced.drawImage(image, 0, 0);
  const { data } = traced.getImageData(0, 0, width, image.height);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(width, height);
  develop(data, pixels, accent, theme, still?.place ?? null);
  context.putImageData(pixels, 0, 0);
  if (still === null) return canvas.encode('avif', ENCODING);
  const { place, wide } = still;
  const scale = wide / still.width;
  const whole = createCanvas(wide, Math.round(still.height * scale));
  const onto = whole.getContext('2d');
  onto.imageSmoothingQuality = 'high';
  onto.drawImage(canvas, place.left * scale, place.top * scale, width * scale, height * scale);
  return whole.encode('avif', ENCODING);
}

/** In this library a lower number is a better picture. Alpha is nearly exact, or the whole still would get darker. */
const ENCODING = { quality: 14, alphaQuality: 5, speed: 8 };

type Rows = { data: Uint8ClampedArray; width: number; height: number };

function develop(
  planes: Uint8ClampedArray,
  into: Rows,
  accent: string,
  theme: Theme,
  place: BobPlaces[string] | null,
): void {
  const { page, exposure, film, grain } = FILMS[theme];
  const clay = clayOf(accent, theme);
  const { data, width, height } = into;
  const plane = width * height * 4;
  const random = randomFrom(5);
  for (let i = 0; i < width * height; i++) {
    const part = planes[2 * plane + i * 4]! / 255;
    const alpha = place === null ? part : seamAt(place, i % width, Math.floor(i / width));
    if (alpha === 0) continue;
    data[i * 4 + 3] = 255 * alpha;
    const clear = place === null ? 1 : part;
    const noise = place === null ? 0 : (random() + random() - 1) * grain * clear;
    for (const c of [0, 1, 2] as const) {
      const at = i * 4 + c;
      const light = LIGHTS[planes[at]!]! + clay[c] * LIGHTS[planes[plane + at]!]!;
      const ground = page[c] / 255;
      const shown = ground + (encoded(exposed(light * exposure, film)) - ground) * clear + noise;
      data[at] = Math.round(shown * 255);
    }
  }
}

/** How much of a place is ours to show, from 0 to 1. */
function seamAt({ left, top, x, y, radius }: BobPlaces[string], column: number, row: number): number {
  const [from, to] = SEAM;
  const distance = Math.hypot(left + column + 0.5 - x, top + row + 0.5 - y) / radius;
  const t = Math.min(1, Math.max(0, (to - distance) / (to - from)));
  return t * t * (3 - 2 * t);
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}
