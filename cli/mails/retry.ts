import { sql } from 'kysely';
import { command, EXIT, Misused } from '../command.ts';
import { withStore } from '../store.ts';

const MOST = 1000;

export const mailsRetry = command({
  name: 'mails retry',
  takes: 'ID...',
  about: 'tries again what failed, or what may not have arrived (it may then arrive twice)',
  options: {},
  operands: [1, MOST],
  run: async ({ operands, settings, now, say, warn }) => {
    const ids = operands.map(idOf);
    const time = now();
    return withStore(settings(), 'write', async ({ query }) => {
      const changed = await query
        .updateTable('outbox')
        .set({ state: 'queued', due_at: time, attempt: 0, finished_at: null, reply: null })
        // The links of a confirmation mail count from then, and would be too old otherwise.
        .set({
          created_at: sql`CASE WHEN kind = 'confirm' THEN CAST(${time} AS BIGINT) ELSE created_at END`,
        })
        .where('id', 'in', ids)
        .where('state', 'in', ['failed', 'unknown'])
        .returning('id')
        .execute();
      const queued = new Set(changed.map(({ id }) => id));
      say(`${queued.size} will be tried again.`);
      const others = ids.filter((id) => !queued.has(id));
      if (others.length === 0) return EXIT.done;
      warn(`Not in the list of what failed: ${others.join(', ')}.`);
      return EXIT.failed;
    });
  },
});

function idOf(text: string): number {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (id === 0) throw new Misused(`${JSON.stringify(text)} is no ID; mails list shows them.`);
  return id;
}
