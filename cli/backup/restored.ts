import { catchUp, type CaughtUp, forgetKept, readKept, type Since } from '#server/list/catch-up.ts';
import { usePostgresClient } from '#server/store/existing.ts';
import { preparePostgres } from '#server/store/postgres-schema.ts';
import type { Config } from '#server/config.ts';
import { command } from '../command.ts';
import { withStore } from '../store.ts';
import { caughtUpInWords } from './caught-up.ts';

/** What `restore` does for the store in a file; other programs put back PostgreSQL. */
export const restored = command({
  name: 'restored',
  about:
    'after pg_restore, before the server starts: holds mails that may have gone out, undoes no erasure and no leaving',
  run: async ({ settings, now, say }) => {
    const config = settings();
    const { databaseUrl } = config;
    const done =
      databaseUrl === null
        ? await catchUpStore(config, null, now())
        : await usePostgresClient(databaseUrl, async (client) => {
            // A server would do so, and send what is to be held. One that is started meanwhile waits for this connection.
            await preparePostgres(client);
            const caughtUp = await catchUpStore(config, await readKept(client), now());
            await forgetKept(client);
            return caughtUp;
          });
    const lines = caughtUpInWords(done, config.stage);
    if (done.unknown === 'all')
      say('Nothing is kept by "restoring": it was not run, or this was done before.');
    for (const line of lines) say(line);
    if (lines.length === 0) say('Nothing is to be held or erased again.');
  },
});

function catchUpStore(config: Config, since: Since | null, now: number): Promise<CaughtUp> {
  return withStore(config, 'write', ({ write }) => catchUp(write, since, now));
}
