import { accentStyles, type Accents } from './accent.ts';
import { logoStyles, type Logo } from './logo.ts';
import type { Output } from './output.ts';

/** The owner's accent and logo as styles; `file` holds them for documents that may carry none. Null: all is ours. */
export type OwnerStyles = { css: string; file: string } | null;

/** Writes the files of the logo, and the styles. */
export function writeOwnerStyles(accents: Accents | null, logo: Logo | null, out: Output): OwnerStyles {
  if (accents === null && logo === null) return null;
  let css = accents === null ? '' : accentStyles(accents);
  if (logo !== null) {
    const { dark, light } = logo.svg;
    const urls = {
      dark: out.writeNamed('logo-on-dark', 'svg', dark),
      light: out.writeNamed('logo-on-light', 'svg', light),
    };
    css += logoStyles(logo.ratio, urls);
  }
  return { css, file: out.writeNamed('owner', 'css', css) };
}
