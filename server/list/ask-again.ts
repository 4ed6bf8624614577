import { type Kysely, sql } from '#kysely';
import type { AskedAgain } from '#contract/owner/people.ts';
import { IS_OPEN } from '#server/outbox/conditions.ts';
import { mayBeAsked } from '#server/store/subscription-sql.ts';
import type { Tables } from '#server/store/schema.ts';
import { lockPeople } from './leave.ts';

/**
 * Resends the confirmation mail to somebody who has not confirmed, within the limits for posts: one a day,
 * three a month.
 */
export function askAgain(query: Kysely<Tables>, id: number, now: number): Promise<AskedAgain> {
  return query.transaction().execute(async (trx) => {
    await lockPeople(trx, [id]);
    const row = await trx
      .selectFrom('subscription as s')
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('outbox')
            .select('id')
            .whereRef('subject_id', '=', 's.id')
            .where('kind', '=', 'confirm')
            .where(IS_OPEN),
        ).as('underWay'),
      )
      .select(sql<boolean>`(${sql.raw(mayBeAsked(`CAST(${now} AS BIGINT)`))})`.as('may'))
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .where('suspect', 'is', null)
      .executeTakeFirst();
    if (row === undefined) return 'not-waiting';
    if (row.underWay) return 'on-its-way';
    if (!row.may) return 'too-often';
    await trx
      .insertInto('outbox')
      .values({ kind: 'confirm', subject_id: id, due_at: now, created_at: now })
      .execute();
    return 'sent';
  });
}
