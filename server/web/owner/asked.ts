import type { ListPage } from '#server/base/page.ts';

/** The id in a query; null if invalid. */
export function idIn(text: string | null): number | null {
  return text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** Reads one row more than is shown, to know whether there are more, see `cut`. */
export function pageIn(query: URLSearchParams, limit: number): ListPage {
  return { limit: limit + 1, before: idIn(query.get('before')) ?? Number.MAX_SAFE_INTEGER };
}

/** The rows of a page, and `before` of the next one; null at the end. */
export function cut<Row extends { id: number }>(rows: Row[], limit: number) {
  const shown = rows.slice(0, limit);
  return { shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}
