import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PictureField } from '#contract/content/pictures.ts';
import type { DrawOnce } from './pictures/kept.ts';
import { PhotoError } from './pictures/open.ts';
import { drawPhoto, type Cut } from './pictures/photo.ts';
import { Wrong } from './wrong.ts';

/** The field that names a picture, for what is wrong with it. */
type Named = { field: PictureField; at: string };

/**
 * Draws one of the owner's files `wide` pixels wide, once: its name tells its content, so one that was drawn before is
 * not even read. `files`: their folder. @throws Wrong when it cannot be used.
 */
export async function drawOwnPicture(
  { files, drawOnce }: { files: string; drawOnce: DrawOnce },
  file: string,
  { cut, wide, format }: { cut: Cut; wide: number; format: 'avif' | 'webp' },
  { field, at }: Named,
): Promise<Buffer> {
  const draw = async () => drawPhoto(await readFile(join(files, file)), field, cut, wide, format);
  return drawOnce({ file, cut, wide, format }, [], draw).catch((error: unknown) => {
    if (!(error instanceof PhotoError)) throw error;
    throw new Wrong({ field, at, ...error.fault });
  });
}
