import { keepSince } from '#server/list/catch-up.ts';
import { usePostgresClient } from '#server/store/existing.ts';
import { command, Failed } from '../command.ts';

/** For PostgreSQL; `restore` looks itself at the file it replaces. */
export const restoring = command({
  name: 'restoring',
  about: 'before pg_restore, while the servers are stopped: keeps for restored who was erased or has left',
  run: async ({ settings, say }) => {
    const { databaseUrl } = settings();
    if (databaseUrl === null) throw new Failed('The store is a file: "restore" does all that is to be done.');
    const { table, erased, left } = await usePostgresClient(databaseUrl, keepSince);
    say(`${erased} erased and ${left} who have left are kept in the table ${table}.`);
    say(
      '"restored" needs it, and drops it. Drop it yourself when you do not go on: it holds addresses, and no server starts beside it.',
    );
  },
});
