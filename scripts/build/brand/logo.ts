import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LARGEST = 20 * 1024;
/** Parts of an SVG that can run or load something, which a logo must not. */
const UNSAFE =
  /<(?:script|foreignObject|iframe|image|use[^>]+href="(?!#))|<!(?:DOCTYPE|ENTITY)|\son\w+\s*=|javascript:|@import|url\(\s*['"]?(?!#)|href\s*=\s*['"](?!#)/i;

export type Logo = { ratio: string; files: Record<'dark' | 'light', string> };

/** The owner's logo files, one per theme, with the aspect ratio of the first; null if there are none. */
export function logoIn(folder: string): Logo | null {
  const files = { dark: join(folder, 'logo-on-dark.svg'), light: join(folder, 'logo-on-light.svg') };
  if (!Object.values(files).every((file) => existsSync(file))) return null;
  const [, width = '1', height = '1'] = viewBoxOf(files.dark) ?? [];
  return { ratio: `${width} / ${height}`, files };
}

/** Its styles, for the class that ui/Logo.tsx gives it. `urlOf`: where a file of it is served. */
export function logoStyles({ ratio, files }: Logo, urlOf: (file: string) => string): string {
  const [dark, light] = [urlOf(files.dark), urlOf(files.light)];
  return (
    `.logo-file{display:inline-block;height:1em;aspect-ratio:${ratio};background:url(${light}) 0 50%/contain no-repeat;` +
    `vertical-align:middle}@media not print{[data-theme=dark] .logo-file{background-image:url(${dark})}}`
  );
}

export function logoProblems(folder: string): string[] {
  const names = ['logo-on-dark.svg', 'logo-on-light.svg'];
  const there = names.filter((name) => existsSync(join(folder, name)));
  if (there.length === 1)
    return [`brand/${there[0]}: the other theme needs one too, ${names.find((name) => name !== there[0])}.`];
  return there.flatMap((name) => {
    const file = join(folder, name);
    const why = problemOf(file);
    return why === null ? [] : [`brand/${name}: ${why}.`];
  });
}

function problemOf(file: string): string | null {
  if (statSync(file).size > LARGEST) return 'a logo has at most 20 KB';
  if (viewBoxOf(file) === null) return 'it must be an SVG with a viewBox="0 0 WIDTH HEIGHT"';
  const [unsafe] = UNSAFE.exec(readFileSync(file, 'utf8')) ?? [];
  return unsafe === undefined
    ? null
    : `${unsafe.trim()} could run or load something; save the logo as plain shapes`;
}

function viewBoxOf(file: string): RegExpExecArray | null {
  return /<svg\b[^>]*\sviewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(readFileSync(file, 'utf8'));
}
