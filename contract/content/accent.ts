import { contrast } from '#contract/contrast.ts';
import type { Facts } from './facts.ts';

export const THEMES = ['dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];
type Given = NonNullable<Facts['brand.accent']>;

/** Tokens of ui/tokens.css: the background of the page, and of what is on it. */
export const GROUNDS: Record<Theme, readonly [page: string, raised: string]> = {
  dark: ['#0b1012', '#12191b'],
  light: ['#ece7dd', '#f6f2ea'],
};
/** The built-in accent, also of ui/tokens.css. */
export const OUR_ACCENT: Record<Theme, string> = { dark: '#ff7d47', light: '#ae3a13' };
/** Text colours that an accent may carry. */
const INKS = ['#170a03', '#fff6ee'];
/** Text is set in the accent: the bar at the top (WCAG 2, 1.4.3). */
export const LEAST_CONTRAST = 4.5;

/** `ratio`: the contrast with the page or what is on it, whichever is lower. `ink`: what is read on it. */
export type Accent = { accent: string; ink: string; ratio: number };

/** The accent in a theme: as given for it, or the nearest readable shade of one value. It may be unreadable as given. */
export function accentIn(theme: Theme, given: Given): Accent {
  const accent = typeof given === 'string' ? readable(given, theme) : given[theme];
  const [ink = ''] = INKS.toSorted((a, b) => contrast(b, accent) - contrast(a, accent));
  return { accent, ink, ratio: ratioOf(accent, theme) };
}

function ratioOf(colour: string, theme: Theme): number {
  return Math.min(...GROUNDS[theme].map((ground) => contrast(colour, ground)));
}

/** Mixes with white or black in steps of one hundredth. */
function readable(colour: string, theme: Theme): string {
  const end = theme === 'dark' ? 255 : 0;
  for (let part = 0; part < 100; part++) {
    const mixed = colour.replaceAll(/[0-9a-f]{2}/gi, (pair) =>
      Math.round(parseInt(pair, 16) * (1 - part / 100) + (end * part) / 100)
        .toString(16)
        .padStart(2, '0'),
    );
    if (ratioOf(mixed, theme) >= LEAST_CONTRAST) return mixed;
  }
  throw new Error('white and black are read on any ground');
}

/** The theme that is readable on a background of this colour, `#rrggbb`. */
export function themeOn(ground: string): Theme {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(ground.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128 ? 'dark' : 'light';
}
