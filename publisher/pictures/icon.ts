import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Colours } from './colours.ts';
import { markSvg, WIDTH, type IconShape } from './mark.ts';

/** A PNG for home screens. */
export async function drawIcon(icon: IconShape, ground: string, colours: Colours): Promise<Buffer> {
  const { size, radius, padding } = icon;
  const canvas = createCanvas(size, size);
  const context = canvas.getContext('2d');
  if (padding > 0) {
    context.fillStyle = ground;
    context.fillRect(0, 0, size, size);
  }
  const edge = (padding * size) / (WIDTH + 2 * padding);
  const inner = size - 2 * edge;
  const svg = markSvg(ground, colours, radius).replace('<svg ', `<svg width="${inner}" height="${inner}" `);
  context.drawImage(await loadImage(Buffer.from(svg)), edge, edge, inner, inner);
  return canvas.encode('png');
}
