import { existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile, openForReading } from '#server/store/open.ts';
import { refusalOf, SQLITE, sqliteCode } from '#server/store/refusal.ts';
import { secretsFile } from '#server/store/secrets/key-file.ts';
import { command, Failed } from '../command.ts';
import { gitRisk } from '../output.ts';
import { mergeAll } from '../store.ts';
import { check, inWords } from './check.ts';
import { copyPrivate, createPrivate, draftOf, putInPlace, withFiles } from './files.ts';

/** No shell reads `.env`, and pg_dump without an address takes any database it finds. */
const POSTGRES = `The store is in PostgreSQL. Back it up with its own programs; the last must not say 0:
  DATABASE_URL=\${DATABASE_URL:-$(sed -n 's/^DATABASE_URL=//p' .env | tr -d "\\"'")}
  pg_dump --format=custom --exclude-table='restoring_*' --file=FILE "\${DATABASE_URL:?}"
  pg_restore --list FILE | grep -c subscription
and keep SECRET_KEYS: without them no link in a mail already sent works.`;

export const backup = command({
  name: 'backup',
  about: 'writes a checked copy of the store, also while the server takes addresses',
  operands: ['FILE'],
  run: async ({ operands: [file = ''], settings, say, warn }) => {
    const { databaseUrl, dataDir, secretKeys } = settings();
    if (databaseUrl !== null) throw new Failed(POSTGRES);
    if (existsSync(file)) throw new Failed(`${file} is there already. Give each backup a name of its own.`);
    const secrets = secretsFile(dataDir);
    const kept = secretKeys === null && existsSync(secrets) ? secretsBeside(file) : null;
    const contents = await withFiles(() => {
      const draft = draftOf(file);
      try {
        createPrivate(draft);
        copyInto(draft, dataDir, file);
        const found = check(draft);
        if (kept) copyPrivate(secrets, kept);
        putInPlace(draft, file);
        return found;
      } finally {
        for (const end of ['', '-journal']) rmSync(draft + end, { force: true });
      }
    });
    const risk = gitRisk(file);
    if (risk !== null) warn(risk);
    say(`${file}: ${inWords(contents)}, checked.`);
    if (kept) say(`${kept}: the keys of links in mails. Keep both, where only you can read them.`);
    else if (secretKeys) say('Keep SECRET_KEYS too: without them no link in a mail already sent works.');
  },
});

export function secretsBeside(backupFile: string): string {
  return `${backupFile}.secrets.json`;
}

/**
 * The state of one moment, without keeping writers waiting. Only what is kept: pages that were freed, and may still
 * hold what was erased, do not come along. `target`: what the operator calls the copy.
 */
function copyInto(draft: string, dataDir: string, target: string): void {
  const file = databaseFile(dataDir);
  try {
    const db = openForReading(dataDir);
    if (db === null) throw new Failed(`There is no list yet: ${file} is made when the server starts.`);
    try {
      db.prepare('VACUUM INTO ?').run(draft);
    } finally {
      db.close();
    }
    mergeInbox(draft);
  } catch (error) {
    if (error instanceof Failed) throw error;
    // Nothing is written to the store.
    const isFull = sqliteCode(error) === SQLITE.full;
    throw new Failed(refusalOf(error, isFull ? target : file).message);
  }
}

function mergeInbox(draft: string): void {
  const db = new DatabaseSync(draft);
  try {
    db.exec('PRAGMA secure_delete = ON');
    mergeAll(db);
  } finally {
    db.close();
  }
}
