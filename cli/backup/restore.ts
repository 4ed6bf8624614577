import { mailFolder } from '#server/deliver/file.ts';
import { catchUp, readSince } from '#server/list/catch-up.ts';
import { counted } from '#server/store/backup.ts';
import { databaseFile } from '#server/store/open.ts';
import { type KeysPutBack, putBack, putBackKeys } from '#server/store/put-back.ts';
import { command, Failed } from '../command.ts';
import { withFiles } from '../store.ts';
import { caughtUpInWords } from './caught-up.ts';

const POSTGRES = `The store is in PostgreSQL. Stop the servers, then put a backup back with its own programs:
  npm run -s embreve -- restoring
  pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE &&
    npm run -s embreve -- restored`;

export const restore = command({
  name: 'restore',
  about: 'puts a backup in place of the store, while the server is stopped; --force moves a list aside first',
  operands: ['FILE'],
  options: { force: 'flag' },
  run: async ({ operands: [file = ''], values: { force }, settings, now, say }) => {
    const { databaseUrl, dataDir, secretKeys, stage } = settings();
    if (databaseUrl !== null) throw new Failed(POSTGRES);
    await withFiles(async () => {
      const { contents, aside, folder, done } = await putBack({
        file,
        dataDir,
        force,
        now: now(),
        // The next start would delete the mails whose rows the backup does not have.
        folder: mailFolder(dataDir),
        readSince,
        catchUp: (query, since) => catchUp(query, since, now()),
      });
      say(`${databaseFile(dataDir)}: ${counted(contents)}, checked.`);
      if (aside.length > 0)
        say(`The list that was there is now ${aside.join(' and ')}. Delete it when you need it no more.`);
      if (folder !== null) say(`The mails that became files are now in ${folder}.`);
      caughtUpInWords(done, stage).forEach(say);
      if (secretKeys === null) say(keysInWords(putBackKeys(file, dataDir)));
    });
  },
});

function keysInWords({ state, kept, secrets }: KeysPutBack): string {
  return {
    missing: `There is no ${kept}: links in mails already sent work only with the keys they were signed with.`,
    'put-back': `${secrets}: the keys of links in mails, put back too.`,
    same: `${secrets} is the same as in the backup.`,
    other: `${secrets} stays as it is; the backup has other keys, in ${kept}.`,
  }[state];
}
