import type { SKRSContext2D } from '@napi-rs/canvas';
import { LOGO_HEIGHT, logoFault, type Size } from '#contract/content/pictures.ts';
import { openPicture, PhotoError } from './open.ts';
import type { Drawable } from './upright.ts';
import { readDrawing, svgOf } from './svg.ts';

/** Bytes of an SVG as it is served. */
const LARGEST_SVG = 20 * 1024;
/** From 0 to 255: what is fainter, nobody sees. */
const FAINT = 16;

/** Re-encodes the PNG of a logo, as high as it is shown: without any of its data. @throws PhotoError */
export async function drawPngLogo(file: Buffer): Promise<Buffer> {
  const image = await openPicture(file);
  const fault = logoFault('png', image);
  if (fault !== null) throw new PhotoError(fault);
  return (await drawn(image, image)).encode('png');
}

/** Rewrites the SVG of a logo: what of it is safe. @throws PhotoError */
export function safeSvg(file: Buffer): Buffer {
  const { frame, parts } = readDrawing(file);
  const fault = logoFault('svg', frame);
  if (fault !== null) throw new PhotoError(fault);
  const svg = Buffer.from(svgOf(frame, parts, LOGO_HEIGHT));
  if (svg.length <= LARGEST_SVG) return svg;
  throw new PhotoError({ code: 'logo-large', limit: `${LARGEST_SVG / 1024}` });
}

/** The same, and draws it once. @throws PhotoError also when nothing is seen. */
export async function drawSvgLogo(file: Buffer): Promise<Buffer> {
  const { loadImage } = await import('@napi-rs/canvas');
  const svg = safeSvg(file);
  const image = await loadImage(svg).catch(() => null);
  if (image === null) throw new PhotoError({ code: 'logo-broken', limit: '' });
  await drawn(image, image);
  return svg;
}

/** As high as pages show it. @throws PhotoError when nothing is seen. */
async function drawn(image: Drawable, size: Size) {
  const { createCanvas } = await import('@napi-rs/canvas');
  const width = Math.max(1, Math.round((size.width * LOGO_HEIGHT) / size.height));
  const canvas = createCanvas(width, LOGO_HEIGHT);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, LOGO_HEIGHT);
  if (!isSeen(context, width)) throw new PhotoError({ code: 'logo-empty', limit: '' });
  return canvas;
}

function isSeen(context: SKRSContext2D, width: number): boolean {
  const { data } = context.getImageData(0, 0, width, LOGO_HEIGHT);
  return data.some((value, at) => at % 4 === 3 && value > FAINT);
}
