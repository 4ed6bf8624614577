import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PictureFieldName } from '#contract/content/pictures.ts';
import type { Output } from './output.ts';
import type { DrawOnce } from './pictures/kept.ts';
import { openPicture, PhotoError } from './pictures/open.ts';
import { drawPhoto, type Cut } from './pictures/photo.ts';
import type { Drawable } from './pictures/upright.ts';
import { OwnValueError } from './wrong.ts';

/** One of the owner's files, by its name, as it is shown: `wide` pixels wide. */
export type OwnPicture = { file: string; cut: Cut; wide: number; format: 'avif' | 'webp' };
/** The field that names a picture, for what is wrong with it. */
type Named = { field: PictureFieldName; at: string };

/** Gives a picture an address; `name`: begins that of its file, and says how it is cut. @throws Wrong when it cannot be used. */
export type AddressOf = (picture: OwnPicture, name: string, named: Named) => Promise<string>;

/** Draws a picture. @throws Wrong when it cannot be used. */
export type DrawOwn = (picture: OwnPicture, named: Named) => Promise<Buffer>;

/**
 * Draws pictures and writes them. All that is drawn of a picture has a name that ends alike: a document that names six
 * drawings of it holds one hash. `drawing` changes with the code that draws.
 */
export function drawInto(out: Output, drawOwn: DrawOwn, drawing: string): AddressOf {
  return async (picture, name, named) => {
    const { file, cut, format } = picture;
    const key = createHash('sha256').update(JSON.stringify([drawing, file, cut.x, cut.y]));
    const path = `static/media/${name}.${key.digest('base64url').slice(0, 6)}.${format}`;
    out.write(path, await drawOwn(picture, named));
    return `/${path}`;
  };
}

/**
 * Draws each picture once: its name depends on its content, so one that was drawn before is not even read. `files`: the
 * folder of the owner's. The last file stays decoded, which takes longest: what is drawn of a file comes together.
 */
export function drawFrom(files: string, drawOnce: DrawOnce): DrawOwn {
  let last: { file: string; image: Promise<Drawable> } | null = null;

  async function open(file: string): Promise<Drawable> {
    const content = await readFile(join(files, file));
    // By now the one before it is no longer the last.
    await freeUnused();
    return openPicture(content);
  }

  function opened(file: string): Promise<Drawable> {
    if (last?.file !== file) last = { file, image: open(file) };
    return last.image;
  }

  return (picture, { field, at }) => {
    const { file, cut, wide, format } = picture;
    const draw = async () => drawPhoto(await opened(file), field, cut, wide, format);
    return drawOnce(keptBy(picture), [], draw).catch((error: unknown) => {
      if (!(error instanceof PhotoError)) throw error;
      throw new OwnValueError({ field, at, ...error.fault });
    });
  };
}

/** What a drawn picture is found by. */
export function keptBy({ file, cut, wide, format }: OwnPicture): object {
  return { file, cut, wide, format };
}

/** Frees decoded pictures that nobody uses any more: Node does not know how large they are, and would wait. */
async function freeUnused(): Promise<void> {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  // Native memory is freed after it.
  await setImmediate();
}
