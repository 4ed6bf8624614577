import { accentStyles, type Accents } from './accent.ts';
import { logoStyles, type LogoFiles } from './logo.ts';
import type { Output } from './output.ts';

/** The owner's accent and logo as styles; `file` holds them for documents that may carry none. Null: all is ours. */
export type OwnerStyles = { css: string; file: string } | null;

/** Writes the files of the logo, and the styles. */
export function writeOwnerStyles(accents: Accents | null, logo: LogoFiles | null, out: Output): OwnerStyles {
  if (accents === null && logo === null) return null;
  const css = ownerCss(accents, logo, (theme, { extension, content }) =>
    out.writeNamed(`logo-on-${theme}`, extension, content),
  );
  return { css, file: out.writeNamed('owner', 'css', css) };
}

/** `addressOf`: of a file of the logo. */
export function ownerCss(
  accents: Accents | null,
  logo: LogoFiles | null,
  addressOf: <T extends keyof LogoFiles>(theme: T, file: LogoFiles[T]) => string,
): string {
  const css = accents === null ? '' : accentStyles(accents);
  if (logo === null) return css;
  const { dark, light } = logo;
  return css + logoStyles(dark.size, { dark: addressOf('dark', dark), light: addressOf('light', light) });
}
