import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Facts } from '#contract/content/facts.ts';
import { Wrong } from './wrong.ts';

/** Bytes. */
const LARGEST = 20 * 1024;
/** Parts of an SVG that can run or load something, which a logo must not. */
const UNSAFE =
  /<(?:script|foreignObject|iframe|image|use[^>]+href="(?!#))|<!(?:DOCTYPE|ENTITY)|\son\w+\s*=|javascript:|@import|url\(\s*['"]?(?!#)|href\s*=\s*['"](?!#)/i;
const THEMES = ['dark', 'light'] as const;

/** `ratio`: of the dark one, as CSS takes it. */
export type Logo = { ratio: string; svg: Record<'dark' | 'light', string> };

/** Reads the owner's logo; null if there is none. @throws Wrong when a file could run or load something. */
export async function readLogo(given: Facts['brand.logo'], files: string): Promise<Logo | null> {
  if (given === null) return null;
  const svg = { dark: '', light: '' };
  for (const theme of THEMES) {
    svg[theme] = await readFile(join(files, given[theme].file), 'utf8');
    const limit = problemOf(svg[theme]);
    if (limit !== null) throw new Wrong({ field: 'brand.logo', at: `.${theme}`, code: 'logo', limit });
  }
  const [, width = '1', height = '1'] = viewBoxOf(svg.dark) ?? [];
  return { ratio: `${width} / ${height}`, svg };
}

/** Its styles, for the class that ui/Logo.tsx gives it. `urls`: where its files are served. */
export function logoStyles(ratio: string, { dark, light }: Logo['svg']): string {
  return (
    `.logo-file{display:inline-block;height:1em;aspect-ratio:${ratio};background:url(${light}) 0 50%/contain no-repeat;` +
    `vertical-align:middle}@media not print{[data-theme=dark] .logo-file{background-image:url(${dark})}}`
  );
}

/** What is wrong with an SVG; null if nothing is. */
export function problemOf(svg: string): string | null {
  if (Buffer.byteLength(svg) > LARGEST) return 'at most 20 KB';
  if (viewBoxOf(svg) === null) return 'with a viewBox="0 0 WIDTH HEIGHT"';
  const [unsafe] = UNSAFE.exec(svg) ?? [];
  return unsafe === undefined ? null : `${unsafe.trim()} could run or load something`;
}

function viewBoxOf(svg: string): RegExpExecArray | null {
  return /<svg\b[^>]*\sviewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg);
}
