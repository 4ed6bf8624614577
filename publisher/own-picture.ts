import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PictureField } from '#contract/content/pictures.ts';
import type { Output } from './output.ts';
import type { DrawOnce } from './pictures/kept.ts';
import { PhotoError } from './pictures/open.ts';
import { drawPhoto, type Cut } from './pictures/photo.ts';
import { Wrong } from './wrong.ts';

/** One of the owner's files, by its name, as it is shown: `wide` pixels wide. */
export type OwnPicture = { file: string; cut: Cut; wide: number; format: 'avif' | 'webp' };
/** The field that names a picture, for what is wrong with it. */
type Named = { field: PictureField; at: string };

/** Gives a picture an address; `name`: begins that of its file. @throws Wrong when it cannot be used. */
export type AddressOf = (picture: OwnPicture, name: string, named: Named) => Promise<string>;

/** Draws pictures and writes them. `files`: the folder of the owner's. */
export function drawInto(out: Output, files: string, drawOnce: DrawOnce): AddressOf {
  return async (picture, name, named) =>
    out.writeNamed(name, picture.format, await drawOwnPicture(files, drawOnce, picture, named));
}

/** Draws a picture once: its name tells its content, so one that was drawn before is not even read. @throws Wrong */
export async function drawOwnPicture(
  files: string,
  drawOnce: DrawOnce,
  picture: OwnPicture,
  { field, at }: Named,
): Promise<Buffer> {
  const { file, cut, wide, format } = picture;
  const draw = async () => drawPhoto(await readFile(join(files, file)), field, cut, wide, format);
  return drawOnce(keptBy(picture), [], draw).catch((error: unknown) => {
    if (!(error instanceof PhotoError)) throw error;
    throw new Wrong({ field, at, ...error.fault });
  });
}

/** What a drawn picture is found by. */
export function keptBy({ file, cut, wide, format }: OwnPicture): object {
  return { file, cut, wide, format };
}
