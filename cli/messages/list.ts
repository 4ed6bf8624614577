import { CONTACT_FIELDS } from '#contract/contact.ts';
import { command, EXIT } from '../command.ts';
import { nextPage, PAGE_OPTIONS, pageOf } from '../page.ts';
import { withStore } from '../store.ts';
import { shortTime, tableLines } from '../terminal.ts';

const BESIDES = CONTACT_FIELDS.filter((field) => field !== 'message');

export const messagesList = command({
  name: 'messages list',
  takes: '[--suspect] [--limit N] [--before ID]',
  about: 'the newest contact messages; with --suspect only those held back as a robot’s',
  options: { suspect: { type: 'boolean' }, ...PAGE_OPTIONS },
  run: async ({ values, settings, say }) => {
    const page = pageOf(values);
    return withStore(settings(), 'read', async ({ query }) => {
      const rows = await query
        .selectFrom('message')
        .selectAll()
        .where('id', '<', page.before)
        .$if(values.suspect === true, (held) => held.where('suspect', 'is not', null))
        .orderBy('id', 'desc')
        .limit(page.limit)
        .execute();
      if (rows.length === 0) {
        say('There are no messages.');
        return EXIT.done;
      }
      const cells = rows.map((row) => [
        row.id,
        shortTime(row.created_at),
        ...BESIDES.map((field) => row[field]),
        row.suspect,
        row.message,
      ]);
      const columns = ['id', 'received (UTC)', ...BESIDES, 'suspect', 'message begins'];
      tableLines(columns, cells).forEach(say);
      const more = nextPage(rows, page);
      if (more) say(more);
      return EXIT.done;
    });
  },
});
