import type { Kysely } from '#kysely';
import type { Language } from '#contract/language.ts';
import type { Tables } from '#server/store/schema.ts';
import { IS_WAITING } from './announced.ts';

/**
 * Sets the language of a person's future mails. Receipts stay: they show which words were agreed to. Returns
 * false if nobody who gets mails has this id.
 */
export function changeLanguage(query: Kysely<Tables>, id: number, language: Language): Promise<boolean> {
  return query.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('subscription')
      .set({ language })
      .where('id', '=', id)
      .where('state', 'in', ['pending', 'confirmed'])
      .where('suspect', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (changed === undefined) return false;
    await trx
      .updateTable('announcement_recipient')
      .set({ language })
      .where('announcement_id', 'in', (all) => all.selectFrom('announcement').select('id'))
      .where('subscription_id', '=', id)
      .where(IS_WAITING)
      .execute();
    return true;
  });
}
