import type { Page } from '#server/page.ts';
import { whole } from '#server/setting.ts';
import type { Values } from './command.ts';

const LAST = Number.MAX_SAFE_INTEGER;

/** For commands that list newest first, in pages. */
export const PAGE_OPTIONS = { limit: ['N', whole(1, 10_000)], before: ['ID', whole(1, LAST)] } as const;

export function pageOf({ limit = 50, before = LAST }: Values<typeof PAGE_OPTIONS>): Page {
  return { limit, before };
}

/** Returns how to show the next page; null if there is none. */
export function nextPage(rows: readonly { id: number }[], { limit }: Page): string | null {
  const last = rows.at(-1);
  return last !== undefined && rows.length === limit ? `For older rows: --before ${last.id}` : null;
}
