import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FileRef } from '#contract/content/content.ts';
import type { Facts } from '#contract/content/facts.ts';
import { LOGO_HEIGHT, type Size } from '#contract/content/pictures.ts';
import type { DrawOnce } from './pictures/kept.ts';
import { drawPngLogo, drawSvgLogo } from './pictures/logo.ts';
import { PhotoError } from './pictures/open.ts';
import { sizeOfSvg } from './pictures/svg.ts';
import { OwnValueError } from './wrong.ts';

/** For one theme. `size`: in pixels, or in the units of the drawing. */
type ThemeLogo = { extension: 'svg' | 'png'; content: Buffer; size: Size };
export type LogoFiles = Record<'dark' | 'light', ThemeLogo>;

/** The owner's logo as it is shown; null if there is none. @throws Wrong when a file cannot be used. */
export async function readLogo(
  given: Facts['brand.logo'],
  files: string,
  drawOnce: DrawOnce,
): Promise<LogoFiles | null> {
  if (given === null) return null;
  return { dark: await read(given.dark, '.dark'), light: await read(given.light, '.light') };

  async function read({ file }: FileRef, at: string): Promise<ThemeLogo> {
    const path = join(files, file);
    try {
      const extension = extname(file) === '.svg' ? 'svg' : 'png';
      const draw = async () => (extension === 'svg' ? drawSvgLogo : drawPngLogo)(await readFile(path));
      const content = await drawOnce({ file, high: LOGO_HEIGHT }, [], draw);
      return { extension, content, size: extension === 'svg' ? sizeOfSvg(content) : sizeOfPng(content) };
    } catch (error) {
      if (!(error instanceof PhotoError)) throw error;
      throw new OwnValueError({ field: 'brand.logo', at, ...error.fault });
    }
  }
}

/**
 * Its styles, for the class that ui/Logo.tsx gives it; a wide one is smaller on phones. In what is marked as paper
 * it is that for light ground, in both themes. `urls`: of its files.
 */
export function logoStyles({ width, height }: Size, urls: Record<'dark' | 'light', string>): string {
  return (
    `.logo-file{display:inline-block;height:1em;max-width:min(100%,45vw);aspect-ratio:${width} / ${height};` +
    `background:url(${urls.light}) 0 50%/contain no-repeat;vertical-align:middle}` +
    `@media not print{[data-theme=dark] :not([data-paper])>.logo-file{background-image:url(${urls.dark})}}`
  );
}

/** The two numbers that follow its signature and the head of its first chunk. */
function sizeOfPng(file: Buffer): Size {
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}
