import { MAIL_TROUBLES } from '#contract/owner/mails.ts';
import { countIssues, listIssues } from '#server/outbox/delivery-issues.ts';
import { command, EXIT } from '../command.ts';
import { nextPage, PAGE_OPTIONS, pageOf } from '../page.ts';
import { countWaiting, NO_MAIL_SERVER } from '#server/outbox/waiting.ts';
import { readHeld } from '#server/mail-account/held.ts';
import { sayHeld } from './held.ts';
import { withSettings } from '../present.ts';
import { shortTime, tableLines } from '../terminal.ts';

export const mailsList = command({
  name: 'mails list',
  about: 'lists emails and forwards that are on hold, not delivered, or with delivery unknown',
  options: { ...PAGE_OPTIONS, state: ['STATE', MAIL_TROUBLES] },
  run: async ({ values, settings, now, say }) => {
    const page = pageOf(values);
    const state = values.state ?? null;
    return withSettings(settings(), 'read', async ({ read }, config) => {
      const counted = await countIssues(read);
      const waiting = await countWaiting(read, config.mailRoute, now());
      if (waiting !== null) say(`${waiting.n} waiting: ${NO_MAIL_SERVER[waiting.why]}`);
      const held = await readHeld(read, config, now());
      if (held !== null) [`${held.n} held up.`, ...sayHeld(held)].forEach(say);
      say(MAIL_TROUBLES.map((each) => `${counted[each]} ${each}`).join(', '));
      const rows = await listIssues(read, state, page);
      if (rows.length === 0) return EXIT.done;
      const cells = rows.map(({ id, kind, address, trouble, since, attempt, reply }) => {
        return [id, kind, address, trouble, shortTime(since), attempt, reply];
      });
      tableLines(['id', 'kind', 'about', 'state', 'since (UTC)', 'attempts', 'reply'], cells).forEach(say);
      const more = nextPage(rows, page);
      if (more) say(more);
      return EXIT.done;
    });
  },
});
