import { findMessage } from '#server/messages/find.ts';
import { command, Failed } from '../command.ts';
import { withStore } from '../store.ts';
import { shortTime } from '../terminal.ts';
import { messageId } from './id.ts';

export const messagesShow = command({
  name: 'messages show',
  about: 'one contact message, whole',
  operands: ['ID'],
  run: async ({ operands: [operand = ''], settings, say }) => {
    const id = messageId(operand);
    await withStore(settings(), 'read', async ({ read }) => {
      const row = await findMessage(read, id);
      if (row === null) throw new Failed('There is no message with this ID.');
      const { message, created_at, ...fields } = row;
      const shown = Object.entries({ 'received (UTC)': shortTime(created_at), ...fields });
      for (const [name, value] of shown) if (value !== null) say(`${name}: ${harmless(String(value))}`);
      say(`\n${harmless(message)}`);
    });
  },
});

/** Visitors wrote it: its lines stay, and nothing in it commands the terminal. */
function harmless(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{C}\n]/gu, ' ');
}
