import { readFile } from 'node:fs/promises';
import { LETTER_PICTURE, sizeFault, type Size } from '#contract/content/pictures.ts';
import type { ValueFault } from '#contract/content/problems.ts';
import type { FileJob } from './order.ts';
import { openPicture, PhotoError } from './pictures/open.ts';
import type { Drawable } from './pictures/upright.ts';

/** `jpeg`: in base64. */
export type DrawnLetterPicture = Size & { jpeg: string };

/** The first is what looks best; below the last it becomes smaller instead. */
const QUALITIES = [82, 72, 62, 52, 42];
const SMALLER = 0.8;

/** Draws a file of the owner for a mail: upright, on white, without any of its data. @returns why not, if it cannot be used. */
export async function drawLetterPicture({ file }: FileJob): Promise<DrawnLetterPicture | ValueFault> {
  try {
    const image = await openPicture(await readFile(file));
    const { least, most } = LETTER_PICTURE;
    const fault = sizeFault(image, least);
    if (fault !== null) return fault;
    return await drawWithin(image, Math.min(1, most.width / image.width));
  } catch (error) {
    if (error instanceof PhotoError) return error.fault;
    throw error;
  }
}

async function drawWithin(image: Drawable, scale: number): Promise<DrawnLetterPicture> {
  const { createCanvas } = await import('@napi-rs/canvas');
  // A long one loses its end: shrunk until it fits, nobody could read it.
  const shown = Math.min(image.height, image.width * LETTER_PICTURE.longest);
  const [width, height] = [image.width, shown].map((length) => Math.max(1, Math.round(length * scale))) as [
    number,
    number,
  ];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, image.width, shown, 0, 0, width, height);
  for (const quality of QUALITIES) {
    const jpeg = await canvas.encode('jpeg', quality);
    if (jpeg.length <= LETTER_PICTURE.bytes) return { width, height, jpeg: jpeg.toString('base64') };
  }
  return drawWithin(image, scale * SMALLER);
}
