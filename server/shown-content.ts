import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Content } from '#contract/content/content.ts';

const DIST = resolve(fileURLToPath(new URL('..', import.meta.url)), 'dist');

/** What a rendered site was rendered from; empty, the program's own, if there is none. */
export function shownContent(dist: string = DIST): Content {
  try {
    return JSON.parse(readFileSync(join(dist, '.build/content.json'), 'utf8')) as Content;
  } catch {
    return {};
  }
}
