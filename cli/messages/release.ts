import { releaseMessage } from '#server/messages/release.ts';
import { command, Failed } from '../command.ts';
import { withStore } from '../store.ts';
import { messageId } from './id.ts';

export const messagesRelease = command({
  name: 'messages release',
  about: 'mails a message to the owner that was held back as a robot’s',
  operands: ['ID'],
  run: async ({ operands: [operand = ''], settings, now, say }) => {
    const config = settings();
    const id = messageId(operand);
    await withStore(config, 'write', async ({ write }) => {
      const released = await releaseMessage(write, id, now());
      if (released === 'unknown') throw new Failed('There is no message with this ID.');
      if (released === 'not-held') throw new Failed('This message is not held back.');
      say(
        config.ownerEmail === null
          ? 'Released. Its mail is held until OWNER_EMAIL is set.'
          : 'Released. Its mail to the owner is on its way.',
      );
    });
  },
});
