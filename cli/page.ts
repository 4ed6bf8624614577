import type { Page } from '#server/page.ts';
import { type Values, wholeNumber } from './command.ts';

/** For commands that show the newest rows and page back. */
export const PAGE_OPTIONS = { limit: 'N', before: 'ID' } as const;

/** @throws Misused */
export function pageOf({ limit, before }: Values<typeof PAGE_OPTIONS>): Page {
  const last = Number.MAX_SAFE_INTEGER;
  return {
    limit: wholeNumber('--limit', limit, { standard: 50, most: 10_000 }),
    before: wholeNumber('--before', before, { standard: last, most: last }),
  };
}

/** How to see the rows that come after these, or null when there are none. */
export function nextPage(rows: readonly { id: number }[], { limit }: Page): string | null {
  const last = rows.at(-1);
  return last !== undefined && rows.length === limit ? `Older ones: --before ${last.id}` : null;
}
