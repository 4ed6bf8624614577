import type { FieldProblem } from '#contract/problem.ts';
import type { Page } from '#server/page.ts';

export type Fields = Partial<Record<string, unknown>>;

/** Of what was posted, whatever that is. */
export function fieldsOf(body: unknown): Fields {
  return typeof body === 'object' && body !== null ? (body as Fields) : {};
}

/** The first field that holds a NUL, however deep: PostgreSQL cannot store one, so neither database is given it. */
export function nulField(body: unknown): FieldProblem | null {
  const [field] = Object.entries(fieldsOf(body)).find(holdsNul) ?? [];
  return field === undefined ? null : { field, code: 'invalid' };
}

/** A list instead of recursion: a body may be nested deeper than the stack. */
function holdsNul(value: unknown): boolean {
  const found = [value];
  for (const one of found) {
    if (typeof one === 'string' && one.includes('\0')) return true;
    if (typeof one === 'object' && one !== null)
      for (const inner of Object.entries(one).flat()) found.push(inner);
  }
  return false;
}

/** Empty where there is no such text. */
export function textIn(body: unknown, name: string): string {
  const value = fieldsOf(body)[name];
  return typeof value === 'string' ? value : '';
}

/** The id that a query names; null where it is none. */
export function idIn(text: string | null | undefined): number | null {
  return text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** One row more than is shown tells whether there are more, see `cut`. */
export function pageIn(query: URLSearchParams, limit: number): Page {
  return { limit: limit + 1, before: idIn(query.get('before')) ?? Number.MAX_SAFE_INTEGER };
}

/** The rows of a page, and what `before` is to be for the next one; null at the end. */
export function cut<Row extends { id: number }>(rows: Row[], limit: number) {
  const shown = rows.slice(0, limit);
  return { shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}
