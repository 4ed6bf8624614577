import type { Kysely } from '#kysely';
import { isLetter } from '#server/list/announced.ts';
import type { Tables } from '#server/store/schema.ts';
import { END, withEnds } from './recipients.ts';

/** A few milliseconds each, so that concurrent sign-ups do not wait. */
const CHUNK = 500;

/**
 * Deletes who got the newsletters that ended before `before`; how many stays. Rows and sums change together, so that each
 * person is counted once. Returns the number of deleted rows.
 */
export async function forgetRecipients(query: Kysely<Tables>, before: number): Promise<number> {
  const over = await query
    .selectFrom('announcement as a')
    .select('id')
    .where(isLetter('a'))
    .where('state', 'in', ['done', 'stopped'])
    .where('ended_at', '<', before)
    .execute();
  let deleted = 0;
  for (const { id } of over) for (let n = CHUNK; n === CHUNK; deleted += n) n = await forgetSome(query, id);
  return deleted;
}

async function forgetSome(query: Kysely<Tables>, id: number): Promise<number> {
  return query.transaction().execute(async (trx) => {
    // Locks it.
    const { sums } = await trx
      .updateTable('announcement')
      .set((row) => ({ state: row.ref('state') }))
      .where('id', '=', id)
      .returning('sums')
      .executeTakeFirstOrThrow();
    const rows = await trx
      .selectFrom('announcement_recipient')
      .select(['subscription_id', END.as('end')])
      .where('announcement_id', '=', id)
      .limit(CHUNK)
      .execute();
    if (rows.length === 0) return 0;
    const kept = withEnds(
      sums,
      rows.map(({ end }) => [end, 1]),
    );
    await trx
      .updateTable('announcement')
      .set({ sums: JSON.stringify(kept) })
      .where('id', '=', id)
      .execute();
    await trx
      .deleteFrom('announcement_recipient')
      .where('announcement_id', '=', id)
      .where(
        'subscription_id',
        'in',
        rows.map((row) => row.subscription_id),
      )
      .execute();
    return rows.length;
  });
}
