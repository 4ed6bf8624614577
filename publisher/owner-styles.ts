import { createHash } from 'node:crypto';
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
      dark: writeNamed('logo-on-dark', 'svg', dark),
      light: writeNamed('logo-on-light', 'svg', light),
    };
    css += logoStyles(logo.ratio, urls);
  }
  return { css, file: writeNamed('owner', 'css', css) };

  /** Returns its address, which differs with what is in it: browsers keep it for a year. */
  function writeNamed(name: string, extension: string, content: string): string {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
    const file = `static/media/${name}.${hash}.${extension}`;
    out.write(file, content);
    return `/${file}`;
  }
}
