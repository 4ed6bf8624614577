import { after, test, type TestContext } from 'node:test';
import { NO_POSTGRES, startPostgres, type Postgres } from '#server/db/postgres-fixture.ts';
import { folderOf, openTestStore, type TestStore } from '#server/fixture.ts';
import type { StoreOptions } from '#server/store.ts';

/** Opens the store of one test; each call is one more process on the same store. */
export type OpenStore = (options?: Partial<StoreOptions>) => Promise<TestStore>;

let server: Promise<Postgres> | null = null;
const cleanup: (() => Promise<void>)[] = [];
// Registered here, outside of any test: inside one it would run when that test ends.
after(async () => {
  for (const run of cleanup) await run();
});

/** One PostgreSQL for all tests of a file. */
function postgres(): Promise<Postgres> {
  return (server ??= startPostgres({ after: (run) => void cleanup.push(run) }));
}

/** The same test on SQLite and on a real PostgreSQL. */
export function testOnEach(name: string, run: (t: TestContext, open: OpenStore) => Promise<void>): void {
  test(`${name} (SQLite)`, (t) => {
    const dataDir = folderOf(t);
    return run(t, (options) => openTestStore(t, { ...options, dataDir }));
  });
  test(`${name} (PostgreSQL)`, { skip: NO_POSTGRES }, async (t) => {
    const databaseUrl = await (await postgres()).createDatabase();
    const dataDir = folderOf(t);
    return run(t, (options) => openTestStore(t, { ...options, dataDir, databaseUrl }));
  });
}
