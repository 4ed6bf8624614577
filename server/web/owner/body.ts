import * as v from 'valibot';
import type { FieldProblem } from '#contract/problem.ts';

/** The body of a row; fields that it does not name are ignored. */
export type BodySchema = v.ObjectSchema<v.ObjectEntries, undefined>;
export type BodyOf<S extends BodySchema> = v.InferOutput<S>;

export const NO_FIELDS = v.object({});
export type NoFields = typeof NO_FIELDS;

/** In characters. */
export function text(most: number) {
  return v.pipe(v.string(), v.maxLength(most));
}

export function integerField(least: number, most = Number.MAX_SAFE_INTEGER) {
  return v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most));
}

export type BodyRead = { ok: true; value: object } | { ok: false; wrong: FieldProblem[] };

/** `wrong`: the invalid fields, each once. */
export function readBody(schema: BodySchema, body: unknown): BodyRead {
  const given: Partial<Record<string, unknown>> = typeof body === 'object' && body !== null ? body : {};
  const read = v.safeParse(schema, given);
  const fields = new Set(read.issues?.map(({ path }) => String(path?.[0].key)));
  // PostgreSQL cannot store NUL, so it is rejected in every field for both databases.
  for (const [field, inner] of Object.entries(given)) if (holdsNul([field, inner])) fields.add(field);
  if (read.success && fields.size === 0) return { ok: true, value: read.output };
  const codeOf = (field: string) => (given[field] === undefined ? 'missing' : 'invalid');
  return { ok: false, wrong: Array.from(fields, (field) => ({ field, code: codeOf(field) })) };
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
