import { type Expression, type Kysely, type SqlBool, sql, type Transaction } from '#kysely';
import { forgetMails } from '#server/outbox/subject-mails.ts';
import type { Database } from '#server/store/database.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Tables } from '#server/store/schema.ts';

/** A few milliseconds each, so that concurrent messages do not wait. */
const CHUNK = 500;

/** Milliseconds since 1970. */
type MessagesBefore = {
  /** For suspects that nobody released. */
  suspect: number;
  /** For all others; null: they stay until they are erased. */
  all: number | null;
};

/** Deletes the messages from before these times, with the mails about them. Returns their number. */
export async function deleteMessages(query: Kysely<Tables>, before: MessagesBefore): Promise<number> {
  const isOver = isFromBefore(before);
  const some = sql`SELECT id FROM message WHERE ${isOver} ORDER BY id LIMIT ${CHUNK}`;
  for (let total = 0; ;) {
    const deleted = await query.transaction().execute((trx) =>
      // Checked twice: the message may have been released in between.
      removeMessages(trx, sql<boolean>`id IN (${some}) AND ${isOver}`),
    );
    total += deleted;
    if (deleted === 0) return total;
  }
}

/** Counts the messages that `deleteMessages` would delete. */
export async function countMessages(query: Kysely<Tables>, before: MessagesBefore): Promise<number> {
  return countRows(query.selectFrom('message').where(isFromBefore(before)));
}

/** Deletes one message like `deleteMessages`, with SQLite also its bytes. Returns false if there is none. */
export async function deleteMessage(
  { write, emptyLog }: Pick<Database, 'write' | 'emptyLog'>,
  id: number,
): Promise<boolean> {
  const deleted = await write.transaction().execute((trx) => removeMessages(trx, sql<boolean>`id = ${id}`));
  await emptyLog();
  return deleted > 0;
}

/** Deletes messages, and the mails about them. Returns their number. */
export async function removeMessages(trx: Transaction<Tables>, which: Expression<SqlBool>): Promise<number> {
  const rows = await trx.deleteFrom('message').where(which).returning('id').execute();
  const ids = rows.map(({ id }) => id);
  await forgetMails(trx, 'message', ids);
  return ids.length;
}

function isFromBefore({ suspect, all }: MessagesBefore): Expression<SqlBool> {
  return sql<boolean>`(suspect IS NOT NULL AND created_at < ${suspect} OR created_at < ${all ?? 0})`;
}
