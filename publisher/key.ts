import { createHash } from 'node:crypto';
import type { Content } from '#contract/content/content.ts';
import type { ShownLetter } from '#contract/shown-letter.ts';
import type { SiteSettings } from '#contract/site.ts';

/** The file of a rendering that holds its key. */
export const KEY_FILE = '.build/key';

/** Identifies a rendering: the same program, content, settings and letters give the same files. */
export function renderingKey(
  program: string,
  content: Content,
  settings: SiteSettings,
  letters: readonly ShownLetter[],
): string {
  const sorted = Object.entries(content).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([program, sorted, settings, letters]))
    .digest('hex')
    .slice(0, 32);
}
