import { KINDS } from '#server/kinds.ts';
import { retry } from '#server/outbox/send-again.ts';
import { command, EXIT } from '../command.ts';
import { withStore } from '../store.ts';
import { chosenRows, idsOf, missed, saidOfOlder } from './chosen.ts';

export const mailsRetry = command({
  name: 'mails retry',
  about: 'tries again what failed, or what may not have arrived (it may then arrive twice)',
  operands: ['ID|ADDRESS...'],
  run: async ({ operands, settings, now, say, warn }) =>
    withStore(settings(), 'write', async ({ write }) => {
      const chosen = await chosenRows(write, operands);
      const { sent, older } = await retry(write, KINDS, idsOf(chosen), now());
      say(`${sent.length} will be tried again.`);
      saidOfOlder(older).forEach(say);
      const others = missed(chosen, [...older, ...sent]);
      if (others.length === 0) return EXIT.done;
      warn(`Not in the list of what failed: ${others.join(', ')}.`);
      return EXIT.failed;
    }),
});
