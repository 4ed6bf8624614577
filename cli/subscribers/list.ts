import { countByKind, PEOPLE_KINDS } from '#server/list/count.ts';
import { newestPeople } from '#server/list/find.ts';
import { command, oneOf } from '../command.ts';
import { nextPage, PAGE_OPTIONS, pageOf } from '../page.ts';
import { withStore } from '../store.ts';
import { shortTime, tableLines } from '../terminal.ts';

export const subscribersList = command({
  name: 'subscribers list',
  about: `how many there are, and the newest; STATE is ${PEOPLE_KINDS.join(', ')}`,
  options: { state: 'STATE', ...PAGE_OPTIONS },
  run: async ({ values, settings, say }) => {
    const kind = oneOf('--state', values.state, PEOPLE_KINDS);
    const page = pageOf(values);
    await withStore(settings(), 'read', async ({ read }) => {
      const counted = await countByKind(read);
      say(PEOPLE_KINDS.map((one) => `${counted[one]} ${one}`).join(', '));
      const rows = await newestPeople(read, kind, page);
      if (rows.length === 0) return;
      const cells = rows.map((row) => [
        row.id,
        row.address,
        row.state,
        row.suspect,
        row.language,
        shortTime(row.created_at),
        row.utm_source ?? row.referrer,
      ]);
      const columns = ['id', 'address', 'state', 'suspect', 'language', 'subscribed (UTC)', 'from'];
      tableLines(columns, cells).forEach(say);
      const more = nextPage(rows, page);
      if (more) say(more);
    });
  },
});
