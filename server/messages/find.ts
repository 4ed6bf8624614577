import { type Expression, type Kysely, type SqlBool, sql } from '#kysely';
import type { MessageCounts, MessageListName, MessageMark } from '#contract/owner/messages.ts';
import type { ListPage } from '#server/base/page.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Tables } from '#server/store/schema.ts';

// Verbatim as in the partial indexes: SQLite uses them only then.
const IS_HELD = sql<SqlBool>`suspect IS NOT NULL`;
const IS_UNREAD = sql<SqlBool>`read_at IS NULL AND suspect IS NULL`;
const IS_UNANSWERED = sql<SqlBool>`answered_at IS NULL AND suspect IS NULL`;

const WHICH: Record<MessageListName, Expression<SqlBool> | null> = {
  all: null,
  unread: IS_UNREAD,
  unanswered: IS_UNANSWERED,
  held: IS_HELD,
};

/** The newest messages first; `held`: suspected spam. */
export function newestMessages(query: Kysely<Tables>, list: MessageListName, { limit, before }: ListPage) {
  const which = WHICH[list];
  let rows = query.selectFrom('message').selectAll().where('id', '<', before);
  if (which !== null) rows = rows.where(which);
  return rows.orderBy('id', 'desc').limit(limit).execute();
}

/** Without the deduplication columns. Null if there is none. */
export async function findMessage(query: Kysely<Tables>, id: number) {
  const row = await query.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  const { key: _key, body_hash: _hash, ...message } = row;
  return message;
}

/** Counts suspected spam, and unread messages among the others. */
export async function countInbox(query: Kysely<Tables>): Promise<MessageCounts> {
  return { unread: await countUnread(query), held: await count(query, IS_HELD) };
}

export function countUnread(query: Kysely<Tables>): Promise<number> {
  return count(query, IS_UNREAD);
}

async function count(query: Kysely<Tables>, which: Expression<SqlBool>): Promise<number> {
  return countRows(query.selectFrom('message').where(which));
}

/** When the oldest unread message arrived; null if there is none. */
export async function oldestUnread(query: Kysely<Tables>): Promise<number | null> {
  const row = await query
    .selectFrom('message')
    .select('created_at')
    .where(IS_UNREAD)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** Since a time, milliseconds since 1970; without suspects. */
export async function countMessagesSince(query: Kysely<Tables>, since: number): Promise<number> {
  return countRows(query.selectFrom('message').where('suspect', 'is', null).where('created_at', '>=', since));
}

/** Returns whether it was answered before, and is now; null if there is none. `now`: ms since 1970. */
export async function markMessage(
  query: Kysely<Tables>,
  id: number,
  mark: MessageMark,
  now: number,
): Promise<{ wasAnswered: boolean; isAnswered: boolean } | null> {
  return query.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('message')
      .select(['read_at', 'answered_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (before === undefined) return null;
    const read_at = mark === 'unread' ? null : (before.read_at ?? now);
    const answered_at = answeredAt(before.answered_at, mark, now);
    await trx.updateTable('message').set({ read_at, answered_at }).where('id', '=', id).execute();
    return { wasAnswered: before.answered_at !== null, isAnswered: answered_at !== null };
  });
}

/** Opening a message marks it as read; that may arrive after it was answered. */
function answeredAt(before: number | null, mark: MessageMark, now: number): number | null {
  if (mark === 'read') return before;
  return mark === 'answered' ? (before ?? now) : null;
}
