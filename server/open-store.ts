import type { SiteManifest } from '#contract/documents.ts';
import { keepWords } from '#server/list/shown-words.ts';
import type { Database, Fatal } from '#server/store/database.ts';
import { databaseFile, type Synchronous } from '#server/store/open.ts';
import { postgresTrouble, refusalOf, RefusedError } from '#server/store/refusal.ts';
import { openSqlite } from '#server/store/sqlite.ts';

export type StoreOptions = {
  /** Where SQLite keeps its file; without meaning when there is a `databaseUrl`. */
  dataDir: string;
  databaseUrl: string | null;
  /** Kept with the addresses, so that a version in a row leads back to the exact words. */
  consentTexts: SiteManifest['consentTexts'];
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Called at most once, when this process can store no more: log it and exit with an error. */
  onFatal(fatal: Fatal): void;
  /** A row that was accepted cannot be shown yet, and is kept aside: log it. */
  onSetAside(fault: string): void;
};

/** Opens the store on the database of the settings. `synchronous` is weakened only to prove the tests. @throws RefusedError */
export async function openStore(
  { dataDir, databaseUrl, consentTexts, now, onFatal, onSetAside }: StoreOptions,
  synchronous: Synchronous = 'FULL',
): Promise<Database> {
  const database =
    databaseUrl === null
      ? await openSqlite({ dataDir, onFatal, onSetAside }, synchronous)
      : await (await import('#server/store/postgres.ts')).openPostgres(databaseUrl);
  try {
    await keepWords(database.write, consentTexts, now());
    return database;
  } catch (error) {
    await database.close();
    if (databaseUrl === null) throw refusalOf(error, databaseFile(dataDir));
    throw new RefusedError('unreachable', postgresTrouble(error, databaseUrl));
  }
}
