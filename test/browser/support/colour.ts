import type { Page } from '@playwright/test';
import { openReader } from './reader.ts';

/** Red, green and blue of one pixel of the window, 0 to 255 each. */
export async function colourAt(page: Page, x: number, y: number): Promise<number[]> {
  const picture = (await page.screenshot({ clip: { x, y, width: 1, height: 1 } })).toString('base64');
  const reader = await openReader(page);
  const colour = await reader.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context?.drawImage(image, 0, 0);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
  }, picture);
  await reader.close();
  return colour;
}

/** How far two colours are apart, in the channel in which they are farthest. */
export function distance(one: number[], other: number[]): number {
  return Math.max(...one.map((channel, at) => Math.abs(channel - (other[at] ?? 0))));
}
