import { DatabaseSync } from 'node:sqlite';
import { marksOf, migrate, MIGRATIONS } from './migrations.ts';

/** More names would not help. */
const MOST_NAMED = 5;

/**
 * The tables, indexes, triggers and views that differ from the migrations' (up to the file's version); null
 * if none. Reads only the schema: anything planted in a file runs once its tables are read or written.
 */
export function schemaDifference(
  db: DatabaseSync,
  migrations: readonly string[] = MIGRATIONS,
): string | null {
  using model = new DatabaseSync(':memory:');
  migrate(model, migrations.slice(0, marksOf(db).userVersion));
  const expected = new Map(objectsIn(model));
  const found: string[] = [];
  for (const [object, definition] of objectsIn(db)) {
    if (!expected.has(object)) found.push(`${object} is foreign`);
    else if (expected.get(object) !== definition) found.push(`${object} differs`);
    expected.delete(object);
    if (found.length === MOST_NAMED) break;
  }
  for (const object of expected.keys()) found.push(`${object} is missing`);
  return found.length === 0 ? null : found.slice(0, MOST_NAMED).join(', ');
}

/** Each object with its type, name and definition. */
function* objectsIn(db: DatabaseSync): Generator<[object: string, definition: string]> {
  for (const { type, name, tbl_name, sql } of db.prepare('SELECT * FROM sqlite_schema').iterate())
    yield [`${type} ${quoted(String(name))}`, `${tbl_name} ${sql}`];
}

/** Escapes a name, so that it can neither break the line nor control the terminal. */
function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 60)).replaceAll(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
