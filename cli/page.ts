import { wholeNumber } from './command.ts';

/** For commands that show the newest rows and page back. */
export const PAGE_OPTIONS = { limit: { type: 'string' }, before: { type: 'string' } } as const;

export type Page = { limit: number; before: number };

/** @throws Misused */
export function pageOf(values: { limit?: string | undefined; before?: string | undefined }): Page {
  return {
    limit: wholeNumber('--limit', values.limit, { standard: 50, most: 10_000 }),
    before: wholeNumber('--before', values.before, {
      standard: Number.MAX_SAFE_INTEGER,
      most: Number.MAX_SAFE_INTEGER,
    }),
  };
}

/** How to see the rows that come after these, or null when there are none. */
export function nextPage(rows: readonly { id: number }[], { limit }: Page): string | null {
  const last = rows.at(-1);
  return last !== undefined && rows.length === limit ? `Older ones: --before ${last.id}` : null;
}
