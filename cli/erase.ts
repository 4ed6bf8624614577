import { sweepMailFiles } from '#server/deliver/file.ts';
import { erase as erasePerson } from '#server/list/erase.ts';
import { keyOf } from './address.ts';
import { command } from './command.ts';
import { withStore } from '#server/store/existing.ts';

export const erase = command({
  name: 'erase',
  about: 'erases everything kept about an address; an import cannot add it again',
  operands: ['ADDRESS'],
  run: async ({ operands: [operand = ''], settings, now, say, warn }) => {
    const config = settings();
    const key = keyOf(operand);
    await withStore(config, 'write', async (store) => {
      const { kept, overwritten } = await erasePerson(store, key, now());
      say(kept ? 'Erased.' : 'Nothing was kept about this address, so nothing was erased.');
      if (kept) say('A keyed hash of it stays, by which an import knows to leave it out.');
      try {
        await sweepMailFiles(config.dataDir, store.write);
      } catch (error) {
        if (!(error instanceof Error) || !('syscall' in error)) throw error;
        warn(
          `Mails to it that became files are still there (${error.message}). The server tries again each hour.`,
        );
      }
      if (!overwritten)
        warn(
          'Its bytes are still in the log, because somebody reads the list. The server tries again each hour.',
        );
      say('Backups made before may still hold it: see docs/operations.md.');
    });
  },
});
