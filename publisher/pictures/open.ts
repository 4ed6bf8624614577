import { crc32, deflateSync } from 'node:zlib';
import type { Image } from '@napi-rs/canvas';
import { fileKind, PHOTO_KINDS } from '#contract/content/file-kinds.ts';
import { pixelFault } from '#contract/content/pictures.ts';
import type { ValueFault } from '#contract/content/problems.ts';
import { avifProfile } from './container.ts';
import { turned, untold, type Drawable } from './upright.ts';

/** A picture that cannot be opened, is too small, or too large. */
export class PhotoError extends Error {
  override name = 'PhotoError';
  readonly fault: ValueFault;

  constructor(fault: ValueFault) {
    super(fault.code);
    this.fault = fault;
  }
}

/** Decodes a picture and turns it as its data says. @throws PhotoError */
export async function openPicture(file: Buffer): Promise<Drawable> {
  const { loadImage } = await import('@napi-rs/canvas');
  const kind = fileKind(file.subarray(0, 1024).toString('latin1'));
  // The library would read other kinds, too.
  const photo = PHOTO_KINDS.find((one) => one === kind);
  if (photo === undefined) throw new PhotoError({ code: 'picture', limit: '' });
  const { isWhole, turn, file: sent } = untold(file, photo);
  const image = await loadImage(sent).catch(() => null);
  if (image === null) throw new PhotoError({ code: 'picture', limit: '' });
  const fault = pixelFault(image);
  if (fault !== null) throw new PhotoError(fault);
  // What is missing would be black.
  if (!isWhole) throw new PhotoError({ code: 'picture-cut', limit: '' });
  const profile = photo === 'avif' ? avifProfile(file) : null;
  return turned(profile === null ? image : await loadImage(await withProfile(image, profile)), turn);
}

/** A PNG of the same pixels, whose profile the library does read. */
async function withProfile(image: Image, profile: Buffer): Promise<Buffer> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  const png = await canvas.encode('png');
  const chunk = Buffer.concat([Buffer.from('....iCCPown\0\0'), deflateSync(profile), Buffer.alloc(4)]);
  chunk.writeUInt32BE(chunk.length - 12);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  // Signature and first chunk have 33 bytes.
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}
