import type { Kysely } from '#kysely';
import type { Stage } from '#contract/pages.ts';
import { amount } from '#server/base/amount.ts';
import type { FixedConfig } from '#server/base/config.ts';
import { mailFolder } from '#server/deliver/file.ts';
import { renameStore } from '#server/copies/numbers.ts';
import { KINDS } from '#server/kinds/kinds.ts';
import { pauseSet } from '#server/launch/announcement.ts';
import {
  catchUp,
  type CaughtUp,
  forgetKept,
  keepSince,
  mergedFacts,
  readKept,
  readSince,
  type Since,
} from '#server/list/catch-up.ts';
import { releaseMails } from '#server/outbox/send-again.ts';
import type { Opener } from '#server/store/age.ts';
import { counted } from '#server/store/backup.ts';
import type { Tables } from '#server/store/schema.ts';
import { usePostgresClient, withStore } from '#server/store/existing.ts';
import { databaseFile } from '#server/store/open.ts';
import { beginAlone, preparePostgres } from '#server/store/postgres-schema.ts';
import { type KeysRestored, restoreBackup, restoreKeys } from '#server/store/restore.ts';
import { secretsFile } from '#server/store/secrets/key-file.ts';
import { type CliContext, command, Failed, Misused } from '../command.ts';
import { fetchCopy, type Fetched, recoveryKeyIn } from '../copies/fetch.ts';
import { CALL } from '../npm.ts';
import { withFiles } from '../output.ts';
import { readPassphrase } from '../passphrase.ts';

const POSTGRES = `The database is in PostgreSQL. Stop the servers, then restore a backup with PostgreSQL’s own programs:
  ${CALL} restoring
  pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE &&
    ${CALL} restored`;

export const restore = command({
  name: 'restore',
  about:
    'restores a backup, or an off-site copy (--from; --at for an earlier state), with the server stopped; --force moves ' +
    'the current database aside first; asks for the passphrase of a downloaded backup, or reads it from a file; --key opens ' +
    'one that is encrypted for the recovery key; --moving: nothing was sent since the backup, so queued emails are sent',
  operands: ['[FILE]'],
  options: {
    force: 'flag',
    passphrase: 'FILE',
    from: 'TARGET',
    key: 'FILE',
    at: 'TIME',
    store: 'STORE',
    copy: 'NAME',
    unsigned: 'flag',
    moving: 'flag',
  },
  run: async (given) => {
    const { operands, values, settings, now, say } = given;
    const [file] = operands;
    if ((file === undefined) === (values.from === undefined))
      throw new Misused('Name a backup file, or the storage of a copy with --from.');
    const { databaseUrl, dataDir, secretKeys, stage } = settings();
    if (databaseUrl !== null) throw new Failed(POSTGRES);
    await withFiles(async () => {
      using found = file === undefined ? await fetchCopy(given) : fileOf(file);
      const { contents, aside, folder, keys, done } = await restoreBackup({
        file: found.file,
        opener: await openerOf(found.file, values, { say }),
        dataDir,
        force: values.force,
        now: now(),
        // The next start would delete mails whose rows the backup lacks.
        folder: mailFolder(dataDir),
        readSince,
        catchUp: async (query, since) => {
          await renameStore(query);
          const caughtUp = await catchUpAll(query, allOf(since, found.later), now());
          if (!values.moving) return caughtUp;
          await releaseMails(query, KINDS, null, { now: now(), toOwner: true });
          return { ...caughtUp, held: 0 };
        },
      });
      say(`${databaseFile(dataDir)}: ${counted(contents)}, verified.`);
      if (aside.length > 0)
        say(`The previous database is now ${aside.join(' and ')}. Delete it when you no longer need it.`);
      if (folder !== null) say(`The emails saved as files are now in ${folder}.`);
      caughtUpInWords(done, stage).forEach(say);
      const secrets = secretsFile(dataDir);
      if (secretKeys === null)
        say(keysInWords(restoreKeys(keys, secrets), secrets, values.from ?? found.file));
    });
  },
});

/** Null: the file is not encrypted. @throws Failed, Misused */
async function openerOf(
  file: string,
  { passphrase, key }: Partial<Record<'passphrase' | 'key', string | undefined>>,
  context: Pick<CliContext, 'say'>,
): Promise<Opener | null> {
  if (!file.endsWith('.age')) return null;
  const { isForKey } = await import('#server/store/age.ts');
  return (await isForKey(file))
    ? { identity: recoveryKeyIn(key).identity }
    : { passphrase: await readPassphrase(passphrase, context) };
}

