import { type Expression, type Kysely, type SqlBool, sql } from '#kysely';
import type { MessageCounts, MessageListName } from '#contract/owner/messages.ts';
import type { Page } from '#server/page.ts';
import type { Tables } from '#server/store/schema.ts';

// Word for word as in the partial indexes: SQLite uses them only then.
const IS_HELD = sql<SqlBool>`suspect IS NOT NULL`;
const IS_UNREAD = sql<SqlBool>`read_at IS NULL AND suspect IS NULL`;

const WHICH: Record<MessageListName, Expression<SqlBool> | null> = {
  all: null,
  unread: IS_UNREAD,
  held: IS_HELD,
};

/** The newest messages first; `held`: those that are held back as a robot's. */
export function newestMessages(query: Kysely<Tables>, list: MessageListName, { limit, before }: Page) {
  const which = WHICH[list];
  let rows = query.selectFrom('message').selectAll().where('id', '<', before);
  if (which !== null) rows = rows.where(which);
  return rows.orderBy('id', 'desc').limit(limit).execute();
}

/** Without what the store knows it by. Null when there is none. */
export async function findMessage(query: Kysely<Tables>, id: number) {
  const row = await query.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  const { key: _key, body_hash: _hash, ...message } = row;
  return message;
}

/** How many are held back as a robot's, and how many of the others nobody has opened. */
export async function countInbox(query: Kysely<Tables>): Promise<MessageCounts> {
  return { unread: await countUnread(query), held: await count(query, IS_HELD) };
}

export function countUnread(query: Kysely<Tables>): Promise<number> {
  return count(query, IS_UNREAD);
}

async function count(query: Kysely<Tables>, which: Expression<SqlBool>): Promise<number> {
  const { n } = await query
    .selectFrom('message')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where(which)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** When the oldest came that nobody has opened; null without one. */
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

/** Since a time, milliseconds since 1970; none that are held back. */
export async function countMessagesSince(query: Kysely<Tables>, since: number): Promise<number> {
  const { n } = await query
    .selectFrom('message')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('suspect', 'is', null)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Null `at` marks it as unread. False when there is none. */
export async function markMessage(query: Kysely<Tables>, id: number, at: number | null): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('message')
    .set({ read_at: at })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
