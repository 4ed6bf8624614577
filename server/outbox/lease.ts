import type { Database } from '#server/store/database.ts';
import { readSetting } from '#server/store/stored-setting.ts';
import { readLeaseTime } from './lease-time.ts';

/**
 * Whether the process `owner` may do, for so many milliseconds, what one process is to do at a time. Asked again by the same one,
 * its time begins anew.
 */
export async function holdLease(
  store: Pick<Database, 'kind' | 'write'>,
  name: string,
  owner: string,
  ms: number,
): Promise<boolean> {
  const { write } = store;
  const before = await readSetting(write, name);
  // Read after the lease: one renewed in between would seem to be further away than any lease.
  const time = await readLeaseTime(store);
  const [until = 0, holder] = before === null ? [] : (JSON.parse(before) as [number, string]);
  // One that is further away is from before the machine was started anew.
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
        // Another one was faster.
        .where('value', '=', before)
        .executeTakeFirst());
  return ('numUpdatedRows' in taken ? taken.numUpdatedRows : (taken.numInsertedOrUpdatedRows ?? 0n)) > 0n;
}

/** Another process may go on at once. */
export async function releaseLease(
  { write }: Pick<Database, 'write'>,
  name: string,
  owner: string,
): Promise<void> {
  const value = await readSetting(write, name);
  if (value === null || (JSON.parse(value) as [number, string])[1] !== owner) return;
  await write.deleteFrom('setting').where('name', '=', name).where('value', '=', value).execute();
}
