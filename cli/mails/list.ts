import { command, EXIT, oneOf } from '../command.ts';
import { nextPage, PAGE_OPTIONS, pageOf } from '../page.ts';
import { IN_TROUBLE } from '#server/outbox/queue.ts';
import { withStore } from '../store.ts';
import { shortTime, tableLines } from '../terminal.ts';
import { peopleOf } from './people.ts';
import { countTrouble, TROUBLE, troubleOf } from './trouble.ts';

export const mailsList = command({
  name: 'mails list',
  about: 'mails and forwards that are held, failed, or of which nobody knows whether they arrived',
  options: { ...PAGE_OPTIONS, state: 'STATE' },
  run: async ({ values, settings, say }) => {
    const page = pageOf(values);
    const state = oneOf('--state', values.state, TROUBLE);
    return withStore(settings(), 'read', async ({ query }) => {
      const counted = await countTrouble(query);
      say(TROUBLE.map((each) => `${counted[each]} ${each}`).join(', '));
      const rows = await query
        .selectFrom('outbox')
        .select(['id', 'kind', 'subject', 'created_at', 'held_at', 'finished_at', 'attempt', 'reply'])
        .select(troubleOf().as('trouble'))
        .where(IN_TROUBLE)
        .$if(state !== null, (one) => one.where(troubleOf(), '=', state))
        .where('id', '<', page.before)
        .orderBy('id', 'desc')
        .limit(page.limit)
        .execute();
      if (rows.length === 0) return EXIT.done;
      const people = await peopleOf(query, rows);
      const cells = rows.map((row) => [
        row.id,
        row.kind,
        people(row),
        row.trouble,
        shortTime(row.held_at ?? row.finished_at ?? row.created_at),
        row.attempt,
        row.reply,
      ]);
      tableLines(['id', 'kind', 'about', 'state', 'since (UTC)', 'attempts', 'reply'], cells).forEach(say);
      const more = nextPage(rows, page);
      if (more) say(more);
      return EXIT.done;
    });
  },
});
