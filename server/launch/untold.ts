import type { Kysely } from '#kysely';
import type { Asked, Untold, UntoldPage } from '#contract/owner/launch.ts';
import { find } from '#server/list/find.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Announcement } from './announcement.ts';

const SHOWN = 50;

/** Those who were not told, or may not have been, in the order in which they came to the list. */
export async function readUntold(
  read: Kysely<Tables>,
  announcement: number,
  state: 'failed' | 'unknown',
  after: number,
): Promise<UntoldPage> {
  const rows: Untold[] = await read
    .selectFrom('announcement_recipient as r')
    .leftJoin('subscription as s', 's.id', 'r.subscription_id')
    .select(['r.subscription_id as id', 's.address', 'r.reply', 'r.finished_at as at'])
    .where('r.announcement_id', '=', announcement)
    .where('r.state', '=', state)
    .where('r.subscription_id', '>', after)
    .orderBy('r.subscription_id')
    .limit(SHOWN + 1)
    .execute();
  const people = rows.slice(0, SHOWN);
  return { people, next: rows.length > SHOWN ? (people.at(-1)?.id ?? null) : null };
}

/** What became of the mail to one person. `key`: of the address. */
export async function askAbout(
  read: Kysely<Tables>,
  { id, armed_at }: Pick<Announcement, 'id' | 'armed_at'>,
  key: string,
): Promise<Asked> {
  const kept = await find(read, { key });
  if (kept === null) return { is: 'nobody' };
  const row = await read
    .selectFrom('announcement_recipient')
    .select(['state', 'reply', 'started_at', 'finished_at', 'due_at', 'added_at'])
    .where('announcement_id', '=', id)
    .where('subscription_id', '=', kept.id)
    .executeTakeFirst();
  if (row === undefined) return { is: 'not-asked' };
  const { state, reply, started_at, finished_at, due_at, added_at } = row;
  switch (state) {
    case 'sent':
      return { is: added_at > (armed_at ?? 0) ? 'late' : 'sent', at: finished_at, reply };
    case 'failed':
    case 'unknown':
    case 'skipped':
      return { is: state, at: finished_at ?? started_at, reply };
    default:
      return { is: 'waiting', at: due_at, reply };
  }
}

/** How many were told because they confirmed later. */
export async function countLate(
  read: Kysely<Tables>,
  { id, armed_at }: Pick<Announcement, 'id' | 'armed_at'>,
): Promise<number> {
  const { n } = await read
    .selectFrom('announcement_recipient')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('announcement_id', '=', id)
    .where('added_at', '>', armed_at ?? 0)
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow();
  return Number(n);
}
