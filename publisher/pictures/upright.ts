import type { Canvas, Image } from '@napi-rs/canvas';
import type { PHOTO_KINDS } from '#contract/content/file-kinds.ts';
import { readContainer, type Turn } from './container.ts';

/** Where each turn leads x and y of a picture of one by one: `a, b, c, d` of a matrix. */
const MATRICES: Record<Turn, [number, number, number, number]> = {
  1: [1, 0, 0, 1],
  2: [-1, 0, 0, 1],
  3: [-1, 0, 0, -1],
  4: [1, 0, 0, -1],
  5: [0, 1, 1, 0],
  6: [0, 1, -1, 0],
  7: [0, -1, -1, 0],
  8: [0, -1, 1, 0],
};

/** What a context draws. */
export type Drawable = Image | Canvas;

/** How to turn a picture, and the file without saying so: the library turns some kinds, and then forgets their colours. */
export function untold(
  file: Buffer,
  kind: (typeof PHOTO_KINDS)[number],
): { isWhole: boolean; turn: Turn; file: Buffer } {
  const { isWhole, turn, exif } = readContainer(file, kind);
  if (exif === null || kind === 'png') return { isWhole, turn, file };
  const changed = Buffer.from(file);
  if (exif.isLittle) changed.writeUInt16LE(1, exif.at);
  else changed.writeUInt16BE(1, exif.at);
  return { isWhole, turn, file: changed };
}

/** A picture turned. */
export async function turned(image: Image, turn: Turn): Promise<Drawable> {
  if (turn === 1) return image;
  const { createCanvas } = await import('@napi-rs/canvas');
  const { width, height } = image;
  const [a, b, c, d] = MATRICES[turn];
  const canvas = createCanvas(a === 0 ? height : width, a === 0 ? width : height);
  const context = canvas.getContext('2d');
  // What leads to the other side begins there.
  context.setTransform(a, b, c, d, a + c < 0 ? canvas.width : 0, b + d < 0 ? canvas.height : 0);
  context.drawImage(image, 0, 0);
  return canvas;
}
