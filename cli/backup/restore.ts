import type { Stage } from '#contract/pages.ts';
import type { Config } from '#server/config.ts';
import { mailFolder } from '#server/deliver/file.ts';
import { pauseSet } from '#server/launch/announcement.ts';
import {
  catchUp,
  type CaughtUp,
  forgetKept,
  keepSince,
  readKept,
  readSince,
  type Since,
} from '#server/list/catch-up.ts';
import { counted } from '#server/store/backup.ts';
import { usePostgresClient, withStore } from '#server/store/existing.ts';
import { databaseFile } from '#server/store/open.ts';
import { preparePostgres } from '#server/store/postgres-schema.ts';
import { type KeysRestored, restoreBackup, restoreKeys } from '#server/store/restore.ts';
import { secretsFile } from '#server/store/secrets/key-file.ts';
import { command, Failed } from '../command.ts';
import { withFiles } from '../output.ts';
import { readPassphrase } from '../passphrase.ts';

const POSTGRES = `The store is in PostgreSQL. Stop the servers, then restore a backup with its own programs:
  npm run -s embreve -- restoring
  pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE &&
    npm run -s embreve -- restored`;

export const restore = command({
  name: 'restore',
  about:
    'restores a backup while the server is stopped; --force moves the present database aside first; ' +
    'the passphrase of a downloaded one is asked for, or stands in a file',
  operands: ['FILE'],
  options: { force: 'flag', passphrase: 'FILE' },
  run: async ({ operands: [file = ''], values, settings, now, say }) => {
    const { databaseUrl, dataDir, secretKeys, stage } = settings();
    if (databaseUrl !== null) throw new Failed(POSTGRES);
    await withFiles(async () => {
      const passphrase = file.endsWith('.age') ? await readPassphrase(values.passphrase, { say }) : null;
      const { contents, aside, folder, keys, done } = await restoreBackup({
        file,
        passphrase,
        dataDir,
        force: values.force,
        now: now(),
        // The next start would delete mails whose rows the backup lacks.
        folder: mailFolder(dataDir),
        readSince,
        catchUp: (query, since) => catchUp(query, since, now()),
      });
      say(`${databaseFile(dataDir)}: ${counted(contents)}, checked.`);
      if (aside.length > 0)
        say(`The list that was there is now ${aside.join(' and ')}. Delete it when you need it no more.`);
      if (folder !== null) say(`The mails that became files are now in ${folder}.`);
      caughtUpInWords(done, stage).forEach(say);
      const secrets = secretsFile(dataDir);
      if (secretKeys === null) say(keysInWords(restoreKeys(keys, secrets), secrets, file));
    });
  },
});

function keysInWords(became: KeysRestored, secrets: string, backup: string): string {
  return {
    missing: `No keys are in ${backup}: links in mails already sent work only with the keys they were signed with.`,
    restored: `${secrets}: the keys of links in mails, restored too.`,
    same: `${secrets} is the same as in the backup.`,
    other: `${secrets} stays as it is; the backup has other keys. To use those, move the file away and restore again.`,
  }[became];
}

/** For PostgreSQL; `restore` itself reads the file it replaces. */
export const restoring = command({
  name: 'restoring',
  about: 'run before pg_restore, with the servers stopped: keeps erasures and unsubscriptions for "restored"',
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

/** Does for PostgreSQL, after pg_restore, what `restore` does for a file. */
export const restored = command({
  name: 'restored',
  about:
    'run after pg_restore, before the server starts: puts emails on hold that may have been sent, and keeps erasures and unsubscriptions',
  run: async ({ settings, now, say }) => {
    const config = settings();
    const { databaseUrl } = config;
    const done =
      databaseUrl === null
        ? await catchUpStore(config, null, now())
        : await usePostgresClient(databaseUrl, async (client) => {
            // A server would also send what must be held. One started meanwhile waits for this connection.
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
    for (const purpose of done.paused)
      say(
        `What was set is paused (${purpose}): who was told since the backup would be told again. "launch status" says more.`,
      );
  },
});

type All = CaughtUp & { paused: string[] };

function catchUpStore(config: Config, since: Since | null, now: number): Promise<All> {
  return withStore(config, 'write', async ({ write }) => ({
    ...(await catchUp(write, since, now)),
    paused: await pauseSet(write, now),
  }));
}

/** `otherwise`: the stage if the store has none. */
function caughtUpInWords({ held, erased, left, unknown, stage }: CaughtUp, otherwise: Stage): string[] {
  const now = stage.now ?? otherwise;
  const before = unknown === 'all' ? null : (stage.before ?? otherwise);
  return [
    ...(erased > 0 ? [`${erased} erased again who had been erased since the backup was made.`] : []),
    ...(left > 0 ? [`${left} taken off the list again who had left it since the backup was made.`] : []),
    ...(held > 0
      ? [
          `${held} mails and forwards are held that were still to go when the backup was made: most have gone out since.`,
          'Look at "mails list"; "mails release" sends those you want to go out, perhaps a second time.',
        ]
      : []),
    ...(now === before
      ? []
      : [
          `The stage is ${now}${before ? `, as in the backup; it was ${before}. "stage ${before}" sets it back` : ''}.`,
        ]),
    ...BY_HAND[unknown],
  ];
}

/** Advice if no old store could name them, or if its hashes have another key. */
const BY_HAND = {
  nobody: [],
  erased: ['Whoever was erased since the backup was made is in it again: erase them once more.'],
  all: ['Whoever was erased or left since the backup was made is in it again: erase them once more.'],
};
