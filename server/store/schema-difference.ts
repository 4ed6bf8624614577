import { DatabaseSync } from 'node:sqlite';
import { marksOf, migrate, MIGRATIONS } from './migrations.ts';
import { RefusedError } from './refusal.ts';

/** What SQLite knows of the sizes of tables is not part of the schema. */
const OBJECTS = `SELECT * FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'`;
/** More names would not help. */
const MOST_NAMED = 5;

/**
 * The tables, indexes, triggers and views that differ from the migrations' (up to the file's version); null
 * if none. Reads only the schema: anything planted in a file runs once its tables are read or written.
 * `ours`: whatever was added.
 */
export function schemaDifference(
  db: DatabaseSync,
  migrations: readonly string[] = MIGRATIONS,
  of: 'all' | 'ours' = 'all',
): string | null {
  using model = modelOf(marksOf(db).userVersion, migrations);
  const expected = new Map(objectsIn(model));
  const found: string[] = [];
  for (const [object, definition] of objectsIn(db)) {
    if (!expected.has(object)) found.push(...(of === 'all' ? [`${object} is foreign`] : []));
    else if (expected.get(object) !== definition) found.push(`${object} differs`);
    expected.delete(object);
    if (found.length === MOST_NAMED) break;
  }
  for (const object of expected.keys()) found.push(`${object} is missing`);
  return found.length === 0 ? null : found.slice(0, MOST_NAMED).join(', ');
}

/** @param name the operator's name for the store. */
export function altered(name: string, difference: string): RefusedError {
  const advice =
    'Nothing was changed. Undo changes made by hand, or start the version that made it; if this is a backup, use another one.';
  return new RefusedError(
    'foreign',
    `${name} does not have the schema of its version: ${difference}. ${advice}`,
  );
}

/** In PostgreSQL, which keeps no definitions: the columns of our tables that differ; null if none. */
export function columnDifference(found: readonly string[], version: number): string | null {
  const expected = columnsOf(version);
  const tables = new Set(Array.from(expected, tableOf));
  const foreign = found.filter((name) => tables.has(tableOf(name)) && !expected.has(name));
  const missing = [...expected].filter((name) => !found.includes(name));
  const differences = [
    ...missing.map((name) => `${quoted(name)} is missing`),
    ...foreign.map((name) => `${quoted(name)} is foreign`),
  ];
  return differences.length === 0 ? null : differences.slice(0, MOST_NAMED).join(', ');
}

/** The first of the columns found that is of a table which only a later version than this makes; undefined if none. */
export function takenTable(found: readonly string[], version: number): string | undefined {
  const [ours, later] = [version, MIGRATIONS.length].map(
    (one) => new Set(Array.from(columnsOf(one), tableOf)),
  );
  return found.map(tableOf).find((table) => later?.has(table) && !ours?.has(table));
}

/** `table.column`, as PostgreSQL has them. */
function columnsOf(version: number): Set<string> {
  using model = modelOf(version);
  const rows = model
    .prepare(
      `SELECT t.name || '.' || c.name AS name FROM sqlite_schema t, pragma_table_info(t.name) c
       WHERE t.type = 'table' AND t.name NOT IN ('sqlite_sequence', 'write_buffer')`,
    )
    .all();
  return new Set(rows.map(({ name }) => String(name)));
}

const tableOf = (column: string) => column.slice(0, column.indexOf('.'));

function modelOf(version: number, migrations: readonly string[] = MIGRATIONS): DatabaseSync {
  const model = new DatabaseSync(':memory:');
  migrate(model, migrations.slice(0, version));
  return model;
}

/** Each object with its type, name and definition. */
function* objectsIn(db: DatabaseSync): Generator<[object: string, definition: string]> {
  for (const { type, name, tbl_name, sql } of db.prepare(OBJECTS).iterate())
    yield [`${type} ${quoted(String(name))}`, `${tbl_name} ${sql}`];
}

/** Escapes a name, so that it can neither break the line nor control the terminal. */
function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 60)).replaceAll(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
