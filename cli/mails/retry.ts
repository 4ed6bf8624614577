import { sql } from '#kysely';
import { command, EXIT } from '../command.ts';
import { withStore } from '../store.ts';
import { chosenRows, idsOf, missed } from './chosen.ts';
import { leaveOutOlder, saidOfOlder } from './newer.ts';

const FAILED = ['failed', 'unknown'] as const;

export const mailsRetry = command({
  name: 'mails retry',
  about: 'tries again what failed, or what may not have arrived (it may then arrive twice)',
  operands: ['ID|ADDRESS...'],
  run: async ({ operands, settings, now, say, warn }) => {
    const time = now();
    return withStore(settings(), 'write', async ({ query }) => {
      const chosen = await chosenRows(query, operands);
      const ids = idsOf(chosen);
      const { older, changed } = await query.transaction().execute(async (trx) => ({
        older: await leaveOutOlder(trx, ids, FAILED, time),
        changed: await trx
          .updateTable('outbox')
          .set({ state: 'queued', due_at: time, attempt: 0, unknowns: 0, finished_at: null, reply: null })
          // The links of mails to visitors count from then, and would be too old otherwise.
          .set({
            created_at: sql`CASE WHEN kind IN ('confirm', 'book') THEN CAST(${time} AS BIGINT) ELSE created_at END`,
          })
          .where('id', 'in', ids)
          .where('state', 'in', FAILED)
          .where('held_at', 'is', null)
          .returning('id')
          .execute(),
      }));
      say(`${changed.length} will be tried again.`);
      saidOfOlder(older.length).forEach(say);
      const others = missed(chosen, new Set([...older, ...changed.map(({ id }) => id)]));
      if (others.length === 0) return EXIT.done;
      warn(`Not in the list of what failed: ${others.join(', ')}.`);
      return EXIT.failed;
    });
  },
});
