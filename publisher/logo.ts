import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FileRef } from '#contract/content/content.ts';
import type { Facts } from '#contract/content/facts.ts';
import { LOGO_HEIGHT, logoFault, type Size } from '#contract/content/pictures.ts';
import type { Fault } from '#contract/content/problems.ts';
import type { DrawOnce } from './pictures/kept.ts';
import { drawLogo } from './pictures/logo.ts';
import { PhotoError } from './pictures/open.ts';
import { Wrong } from './wrong.ts';

/** KB. */
const LARGEST_SVG = 20;
/** Parts of an SVG that can run or load something, which a logo must not. */
const UNSAFE =
  /<(?:script|foreignObject|iframe|image|use[^>]+href="(?!#))|<!(?:DOCTYPE|ENTITY)|\son\w+\s*=|javascript:|@import|url\(\s*['"]?(?!#)|href\s*=\s*['"](?!#)/i;

/** For one theme. `size`: in pixels, or in the units of the drawing. */
type ThemeLogo = { extension: 'svg' | 'png'; content: Buffer; size: Size };
export type Logo = Record<'dark' | 'light', ThemeLogo>;

/** The owner's logo, a PNG as it is shown; null if there is none. @throws Wrong when a file cannot be used. */
export async function readLogo(
  given: Facts['brand.logo'],
  files: string,
  drawOnce: DrawOnce,
): Promise<Logo | null> {
  if (given === null) return null;
  return { dark: await read(given.dark, '.dark'), light: await read(given.light, '.light') };

  async function read({ file }: FileRef, at: string): Promise<ThemeLogo> {
    const path = join(files, file);
    try {
      if (extname(file) === '.svg') return readSvg(await readFile(path));
      const draw = async () => drawLogo(await readFile(path));
      const content = await drawOnce({ file, high: LOGO_HEIGHT }, [], draw);
      return { extension: 'png', content, size: sizeOfPng(content) };
    } catch (error) {
      if (!(error instanceof PhotoError)) throw error;
      throw new Wrong({ field: 'brand.logo', at, ...error.fault });
    }
  }
}

/** Its styles, for the class that ui/Logo.tsx gives it; a wide one is smaller on phones. `urls`: of its files. */
export function logoStyles({ width, height }: Size, urls: Record<'dark' | 'light', string>): string {
  return (
    `.logo-file{display:inline-block;height:1em;max-width:min(100%,45vw);aspect-ratio:${width} / ${height};` +
    `background:url(${urls.light}) 0 50%/contain no-repeat;vertical-align:middle}` +
    `@media not print{[data-theme=dark] .logo-file{background-image:url(${urls.dark})}}`
  );
}

/** An SVG that is safe to show. @throws PhotoError when it is not. */
export function readSvg(content: Buffer): ThemeLogo {
  const svg = content.toString();
  const [, width, height] = /<svg\b[^>]*\sviewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const size = { width: Number(width), height: Number(height) };
  const fault = svgFault(svg, content.length) ?? logoFault('svg', size);
  if (fault !== null) throw new PhotoError(fault);
  return { extension: 'svg', content, size };
}

function svgFault(svg: string, bytes: number): Fault | null {
  if (bytes > LARGEST_SVG * 1024) return { code: 'logo-large', limit: `${LARGEST_SVG}` };
  const [unsafe] = UNSAFE.exec(svg) ?? [];
  return unsafe === undefined ? null : { code: 'logo-unsafe', limit: unsafe.trim().slice(0, 80) };
}

/** The two numbers that follow its signature and the head of its first chunk. */
function sizeOfPng(file: Buffer): Size {
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}
