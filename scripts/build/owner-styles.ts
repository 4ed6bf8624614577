import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { accentStyles, type Accents } from './brand/accent.ts';
import { logoStyles, type Logo } from './brand/logo.ts';
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
  const urls = new Map<string, string>();
  for (const file of Object.values(logo?.files ?? {}))
    urls.set(file, await writeNamed(basename(file, '.svg'), 'svg', await readFile(file, 'utf8')));
  const css =
    (accents === null ? '' : accentStyles(accents)) +
    (logo === null ? '' : logoStyles(logo, (file) => urls.get(file) ?? ''));
  return { css, file: await writeNamed('owner', 'css', css) };

  /** Returns its address, which differs with what is in it: browsers keep it for a year. */
  async function writeNamed(name: string, extension: string, content: string): Promise<string> {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
    const file = `static/media/${name}.${hash}.${extension}`;
    await write(join(out, file), content);
    return `/${file}`;
  }
}
