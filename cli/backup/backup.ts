import { statSync } from 'node:fs';
import { backUp, counted } from '#server/store/backup.ts';
import { type LastBackup, noteBackup } from '#server/store/backup-file.ts';
import { withStore } from '#server/store/existing.ts';
import { command, Failed } from '../command.ts';
import { gitRisk, withFiles } from '../output.ts';

/** The shell does not read `.env`, and pg_dump without a URL takes any database it finds. */
const POSTGRES = `The database is in PostgreSQL. Back it up with PostgreSQL’s own programs; the last must not print 0:
  DATABASE_URL=\${DATABASE_URL:-$(sed -n 's/^DATABASE_URL=//p' .env | tr -d "\\"'")}
  pg_dump --format=custom --exclude-table='restoring_*' --file=FILE "\${DATABASE_URL:?}"
  pg_restore --list FILE | grep -c subscription
and keep SECRET_KEYS: without them, links in emails already sent stop working.`;

export const backup = command({
  name: 'backup',
  about: 'writes a verified backup, also while the server is running',
  operands: ['FILE'],
  run: async ({ operands: [file = ''], settings, now, say, warn }) => {
    const { databaseUrl, dataDir, secretKeys } = settings();
    if (databaseUrl !== null) throw new Failed(POSTGRES);
    const { contents, hasKeys } = await withFiles(() => backUp(dataDir, file, { keys: secretKeys === null }));
    await tellDashboard({ dataDir, databaseUrl }, { at: now(), bytes: statSync(file).size });
    const risk = gitRisk(file);
    if (risk !== null) warn(risk);
    say(`${file}: ${counted(contents)}, verified.`);
    if (hasKeys) say('It includes the keys of links in emails: keep it where only you can read it.');
    else if (secretKeys)
      say('Keep SECRET_KEYS, too: without them, links in emails already sent stop working.');
  },
});

/** The dashboard shows the backup's age. A store that cannot record it, full or older, is still backed up. */
async function tellDashboard(at: Parameters<typeof withStore>[0], made: LastBackup): Promise<void> {
  try {
    await withStore(at, 'write', ({ write }) => noteBackup(write, made));
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
  }
}
