import type { Database } from '#server/store/database.ts';
import { readSetting } from '#server/store/stored-setting.ts';
import { readLeaseTime } from './lease-time.ts';

/** Takes or renews a named lease for `ms` milliseconds. Returns false if another process holds it. */
export async function holdLease(
  store: Pick<Database, 'kind' | 'write'>,
  name: string,
  owner: string,
  ms: number,
): Promise<boolean> {
  const { write } = store;
  const before = await readSetting(write, name);
  // Read after the lease: otherwise one renewed in between would seem to end later than possible.
  const time = await readLeaseTime(store);
  const [until = 0, holder] = before === null ? [] : (JSON.parse(before) as [number, string]);
  // A lease that ends later is from before a reboot.
  if (holder !== owner && until > time && until <= time + ms) return false;
  const value = JSON.stringify([time + ms, owner]);
  const taken = await (before === null
    ? write
        .insertInto('setting')
        .values({ name, value })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
    : write
        .updateTable('setting')
        .set({ value })
        .where('name', '=', name)
        // Fails if another process was faster.
        .where('value', '=', before)
        .executeTakeFirst());
  return ('numUpdatedRows' in taken ? taken.numUpdatedRows : (taken.numInsertedOrUpdatedRows ?? 0n)) > 0n;
}

/** Another process may take over at once. */
export async function releaseLease(
  { write }: Pick<Database, 'write'>,
  name: string,
  owner: string,
): Promise<void> {
  const value = await readSetting(write, name);
  if (value === null || (JSON.parse(value) as [number, string])[1] !== owner) return;
  await write.deleteFrom('setting').where('name', '=', name).where('value', '=', value).execute();
}
