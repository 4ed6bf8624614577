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
    const { dark, light } = logo;
    css += logoStyles(dark.size, {
      dark: out.writeNamed('logo-on-dark', dark.extension, dark.content),
      light: out.writeNamed('logo-on-light', light.extension, light.content),
    });
  }
  return { css, file: out.writeNamed('owner', 'css', css) };
}
