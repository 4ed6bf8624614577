import type { Kysely } from '#kysely';
import { keepLooking } from '#server/stage/look.ts';
import type { Tables } from '#server/store/schema.ts';
import { readSettings } from '#server/store/stored-setting.ts';

type Rows = ReadonlyMap<string, string>;

type SettingsWatch = {
  /** At most a second old; while the store is unavailable, the last known ones. */
  rows(): Rows;
  stop(): Promise<void>;
};

/**
 * Reads these rows of `setting` now, then twice a second; does not keep the process alive. `onChange`: called on
 * each change, with the names of what has changed; again at the next look if it throws.
 */
export async function watchSettings(
  query: Kysely<Tables>,
  names: readonly string[],
  onChange: (rows: Rows, changed: readonly string[]) => void,
): Promise<SettingsWatch> {
  let rows = await readSettings(query, names);
  const { stop } = keepLooking(async () => {
    const next = await readSettings(query, names);
    const changed = names.filter((name) => next.get(name) !== rows.get(name));
    if (changed.length > 0) onChange(next, changed);
    rows = next;
  });
  return { rows: () => rows, stop };
}
