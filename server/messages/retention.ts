import type { ExpressionBuilder, Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';

/** A few milliseconds of work each, so that nobody who writes meanwhile waits. */
const CHUNK = 500;

/** Milliseconds since 1970. */
export type MessagesBefore = {
  /** Of those that were held as a robot's and that nobody released. */
  suspect: number;
  /** Of all others; null: they stay until they are erased. */
  all: number | null;
};

/** Deletes the messages from before these times, with the mails about them. Gives their number. */
export async function deleteMessages(query: Kysely<Tables>, before: MessagesBefore): Promise<number> {
  const isOver = isFromBefore(before);
  for (let total = 0; ;) {
    const old = query.selectFrom('message').select('id').where(isOver).orderBy('id').limit(CHUNK);
    const deleted = await query.transaction().execute(async (trx) => {
      // Somebody may have released it in between.
      const rows = await trx
        .deleteFrom('message')
        .where('id', 'in', old)
        .where(isOver)
        .returning('id')
        .execute();
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0)
        await trx.deleteFrom('outbox').where('kind', '=', 'message').where('subject', 'in', ids).execute();
      return ids.length;
    });
    total += deleted;
    if (deleted === 0) return total;
  }
}

/** How many `deleteMessages` would delete. */
export async function countMessages(query: Kysely<Tables>, before: MessagesBefore): Promise<number> {
  const { n } = await query
    .selectFrom('message')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(isFromBefore(before))
    .executeTakeFirstOrThrow();
  return Number(n);
}

function isFromBefore({ suspect, all }: MessagesBefore) {
  return (row: ExpressionBuilder<Tables, 'message'>) =>
    row.or([
      row.and([row('suspect', 'is not', null), row('created_at', '<', suspect)]),
      row('created_at', '<', all ?? 0),
    ]);
}
