import { constants, DatabaseSync } from 'node:sqlite';
import { databaseFile, openDatabase } from '#server/store/open.ts';
import { migrate, MIGRATIONS } from '#server/store/migrations.ts';
import { LATER_STEPS } from '../fixtures/later-version.ts';

// Opens or migrates a store, and is killed before SQLite runs its nth statement.
// usage: node migrating.ts FOLDER N new | later | later-without-transaction

export type Way = 'new' | 'later' | 'later-without-transaction';

/** The authorizer runs at compilation: everything before it has run. These actions do not count. */
const BESIDE = new Set([constants.SQLITE_READ, constants.SQLITE_SELECT, constants.SQLITE_FUNCTION]);

function killBefore(nth: number, transactions: boolean): void {
  let statements = 0;
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function checked(sql: string) {
    if (!transactions && /^(BEGIN|COMMIT|ROLLBACK)/.test(sql)) return;
    this.setAuthorizer((action, table) => {
      const beside = BESIDE.has(action) || table === 'sqlite_master';
      if (!beside && ++statements === nth) process.kill(process.pid, 'SIGKILL');
      return constants.SQLITE_OK;
    });
    return exec.call(this, sql);
  };
}

if (import.meta.main) {
  const [dataDir = '', nth, way] = process.argv.slice(2);
  killBefore(Number(nth), way !== 'later-without-transaction');
  if (way === 'new') openDatabase(dataDir).close();
  else {
    const db = new DatabaseSync(databaseFile(dataDir));
    migrate(db, [...MIGRATIONS, ...LATER_STEPS]);
    db.close();
  }
}
