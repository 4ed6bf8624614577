import type { SiteManifest } from '#contract/documents.ts';
import { renewDraft } from '#server/content/draft.ts';
import { keepWords } from '#server/list/shown-words.ts';
import type { Database } from '#server/store/database.ts';
import { databaseFile, type Synchronous } from '#server/store/open.ts';
import { postgresTrouble } from '#server/store/postgres-trouble.ts';
import { refusalOf, RefusedError } from '#server/store/refusal.ts';
import { openSqlite, type SqliteOptions } from '#server/store/sqlite.ts';

/** `dataDir` is where SQLite keeps its file; unused with a `databaseUrl`. */
export type StoreOptions = SqliteOptions & {
  databaseUrl: string | null;
  /** For migrations, if `databaseUrl` leads to a pooler. */
  databaseDirectUrl?: string | null;
  /** Stored too, so that the version in a row leads to the exact words. */
  consentTexts: SiteManifest['consentTexts'];
  /** Milliseconds since 1970, UTC. */
  now(): number;
};

/** Opens the configured database. `synchronous` is weakened only to prove the tests. @throws RefusedError */
export async function openStore(
  { databaseUrl, databaseDirectUrl, consentTexts, now, ...options }: StoreOptions,
  synchronous: Synchronous = 'FULL',
): Promise<Database> {
  const database =
    databaseUrl === null
      ? await openSqlite(options, synchronous)
      : await (await import('#server/store/postgres.ts')).openPostgres(databaseUrl, databaseDirectUrl);
  try {
    await keepWords(database.write, consentTexts, now());
    await renewDraft(database.write);
    return database;
  } catch (error) {
    await database.close();
    if (databaseUrl === null) throw refusalOf(error, databaseFile(options.dataDir));
    throw new RefusedError('unreachable', postgresTrouble(error, databaseUrl));
  }
}
