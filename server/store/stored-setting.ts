import type { Kysely } from '#kysely';
import type { Tables } from './schema.ts';

/** Reads a row of `setting`, the program’s state for all processes. Null if there is none. */
export async function readSetting(query: Kysely<Tables>, name: string): Promise<string | null> {
  const row = await query.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

/** Reads those of these rows that are there, by their names. */
export async function readSettings(
  query: Kysely<Tables>,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await query
    .selectFrom('setting')
    .select(['name', 'value'])
    .where('name', 'in', names)
    .execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

export async function writeSetting(query: Kysely<Tables>, name: string, value: string): Promise<void> {
  await query
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Inserts it if missing. Returns the stored value: another process may have been first. */
export async function keepSetting(query: Kysely<Tables>, name: string, value: string): Promise<string> {
  await query
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readSetting(query, name)) ?? '';
}

/** Writes it only over this value. Returns false if another process was first. */
export async function replaceSetting(
  query: Kysely<Tables>,
  name: string,
  before: string,
  value: string,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('setting')
    .set({ value })
    .where('name', '=', name)
    .where('value', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** `only`: if it has this value. Returns whether there was one. */
export async function removeSetting(query: Kysely<Tables>, name: string, only?: string): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom('setting')
    .where('name', '=', name)
    .$if(only !== undefined, (row) => row.where('value', '=', only ?? ''))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
