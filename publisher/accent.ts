import { accentIn, LEAST_CONTRAST, OUR_ACCENT, type Accent, type Theme } from '#contract/content/accent.ts';
import type { Facts } from '#contract/content/facts.ts';
import { OwnValueError } from './wrong.ts';

export type Accents = Record<Theme, Accent>;

/** The accent of each theme: as given, or the nearest readable shade of one value. Null: the default. @throws Wrong */
export function accentsOf(given: Facts['brand.accent']): Accents | null {
  if (given === null) return null;
  return { dark: of('dark'), light: of('light') };

  function of(theme: Theme): Accent {
    const found = accentIn(theme, given as NonNullable<typeof given>);
    if (found.ratio < LEAST_CONTRAST) {
      const limit = found.ratio.toFixed(1);
      throw new OwnValueError({ field: 'brand.accent', at: `.${theme}`, code: 'contrast', limit });
    }
    return found;
  }
}

/** Whether a theme keeps our accent: nothing is drawn again for it. */
export function isOurs(accents: Accents, theme: Theme): boolean {
  return accents[theme].accent.toLowerCase() === OUR_ACCENT[theme];
}

/** Styles that replace our accents with these, wherever they are: each rule outweighs that of ui/tokens.css. */
export function accentStyles(accents: Accents): string {
  const { dark, light } = accents;
  const set = ({ accent, ink }: Accent) => `{--accent:${accent};--on-accent:${ink}}`;
  const isLight = `:root:root,[data-theme=light][data-theme]${set(light)}`;
  const isDark = `@media not print{[data-theme=dark][data-theme]${set(dark)}}`;
  // The system's own colours stay where it has them.
  return `${coverStyles(accents)}@media (forced-colors:none){${isLight}${isDark}}`;
}

/** Where the logo is on covers, which are the same in both themes (covers.ts). */
function coverStyles(accents: Accents): string {
  const paper = isOurs(accents, 'light') ? '' : `--paper-bob:${accents.light.accent};`;
  const ground = isOurs(accents, 'dark') ? '' : '--ground-bob:var(--ground-ink)';
  return `:root:root{${paper}${ground}}`;
}
