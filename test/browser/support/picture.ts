import type { Page } from '@playwright/test';
import sharp from 'sharp';

export type Box = { x: number; y: number; width: number; height: number };

/** A screenshot of a part of the page: three bytes per pixel, row by row from the upper left. */
export type Picture = Box & { bytes: Buffer };

/** Captures a part of the page, in whole pixels. A part in the window is captured directly: cheaper. */
export async function shoot(page: Page, clip: Box): Promise<Picture> {
  const isInWindow = await page.evaluate(({ x, y, width, height }) => {
    const { clientWidth, clientHeight } = document.documentElement;
    return (
      x >= scrollX &&
      y >= scrollY &&
      x + width <= scrollX + clientWidth &&
      y + height <= scrollY + clientHeight
    );
  }, clip);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    clip: { ...clip, scale: 1 },
    captureBeyondViewport: !isInWindow,
    // Low compression: on a large screen that takes a third of the time.
    optimizeForSpeed: true,
  });
  await session.detach();
  const image = sharp(Buffer.from(data, 'base64')).removeAlpha().toColourspace('srgb').raw();
  const { data: bytes, info } = await image.toBuffer({ resolveWithObject: true });
  return { ...clip, width: info.width, height: info.height, bytes };
}

/**
 * Calls back for each pixel of a box inside the picture: its byte offset, and its place on the page. Not a
 * generator: there are hundreds of thousands.
 */
export function eachPixel(
  picture: Picture,
  { x, y, width, height }: Box,
  see: (at: number, x: number, y: number) => void,
): void {
  const [left, top] = [Math.trunc(x - picture.x), Math.trunc(y - picture.y)];
  const right = Math.min(left + Math.ceil(width), picture.width);
  const bottom = Math.min(top + Math.ceil(height), picture.height);
  for (let down = Math.max(0, top); down < bottom; down++)
    for (let across = Math.max(0, left); across < right; across++)
      see(3 * (down * picture.width + across), picture.x + across, picture.y + down);
}

/** Relative luminance (WCAG 2.2) of each channel value. */
const SHARE = Array.from({ length: 256 }, (_, channel) => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** The luminance of the colour at an offset. */
export function luminance(colour: ArrayLike<number>, at = 0): number {
  const [red = 0, green = 0, blue = 0] = [colour[at], colour[at + 1], colour[at + 2]];
  return 0.2126 * (SHARE[red] ?? 0) + 0.7152 * (SHARE[green] ?? 0) + 0.0722 * (SHARE[blue] ?? 0);
}

/** Red, green and blue of one pixel of the window, 0 to 255 each. */
export async function colourAt(page: Page, x: number, y: number): Promise<number[]> {
  const [left, top] = await page.evaluate(() => [scrollX, scrollY] as const);
  const pixel = await shoot(page, { x: left + Math.floor(x), y: top + Math.floor(y), width: 1, height: 1 });
  return [...pixel.bytes.subarray(0, 3)];
}

/** The distance of two colours in the channel in which they differ most. */
export function distance(one: number[], other: number[]): number {
  return Math.max(...one.map((channel, at) => Math.abs(channel - (other[at] ?? 0))));
}
