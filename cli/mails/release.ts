import { KINDS } from '#server/kinds.ts';
import { release } from '#server/outbox/send-again.ts';
import { command, EXIT } from '../command.ts';
import { withStore } from '../store.ts';
import { chosenRows, idsOf, missed, saidOfOlder } from './chosen.ts';

export const mailsRelease = command({
  name: 'mails release',
  about: 'sends what is held, all or what is named, confirmation mails and books at most 200 an hour each',
  operands: ['[ID|ADDRESS...]'],
  run: async ({ operands, settings, now, say, warn }) => {
    const config = settings();
    return withStore(config, 'write', async ({ write }) => {
      const chosen = operands.length === 0 ? null : await chosenRows(write, operands);
      const how = { now: now(), toOwner: config.ownerEmail !== null };
      const { sent, older, kept, last } = await release(write, KINDS, chosen && idsOf(chosen), how);
      const found = [...sent, ...older, ...kept];
      say(found.length === 0 ? 'Nothing is held.' : `${sent.length} released.`);
      if (kept.length > 0) warn(`Contact messages held until OWNER_EMAIL is set: ${kept.length}.`);
      saidOfOlder(older).forEach(say);
      if (last > how.now) say(`The last one goes out at ${new Date(last).toISOString()}.`);
      const others = missed(chosen ?? [], found);
      if (others.length > 0) warn(`Not in the list of what is held: ${others.join(', ')}.`);
      const allKept = kept.length > 0 && sent.length === 0;
      return others.length > 0 || allKept ? EXIT.failed : EXIT.done;
    });
  },
});
