import type { Page } from '#server/page.ts';
import { whole } from '#server/setting.ts';
import type { Values } from './command.ts';

const LAST = Number.MAX_SAFE_INTEGER;

/** For commands that show the newest rows and page back. */
export const PAGE_OPTIONS = { limit: ['N', whole(1, 10_000)], before: ['ID', whole(1, LAST)] } as const;

export function pageOf({ limit = 50, before = LAST }: Values<typeof PAGE_OPTIONS>): Page {
  return { limit, before };
}

/** How to see the rows that come after these, or null when there are none. */
export function nextPage(rows: readonly { id: number }[], { limit }: Page): string | null {
  const last = rows.at(-1);
  return last !== undefined && rows.length === limit ? `For older rows: --before ${last.id}` : null;
}
