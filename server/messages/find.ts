import type { Kysely } from '#kysely';
import type { Page } from '#server/page.ts';
import type { Tables } from '#server/store/schema.ts';

/** The newest messages first; `suspect`: only those that are held back as a robot's. */
export function newestMessages(query: Kysely<Tables>, suspect: boolean, { limit, before }: Page) {
  return query
    .selectFrom('message')
    .selectAll()
    .where('id', '<', before)
    .$if(suspect, (rows) => rows.where('suspect', 'is not', null))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Without what the store knows it by. Null when there is none. */
export async function findMessage(query: Kysely<Tables>, id: number) {
  const row = await query.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  const { key: _key, body_hash: _hash, ...message } = row;
  return message;
}

/** How many are held back as a robot's. */
export async function countHeldMessages(query: Kysely<Tables>): Promise<number> {
  const { n } = await query
    .selectFrom('message')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('suspect', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}
