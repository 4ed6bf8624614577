import { CONTACT_FIELDS } from '#contract/contact.ts';
import { newestMessages } from '#server/messages/find.ts';
import { command } from '../command.ts';
import { nextPage, PAGE_OPTIONS, pageOf } from '../page.ts';
import { withStore } from '../store.ts';
import { shortTime, tableLines } from '../terminal.ts';

const BESIDES = CONTACT_FIELDS.filter((field) => field !== 'message');

export const messagesList = command({
  name: 'messages list',
  about: 'the newest contact messages; with --suspect only those held back as a robot’s',
  options: { suspect: 'flag', ...PAGE_OPTIONS },
  run: async ({ values, settings, say }) => {
    const page = pageOf(values);
    await withStore(settings(), 'read', async ({ read }) => {
      const rows = await newestMessages(read, values.suspect === true, page);
      if (rows.length === 0) return say('There are no messages.');
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
    });
  },
});
