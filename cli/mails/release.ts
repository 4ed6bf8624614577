import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { command, EXIT } from '../command.ts';
import { withStore } from '../store.ts';
import { paceOf } from './pace.ts';

const CHUNK = 500;

export const mailsRelease = command({
  name: 'mails release',
  takes: '',
  about: 'sends what is held, confirmation mails at most 200 an hour',
  options: {},
  run: async ({ settings, now, say }) =>
    withStore(settings(), 'write', async ({ query }) => {
      const { released, last } = await release(query, now());
      say(released === 0 ? 'Nothing is held.' : `${released} released.`);
      if (last > now()) say(`The last one goes out at ${new Date(last).toISOString()}.`);
      return EXIT.done;
    }),
});

async function release(query: Kysely<Tables>, now: number): Promise<{ released: number; last: number }> {
  const pace = await paceOf(query, now);
  let released = 0;
  let last = now;
  for (let after = 0; ;) {
    const rows = await query
      .selectFrom('outbox')
      .select(['id', 'kind'])
      .where('state', '=', 'held')
      // What the worker holds again meanwhile is not released again.
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK)
      .execute();
    const end = rows.at(-1);
    if (end === undefined) return { released, last };
    after = end.id;
    await query.transaction().execute(async (trx) => {
      for (const { id, kind } of rows) {
        const due = kind === 'confirm' ? pace() : now;
        last = Math.max(last, due);
        const { numUpdatedRows } = await trx
          .updateTable('outbox')
          .set({ state: 'queued', due_at: due, attempt: 0, finished_at: null, reply: null })
          // Its links count from then, and would be too old otherwise.
          .$if(kind === 'confirm', (row) => row.set({ created_at: due }))
          .where('id', '=', id)
          .where('state', '=', 'held')
          .executeTakeFirst();
        released += Number(numUpdatedRows);
      }
    });
  }
}
