import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Content } from '#contract/content/content.ts';

/** What a rendered site was rendered from; empty, the built-in one, if there is none. */
export function shownContent(dist: string): Content {
  try {
    return JSON.parse(readFileSync(join(dist, '.build/content.json'), 'utf8')) as Content;
  } catch {
    return {};
  }
}
