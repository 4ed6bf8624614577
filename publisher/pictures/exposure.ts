import { linear, luminance, mixed } from '#contract/contrast.ts';
import type { Theme } from '#contract/content/accent.ts';

/** RGBA, row by row. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number };

/** What is to be read over a picture. `part`: its edges, from 0 to 1 of the picture; `ink`: `#rrggbb`; `ratio`: of WCAG 2. */
export type ExposureReading = {
  theme: Theme;
  part: { left: number; top: number; right: number; bottom: number };
  ink: string;
  ratio: number;
};

/** A pixel that needs the strongest exposure of a theme. */
export const WORST: Record<Theme, Pixels> = {
  dark: { data: new Uint8ClampedArray([255, 255, 255, 255]), width: 1, height: 1 },
  light: { data: new Uint8ClampedArray([0, 0, 0, 255]), width: 1, height: 1 },
};

export async function pixelsOf(drawn: Buffer): Promise<Pixels> {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(drawn);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

/**
 * How far a picture has to be exposed, in hundredths from 0 to 1, until an ink is read on each pixel of a part: the dark
 * theme multiplies with less than white, the light one screens with more than black. As neither veils the picture with a
 * colour of its own, black or white of this opacity does the same.
 */
export function strengthFor(
  { data, width, height }: Pixels,
  { theme, part, ink, ratio }: ExposureReading,
): number {
  const [end, least] = [theme === 'dark' ? 0 : 255, luminance(ink) + 0.05];
  const isRead = (under: number) =>
    theme === 'dark' ? least >= ratio * (under + 0.05) : under + 0.05 >= ratio * least;
  const exposed = (hundredths: number) =>
    Float64Array.from({ length: 256 }, (_, channel) =>
      linear(channel + ((end - channel) * hundredths) / 100),
    );
  let strength = 0;
  let light = exposed(strength);
  const [left, right] = [Math.floor(part.left * width), Math.ceil(part.right * width)];
  const [top, bottom] = [Math.floor(part.top * height), Math.ceil(part.bottom * height)];
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = 4 * (y * width + x);
      const of = (channel: number) => light[data[at + channel] ?? 0] ?? 0;
      while (strength < 100 && !isRead(mixed(of(0), of(1), of(2)))) light = exposed(++strength);
    }
  return strength / 100;
}
