import { PATHS } from '#contract/pages.ts';
import type { Kysely } from '#kysely';
import type { Config } from '#server/config.ts';
import { becomeConfirmed } from '#server/list/confirm.ts';
import type { Tables } from '#server/store/schema.ts';
import { keyOf } from '../address.ts';
import { command, Failed } from '../command.ts';
import { withStore } from '../store.ts';

export const subscribersRelease = command({
  name: 'subscribers release',
  about: 'lets somebody in who was held back as a suspected bot',
  operands: ['ADDRESS'],
  run: async ({ operands: [operand = ''], settings, now, say }) => {
    const config = settings();
    const key = keyOf(operand);
    await withStore(config, 'write', async ({ query }) => {
      say(await release(query, key, config, now()));
    });
  },
});

/** What the store does for everybody who is not suspected, done now. @throws Failed */
async function release(query: Kysely<Tables>, key: string, config: Config, now: number): Promise<string> {
  return query.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('subscription')
      .selectAll()
      .where('key', '=', key)
      // SQLite needs no lock of a row, its transactions have the store for themselves.
      .$if(config.databaseUrl !== null, (rows) => rows.forUpdate())
      .executeTakeFirst();
    if (row === undefined) throw new Failed('Nobody with this address is on the list.');
    if (row.suspect === null) throw new Failed('This address is not held back.');
    const pending = row.state === 'pending';
    const admitted = pending && !config.doubleOptIn;
    if (admitted) await becomeConfirmed(trx, [row.id], now);
    else await trx.updateTable('subscription').set({ suspect: null }).where('id', '=', row.id).execute();
    if (!pending) return `Released. The address is ${row.state}.`;
    // They agreed when they sent the form, not now.
    const { id: subscription_id, consent: version, language, created_at: at } = row;
    const interest = await trx
      .selectFrom('interest')
      .select('at')
      .where('subscription_id', '=', row.id)
      .where('at', '=', at)
      .executeTakeFirst();
    const page = interest ? PATHS.products : PATHS.soon;
    await trx
      .insertInto('consent_receipt')
      .values({ subscription_id, event: 'given', version, language, page, at })
      .execute();
    const kinds = [
      ...(config.doubleOptIn ? ['confirm' as const] : []),
      ...(config.forward ? ['forward' as const] : []),
    ];
    for (const kind of kinds) {
      await trx
        .insertInto('outbox')
        .values({ kind, subject: row.id, due_at: now, created_at: now })
        .execute();
    }
    return config.doubleOptIn ? 'Released. The confirmation mail is on its way.' : 'Released and confirmed.';
  });
}
