import { letterOf } from '#contract/announcement.ts';
import { NEWS } from '#contract/newsletter.ts';
import { type Kysely, sql } from '#kysely';
import { becameFile } from '#server/outbox/delivery.ts';
import type { RecipientAnswer, NotReached, UntoldPage } from '#contract/owner/launch.ts';
import { find } from '#server/list/find.ts';
import { whyOf } from '#server/outbox/why.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Announcement } from './rows.ts';
import { IS_NOT_TOLD } from './ledger.ts';

const SHOWN = 50;

/** Recipients who were not emailed, or may not have been, in the order they joined the list. */
export async function readUntold(
  read: Kysely<Tables>,
  announcement: number,
  state: 'failed' | 'unknown',
  after: number,
): Promise<UntoldPage> {
  const untold = read
    .selectFrom('announcement_recipient')
    .where('announcement_id', '=', announcement)
    .where('announcement_recipient.state', '=', state);
  const rows = await untold
    .leftJoin('subscription', 'subscription.id', 'subscription_id')
    .select(['subscription_id as id', 'address', 'reply'])
    .select(CAN_BE_TOLD.as('canBeTold'))
    .where('subscription_id', '>', after)
    .orderBy('subscription_id')
    .limit(SHOWN + 1)
    .execute();
  const n = await countRows(untold.where(CAN_BE_TOLD));
  const people: NotReached[] = rows.slice(0, SHOWN).map((row) => ({
    ...row,
    why: whyOf(state, row.reply ?? ''),
    canBeTold: Boolean(row.canBeTold),
  }));
  const next = rows.length > SHOWN ? (people.at(-1)?.id ?? null) : null;
  return { people, next, tellable: Number(n) };
}

const CAN_BE_TOLD = sql<boolean>`NOT ${IS_NOT_TOLD}`;

/** The outcome of the mail to one person. `key`: of the address. */
export async function askAbout(
  read: Kysely<Tables>,
  { id, armed_at }: Pick<Announcement, 'id' | 'armed_at'>,
  key: string,
): Promise<RecipientAnswer> {
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
      if (becameFile(reply)) return { is: 'file', at: finished_at, reply };
      return { is: added_at > (armed_at ?? 0) ? 'late' : 'sent', at: finished_at, reply };
    case 'failed':
    case 'unknown':
    case 'skipped':
      return { is: state, at: finished_at ?? started_at, reply };
    default:
      return { is: 'waiting', at: due_at, reply };
  }
}

/** Counts who was emailed because they confirmed later. */
export async function countToldLater(
  read: Kysely<Tables>,
  { id, armed_at }: Pick<Announcement, 'id' | 'armed_at'>,
): Promise<number> {
  return countRows(
    read
      .selectFrom('announcement_recipient')
      .where('announcement_id', '=', id)
      .where('added_at', '>', armed_at ?? 0)
      .where('state', '=', 'sent'),
  );
}

/**
 * Counts who left the list after their mail had begun, or what it was about: the newsletter. Bounced and erased people
 * did not choose to.
 */
export async function countLeft(
  read: Kysely<Tables>,
  { id, purpose }: Pick<Announcement, 'id' | 'purpose'>,
): Promise<number> {
  const topic = letterOf(purpose) === null ? null : NEWS;
  return countRows(
    read
      .selectFrom('announcement_recipient as r')
      .where('r.announcement_id', '=', id)
      .where('r.started_at', 'is not', null)
      .where(
        sql<boolean>`EXISTS (SELECT 1 FROM consent_receipt c WHERE c.subscription_id = r.subscription_id
          AND c.event = 'withdrawn' AND c.at >= r.started_at AND (c.topic IS NULL OR c.topic = ${topic}))`,
      ),
  );
}
