import type { Canvas } from '@napi-rs/canvas';
import { fileKind, PHOTO_KINDS } from '#contract/content/file-kinds.ts';

/** What is cut from a picture. `x`, `y`: the point, from 0 to 1, that stays nearest to the middle. */
export type Cut = { width: number; height: number; x: number; y: number };

export const SHAPES = {
  // Faces are closer to the top.
  portrait: { width: 640, height: 800, x: 0.5, y: 0.4 },
  case: { width: 1200, height: 800, x: 0.5, y: 0.5 },
} satisfies Record<string, Cut>;

/** More than a phone's camera has; larger ones are drawings that would fill the memory. */
const MOST_PIXELS = 60_000_000;

/** A picture that cannot be read, is too small, or too large. */
export class PhotoError extends Error {
  override name = 'PhotoError';
}

/**
 * Cuts a picture to a shape, `wide` pixels wide, and encodes it anew: upright, without any of its data.
 * @throws PhotoError when it cannot be read, or is smaller than `least`.
 */
export async function drawPhoto(
  file: Buffer,
  cut: Cut,
  wide: number,
  format: 'avif' | 'webp',
  least: { width: number; height: number },
): Promise<Buffer> {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  if (!isPhoto(file)) throw new PhotoError('not a JPEG, PNG, WebP or AVIF');
  // Turned as its data says.
  const image = await loadImage(file).catch(() => null);
  if (image === null) throw new PhotoError('damaged');
  const { width, height } = image;
  if (width < least.width || height < least.height || width * height > MOST_PIXELS)
    throw new PhotoError(`${width} × ${height}`);
  const high = Math.round((wide * cut.height) / cut.width);
  const scale = Math.max(wide / width, high / height);
  const canvas: Canvas = createCanvas(wide, high);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  const left = offset(width * scale, wide, cut.x);
  const top = offset(height * scale, high, cut.y);
  context.drawImage(image, left, top, width * scale, height * scale);
  return format === 'avif' ? canvas.encode('avif', { quality: 60, speed: 8 }) : canvas.encode('webp', 82);
}

/** Where a picture begins so that a point of it is as near to the middle as its edges allow. */
function offset(length: number, shown: number, point: number): number {
  return Math.min(0, Math.max(shown - length, shown / 2 - length * point));
}

/** The library would read other kinds too. */
function isPhoto(file: Buffer): boolean {
  const kind = fileKind(file.subarray(0, 1024).toString('latin1'));
  return kind !== null && PHOTO_KINDS.includes(kind);
}
