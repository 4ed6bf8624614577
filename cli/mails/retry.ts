import { sql } from '#kysely';
import { command, EXIT } from '../command.ts';
import { withStore } from '../store.ts';
import { chosenRows, idsOf, missed, MOST_CHOSEN } from './chosen.ts';

export const mailsRetry = command({
  name: 'mails retry',
  takes: 'ID|ADDRESS...',
  about: 'tries again what failed, or what may not have arrived (it may then arrive twice)',
  options: {},
  operands: [1, MOST_CHOSEN],
  run: async ({ operands, settings, now, say, warn }) => {
    const time = now();
    return withStore(settings(), 'write', async ({ query }) => {
      const chosen = await chosenRows(query, operands);
      const changed = await query
        .updateTable('outbox')
        .set({ state: 'queued', due_at: time, attempt: 0, unknowns: 0, finished_at: null, reply: null })
        // The links of mails to visitors count from then, and would be too old otherwise.
        .set({
          created_at: sql`CASE WHEN kind IN ('confirm', 'book') THEN CAST(${time} AS BIGINT) ELSE created_at END`,
        })
        .where('id', 'in', idsOf(chosen))
        .where('state', 'in', ['failed', 'unknown'])
        .returning('id')
        .execute();
      const queued = new Set(changed.map(({ id }) => id));
      say(`${queued.size} will be tried again.`);
      const others = missed(chosen, queued);
      if (others.length === 0) return EXIT.done;
      warn(`Not in the list of what failed: ${others.join(', ')}.`);
      return EXIT.failed;
    });
  },
});
