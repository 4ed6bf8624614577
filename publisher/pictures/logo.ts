import { LOGO_HEIGHT, logoFault } from '#contract/content/pictures.ts';
import { openPicture, PhotoError } from './open.ts';

/** Encodes the PNG of a logo anew, as high as it is shown: without any of its data. @throws PhotoError */
export async function drawLogo(file: Buffer): Promise<Buffer> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const image = await openPicture(file);
  const fault = logoFault('png', image);
  if (fault !== null) throw new PhotoError(fault);
  const width = Math.max(1, Math.round((image.width * LOGO_HEIGHT) / image.height));
  const canvas = createCanvas(width, LOGO_HEIGHT);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, LOGO_HEIGHT);
  return canvas.encode('png');
}
