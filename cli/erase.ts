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
      say(kept ? 'Erased.' : 'Nothing is kept about this address, so nothing was erased.');
      if (kept) say('A keyed hash of the address stays, so that no import adds it again.');
      try {
        await sweepMailFiles(config.dataDir, store.write);
      } catch (error) {
        if (!(error instanceof Error) || !('syscall' in error)) throw error;
        warn(
          `Emails to it that were saved as files are still there (${error.message}). The server retries every hour.`,
        );
      }
      if (!overwritten)
        warn(
          'The data is still in the write-ahead log, because another program is reading the database. The server retries every hour.',
        );
      say('Earlier backups may still contain it: see docs/operations.md.');
    });
  },
});
