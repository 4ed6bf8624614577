import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { accentStyles, type Accents } from './accent.ts';
import { logoStyles, type Logo } from './logo.ts';
import { write } from './write.ts';

/** The owner's accent and logo as styles; `file` holds them for documents that may carry none. Null: all is ours. */
export type OwnerStyles = { css: string; file: string } | null;

/** Writes the files of the logo, and the styles. */
export async function writeOwnerStyles(
  accents: Accents | null,
  logo: Logo | null,
  out: string,
): Promise<OwnerStyles> {
  if (accents === null && logo === null) return null;
  let css = accents === null ? '' : accentStyles(accents);
  if (logo !== null) {
    const { dark, light } = logo.svg;
    const urls = {
      dark: await writeNamed('logo-on-dark', 'svg', dark),
      light: await writeNamed('logo-on-light', 'svg', light),
    };
    css += logoStyles(logo.ratio, urls);
  }
  return { css, file: await writeNamed('owner', 'css', css) };

  /** Returns its address, which differs with what is in it: browsers keep it for a year. */
  async function writeNamed(name: string, extension: string, content: string): Promise<string> {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
    const file = `static/media/${name}.${hash}.${extension}`;
    await write(join(out, file), content);
    return `/${file}`;
  }
}
