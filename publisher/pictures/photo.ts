import type { Canvas } from '@napi-rs/canvas';
import { LEAST, sizeFault, type PictureFieldName } from '#contract/content/pictures.ts';
import { PhotoError } from './open.ts';
import type { Drawable } from './upright.ts';

/** What is cut from a picture. `x`, `y`: the point, from 0 to 1, that stays nearest to the middle. */
export type Cut = { width: number; height: number; x: number; y: number };

/**
 * Cuts a picture to a shape, `wide` pixels wide, and re-encodes it: upright, without any of its data.
 * @throws PhotoError when its size is not one for the field.
 */
export async function drawPhoto(
  image: Drawable,
  field: PictureFieldName,
  cut: Cut,
  wide: number,
  format: 'avif' | 'webp',
): Promise<Buffer> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const fault = sizeFault(image, LEAST[field]);
  if (fault !== null) throw new PhotoError(fault);
  const { width, height } = image;
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