/** A backup that stays where it is. */
function fileOf(file: string): Fetched {
  return { file, later: [], [Symbol.dispose]() {} };
}

/** What the present list and later copies know; null if there is neither. */
function allOf(since: Since | null, later: readonly Since[]): Since | null {
  const all = since === null ? later : [...later, since];
  return all.length === 0 ? null : mergedFacts(all);
}

function keysInWords(became: KeysRestored, secrets: string, backup: string): string {
  return {
    missing: `${backup} has no keys: links in emails already sent work only with the keys that signed them.`,
    restored: `${secrets}: the keys of links in emails, restored.`,
    same: `${secrets} is the same as in the backup.`,
    other: `${secrets} is unchanged; the backup has other keys. To use those, move the file away and restore again.`,
  }[became];
}

/** For PostgreSQL; `restore` itself reads the file it replaces. */
export const restoring = command({
  name: 'restoring',
  about: 'run before pg_restore, with the servers stopped: keeps erasures and unsubscriptions for "restored"',
  run: async ({ settings, say }) => {
    const { databaseUrl, databaseDirectUrl } = settings();
    if (databaseUrl === null) throw new Failed('The database is a file: "restore" is all you need.');
    const { table, erased, left } = await usePostgresClient(databaseDirectUrl ?? databaseUrl, keepSince);
    say(`${erased} erased and ${left} unsubscribed are kept in the table ${table}.`);
    say(
      '"restored" needs this table, and drops it. If you do not continue, drop it yourself: it holds addresses, and no server starts while it exists.',
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
    const { databaseUrl, databaseDirectUrl } = config;
    const done =
      databaseUrl === null
        ? await catchUpStore(config, null, now())
        : await usePostgresClient(databaseDirectUrl ?? databaseUrl, async (client) => {
            await preparePostgres(client);
            // A server would also send what must be held: one started meanwhile waits.
            await beginAlone(client);
            const caughtUp = await catchUpStore(config, await readKept(client), now());
            await forgetKept(client);
            await client.query('COMMIT');
            return caughtUp;
          });
    const lines = caughtUpInWords(done, config.stage);
    if (done.unknown === 'all')
      say('Nothing was kept by "restoring": it was not run, or "restored" has already run.');
    for (const line of lines) say(line);
    if (lines.length === 0) say('Nothing to put on hold or to erase again.');
  },
});

type All = CaughtUp & { paused: string[] };

function catchUpStore(config: FixedConfig, since: Since | null, now: number): Promise<All> {
  return withStore(config, 'write', ({ write }) => catchUpAll(write, since, now));
}

async function catchUpAll(query: Kysely<Tables>, since: Since | null, now: number): Promise<All> {
  return { ...(await catchUp(query, since, now)), paused: await pauseSet(query, now) };
}

/** `otherwise`: the stage if the store has none. */
function caughtUpInWords(
  { held, erased, left, told, paused, unknown, stage }: All,
  otherwise: Stage,
): string[] {
  const now = stage.now ?? otherwise;
  const before = unknown === 'all' ? null : (stage.before ?? otherwise);
  return [
    ...(erased > 0 ? [`${erased} erased again: they were erased after the backup was made.`] : []),
    ...(left > 0 ? [`${left} unsubscribed again: they unsubscribed after the backup was made.`] : []),
    ...(told > 0
      ? [
          `${amount(told, 'email')} of announcements had begun after the backup was made: they are not sent again.`,
        ]
      : []),
    ...(held > 0
      ? [
          `${held} emails and forwards that were queued when the backup was made are on hold: most have been sent since.`,
          'Check them in the dashboard, under Emails, once the server runs: it sends those you choose, perhaps a second time.',
        ]
      : []),
    ...(now === before
      ? []
      : [
          `The stage is ${now}${before ? `, as in the backup; it was ${before}. To switch back: "stage ${before}"` : ''}.`,
        ]),
    ...BY_HAND[unknown],
    ...paused.map(
      (purpose) =>
        `Paused: ${purpose}. ${unknown === 'all' ? 'Recipients emailed since the backup would be emailed again. ' : ''}The dashboard leads there from Today.`,
    ),
  ];
}

/** Advice if no old store could name them, or if its hashes have another key. */
const BY_HAND = {
  nobody: [],
  erased: ['Anyone erased after the backup was made is back on the list: erase them again.'],
  all: ['Anyone erased or unsubscribed after the backup was made is back on the list: erase them again.'],
};
