import sharp, { type Sharp } from 'sharp';
import { encoded } from '#publisher/pictures/film.ts';
import { randomFrom } from './noise.ts';
import { CHANNELS, type RenderedScene } from './render.ts';
import type { SceneTheme } from './shots.ts';
import { clamp } from './vectors.ts';

/** A whole picture: haze fades into the page's colour, lit parts have grain. */
export function pictureOf({ width, height, values }: RenderedScene, { page, grain }: SceneTheme): Sharp {
  const random = randomFrom(5);
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const clear = 1 - values[i * CHANNELS + 3]!;
    const noise = (random() + random() - 1) * grain * clear + (random() - 0.5) / 255;
    for (const c of [0, 1, 2] as const) {
      const ground = page[c] / 255;
      const shown = ground + (encoded(values[i * CHANNELS + c]!) - ground) * clear + noise;
      pixels[i * 3 + c] = Math.round(clamp(shown) * 255);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}
