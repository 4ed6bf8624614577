import type { SiteManifest } from '#contract/pages.ts';
import type { Interest } from '#contract/subscribe.ts';
import type { Fatal } from '#server/store/database.ts';
import type { Statement } from '#server/store/messages.ts';
import type { Synchronous } from '#server/store/open.ts';
import { openSqlite, type OpenedDatabase } from '#server/store/sqlite.ts';
import { withBooks } from '#server/books/queue-book.ts';
import { SUBSCRIPTION_INTAKE } from '#server/list/intake.ts';

export type StoreOptions = {
  /** Where SQLite keeps its file; without meaning when there is a `databaseUrl`. */
  dataDir: string;
  databaseUrl: string | null;
  /** Kept with the addresses, so that a version in a row leads back to the exact words. */
  consentTexts: SiteManifest['consentTexts'];
  /** The books that are handed out; none unless told otherwise. */
  books?: readonly Interest[];
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Called at most once, when this process can store no more: log it and exit with an error. */
  onFatal(fatal: Fatal): void;
  /** A row that was accepted cannot be shown yet, and is kept aside: log it. */
  onSetAside(fault: string): void;
};

const KEEP_CONSENT_TEXT = `INSERT INTO consent_text (version, language, text, first_seen) VALUES (?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;

/** Also fit for rows that came without books. */
export const INTAKE_WITH_BOOKS = withBooks(SUBSCRIPTION_INTAKE);

/** Opens the store on the database of the settings, or says why not. `synchronous` is weakened only to prove the tests. */
export async function openStore(
  { dataDir, databaseUrl, consentTexts, books = [], now, onFatal, onSetAside }: StoreOptions,
  synchronous: Synchronous = 'FULL',
): Promise<OpenedDatabase> {
  const setup = consentTexts.map(({ version, language, text }): Statement => ({
    sql: KEEP_CONSENT_TEXT,
    values: [version, language, text, now()],
  }));
  const intake = books.length > 0 ? INTAKE_WITH_BOOKS : SUBSCRIPTION_INTAKE;
  if (databaseUrl !== null) {
    const { openPostgres } = await import('#server/store/postgres.ts');
    return openPostgres({ url: databaseUrl, intake, setup });
  }
  return openSqlite({ dataDir, intake, setup, onFatal, onSetAside }, synchronous);
}
