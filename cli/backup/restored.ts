import { command, EXIT } from '../command.ts';
import { withStore } from '../store.ts';
import { catchUp, caughtUpInWords } from './catch-up.ts';

/** What `restore` does for the store in a file; other programs put back PostgreSQL. */
export const restored = command({
  name: 'restored',
  takes: '',
  about:
    'after pg_restore, before the server starts: holds mails that may have gone out, erases again who was erased',
  options: {},
  run: async ({ settings, now, say }) =>
    withStore(settings(), 'write', async ({ query }) => {
      const lines = caughtUpInWords(await catchUp(query, now()));
      for (const line of lines) say(line);
      if (lines.length === 0) say('Nothing is to be held or erased again.');
      return EXIT.done;
    }),
});
