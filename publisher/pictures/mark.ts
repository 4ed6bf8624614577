import type { Colours } from './colours.ts';

/** `radius` and `padding` in units of the drawing, which is 64 wide; `size` in pixels. */
export type IconShape = { size: number; radius: number; padding: number };

/** Width of the drawing, in its units. */
export const WIDTH = 64;
const ROUNDED = 14;

export const ICONS: Record<string, IconShape> = {
  'apple-touch-icon.png': { size: 180, radius: 0, padding: 0 },
  'icon-192.png': { size: 192, radius: ROUNDED, padding: 0 },
  'icon-512.png': { size: 512, radius: ROUNDED, padding: 0 },
  // Systems crop it: the middle four fifths are safe (https://www.w3.org/TR/appmanifest/#icon-masks).
  'icon-maskable.png': { size: 512, radius: 0, padding: 8 },
};

/** The mark on its background, as shown in a browser tab. */
export function markSvg(ground: string, { text, accent }: Colours, radius = ROUNDED): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${WIDTH}"><rect width="${WIDTH}" height="${WIDTH}" rx="${radius}" fill="${ground}"/><g transform="translate(0 5)"><path d="M13 25A28 28 0 0 0 47.5 27.6" fill="none" stroke="${text}" stroke-width="6.4" stroke-linecap="round"/><circle cx="50.4" cy="21.4" r="7.2" fill="${accent}"/></g></svg>`;
}
