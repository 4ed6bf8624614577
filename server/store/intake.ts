import type { SqlValue } from './messages.ts';

/** A value of an incoming row. `column` is false for what only decides what follows. */
export type IntakeField = { name: string; type: 'text' | 'bigint'; column: boolean };

/** A row that follows from a new one: columns filled from fields, from the new row's id, or with a fixed text. */
export type Following = {
  table: string;
  columns: readonly { name: string; from: { field: string } | 'id' | { text: string } }[];
  /** Only when this field is not null. */
  onlyIf?: string;
};

/**
 * What is done with each accepted row, all of it in one transaction; the one path that must be fast. Both databases
 * make their statements from this.
 */
export type Intake = {
  table: string;
  /** The unique field by which a row is known already. */
  key: string;
  fields: readonly IntakeField[];
  /** For a row that is new. */
  following: readonly Following[];
  /** For a row that is known, in this order. */
  known: readonly Known[];
};

/** `:name` stands for a field. Done only when the field `onlyIf` is not null. */
export type Known = { sql: string; onlyIf: string };

/** A statement with the places, among the fields, of its values. Done only when the field `onlyIf` is not null. */
export type Step = { sql: string; takes: readonly number[]; onlyIf: number };

/** An insertion of as many rows as its text is asked for; `id` stands for the id of the new row it follows from. */
export type Insertion = {
  sql(rows: number): string;
  takes: readonly (number | 'id')[];
  onlyIf: number | null;
};

/** The intake as statements, with `?` for values. */
export type RowSteps = {
  insert: Insertion;
  following: Insertion[];
  known: Step[];
  /** The greatest id there is. */
  lastId: string;
  /** Ids and keys of what came after an id, in their order. */
  newRows: string;
  keyPlace: number;
  width: number;
  /** The names of the fields in their order, as JSON. */
  fields: string;
};

export function rowSteps(intake: Intake): RowSteps {
  const { table, key, fields } = intake;
  const columns = fields.filter((field) => field.column).map(({ name }) => name);
  const place = placesOf(intake);
  const known = intake.known.map(({ sql: text, onlyIf }) => {
    const takes: number[] = [];
    const sql = text.replace(/:([a-z_]+)/g, (_, name: string) => {
      takes.push(place(name));
      return '?';
    });
    return { sql, takes, onlyIf: place(onlyIf) };
  });
  return {
    insert: {
      sql: insertion(
        table,
        columns,
        columns.map(() => '?'),
        `ON CONFLICT (${key}) DO NOTHING`,
      ),
      takes: columns.map(place),
      onlyIf: null,
    },
    following: intake.following.map((one) => followingSteps(one, place)),
    known,
    lastId: `SELECT max(id) AS id FROM ${table}`,
    newRows: `SELECT id, ${key} AS key FROM ${table} WHERE id > ? ORDER BY id`,
    keyPlace: place(key),
    width: fields.length,
    fields: JSON.stringify(fields.map(({ name }) => name)),
  };
}

function followingSteps({ table, columns, onlyIf }: Following, place: (name: string) => number): Insertion {
  const values = columns.map(({ from }) =>
    typeof from === 'object' && 'text' in from ? quoted(from.text) : '?',
  );
  return {
    sql: insertion(
      table,
      columns.map(({ name }) => name),
      values,
    ),
    takes: columns.flatMap(({ from }): Insertion['takes'][number][] => {
      if (from === 'id') return ['id'];
      return 'field' in from ? [place(from.field)] : [];
    }),
    onlyIf: onlyIf === undefined ? null : place(onlyIf),
  };
}

/** Gives the same text for the same number of rows: statements are kept by their text. */
function insertion(
  table: string,
  columns: readonly string[],
  values: readonly string[],
  end = '',
): Insertion['sql'] {
  const texts = new Map<number, string>();
  return (rows) => {
    const known = texts.get(rows);
    if (known !== undefined) return known;
    const tuples = Array.from({ length: rows }, () => `(${values.join(', ')})`).join(', ');
    const text = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${tuples} ${end}`;
    texts.set(rows, text);
    return text;
  };
}

/** The rows of a batch, which travels as one flat list. */
export function rowsOf(values: readonly SqlValue[], width: number): SqlValue[][] {
  const rows: SqlValue[][] = [];
  for (let start = 0; start < values.length; start += width) rows.push(values.slice(start, start + width));
  return rows;
}

/** The intake for a whole batch in PostgreSQL: one statement for new rows, which gives back their keys. */
export function batchStatement(intake: Intake): string {
  const names = intake.fields.map(({ name }) => name);
  const columns = intake.fields.filter((field) => field.column).map(({ name }) => name);
  const arrays = intake.fields.map(({ type }, i) => `$${i + 1}::${type}[]`);
  const following = intake.following.map(({ table, columns: filled, onlyIf }, i) => {
    const values = filled.map(({ from }) => {
      if (from === 'id') return 'added.id';
      return 'field' in from ? `incoming.${from.field}` : quoted(from.text);
    });
    return `following_${i} AS (INSERT INTO ${table} (${filled.map(({ name }) => name).join(', ')})
      SELECT ${values.join(', ')} FROM added JOIN incoming USING (${intake.key})
      ${onlyIf === undefined ? '' : `WHERE incoming.${onlyIf} IS NOT NULL`} ORDER BY added.id)`;
  });
  // Sorted by key, so that two processes with the same addresses never wait for each other.
  return `WITH incoming AS (SELECT DISTINCT ON (${intake.key}) * FROM unnest(${arrays.join(', ')})
      WITH ORDINALITY AS row (${names.join(', ')}, place) ORDER BY ${intake.key}, place),
    added AS (INSERT INTO ${intake.table} (${columns.join(', ')})
      SELECT ${columns.join(', ')} FROM incoming ORDER BY ${intake.key}
      ON CONFLICT (${intake.key}) DO NOTHING RETURNING id, ${intake.key})
    ${following.map((part) => `, ${part}`).join('')}
    SELECT ${intake.key} AS key FROM added`;
}

/** `?` as PostgreSQL writes it. */
export function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => `$${++count}`);
}

function placesOf({ fields }: Intake): (name: string) => number {
  return (name) => {
    const place = fields.findIndex((field) => field.name === name);
    if (place === -1) throw new Error(`the intake has no field ${name}`);
    return place;
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
