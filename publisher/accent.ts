import type { Facts } from '#contract/content/facts.ts';
import { contrast } from './contrast.ts';
import { Wrong } from './wrong.ts';

type Theme = 'dark' | 'light';
/** Tokens of ui/tokens.css: backgrounds that must show the accent, and text colours it may carry. */
const GROUNDS: Record<Theme, string[]> = { dark: ['#0b1012', '#12191b'], light: ['#ece7dd', '#f6f2ea'] };
const INKS = ['#170a03', '#fff6ee'];
/** Text is set in the accent: the bar at the top (WCAG 2, 1.4.3). */
const LEAST = 4.5;

type Accent = { accent: string; ink: string };
export type Accents = Record<Theme, Accent>;

/** The accent of each theme: as given, or the nearest readable shade of one value. Null: the default. @throws Wrong */
export function accentsOf(accent: Facts['brand.accent']): Accents | null {
  if (accent === null) return null;
  return { dark: of('dark'), light: of('light') };

  function of(theme: Theme): Accent {
    const found =
      typeof accent === 'string' ? readable(accent, theme) : (accent as Record<Theme, string>)[theme];
    const worst = least(found, theme);
    if (worst < LEAST)
      throw new Wrong({ field: 'brand.accent', at: `.${theme}`, code: 'contrast', limit: worst.toFixed(1) });
    const [ink = ''] = INKS.toSorted((a, b) => contrast(b, found) - contrast(a, found));
    return { accent: found, ink };
  }
}

function least(colour: string, theme: Theme): number {
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
    if (least(mixed, theme) >= LEAST) return mixed;
  }
  throw new Error('white and black are read on any ground');
}

/** Styles that put these accents in the place of ours, wherever they stand: each rule outweighs that of ui/tokens.css. */
export function accentStyles({ dark, light }: Accents): string {
  const set = ({ accent, ink }: Accent) => `{--accent:${accent};--on-accent:${ink}}`;
  const isLight = `:root:root,[data-theme=light][data-theme]${set(light)}`;
  const isDark = `@media not print{[data-theme=dark][data-theme]${set(dark)}}`;
  // The system's own colours stay where it has them.
  return `@media (forced-colors:none){${isLight}${isDark}}`;
}
