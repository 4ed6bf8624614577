import type { FieldProblem } from '#contract/problem.ts';

/** Parses a field, and has its JSON Schema for docs/api.json. `read` returns undefined if invalid. */
export type Field<Value> = { read: (given: unknown) => Value | undefined; schema: object };

/** The fields of a body by name; others are ignored. */
export type Shape = Readonly<Record<string, Field<unknown>>>;
export type BodyOf<S extends Shape> = {
  [Name in keyof S]: S[Name] extends Field<infer Value> ? Value : never;
};

/** `wrong`: the invalid fields; empty if all are valid. */
export function readBody(shape: Shape, body: unknown): { value: object; wrong: FieldProblem[] } {
  const given = fieldsOf(body);
  const read = Object.entries(shape).map(([name, field]) => [name, field.read(given[name])] as const);
  const wrong = read
    .filter(([, value]) => value === undefined)
    .map(([field]) => ({ field, code: given[field] === undefined ? 'missing' : 'invalid' }));
  // PostgreSQL cannot store NUL, so it is rejected in every field for both databases.
  for (const [field, inner] of Object.entries(given))
    if (holdsNul([field, inner])) wrong.push({ field, code: 'invalid' });
  return { value: Object.fromEntries(read), wrong };
}

export function fieldsOf(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? value : {};
}

/** In characters. */
export function text(most: number): Field<string> {
  return {
    read: (given) => (typeof given === 'string' && given.length <= most ? given : undefined),
    schema: { type: 'string', maxLength: most },
  };
}

export function word<const Word extends string>(words: readonly Word[]): Field<Word> {
  return { read: (given) => words.find((one) => one === given), schema: { enum: words } };
}

export function whole(least: number, most = Number.MAX_SAFE_INTEGER): Field<number> {
  const isWhole = (given: unknown): given is number =>
    Number.isSafeInteger(given) && (given as number) >= least && (given as number) <= most;
  return {
    read: (given) => (isWhole(given) ? given : undefined),
    schema: { type: 'integer', minimum: least, maximum: most },
  };
}

export const flag: Field<boolean> = {
  read: (given) => (typeof given === 'boolean' ? given : undefined),
  schema: { type: 'boolean' },
};

export function list<Value>(of: Field<Value>, most: number, least = 1): Field<Value[]> {
  return {
    read(given) {
      if (!Array.isArray(given) || given.length < least || given.length > most) return undefined;
      const read = given.map((one) => of.read(one)).filter((one) => one !== undefined);
      return read.length === given.length ? read : undefined;
    },
    schema: { type: 'array', items: of.schema, minItems: least, maxItems: most },
  };
}

export function either<One, Other>(one: Field<One>, other: Field<Other>): Field<One | Other> {
  return {
    read: (given) => one.read(given) ?? other.read(given),
    schema: { anyOf: [one.schema, other.schema] },
  };
}

/** `standard`: the default; it may also be sent. */
export function optional<Value, Standard>(of: Field<Value>, standard: Standard): Field<Value | Standard> {
  return {
    read: (given) => (given === undefined || given === standard ? standard : of.read(given)),
    schema: standard === null ? { anyOf: [of.schema, { type: 'null' }] } : of.schema,
  };
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
