import { after, test, type TestContext } from 'node:test';
import { createDatabase, NO_POSTGRES, startPostgres, type Postgres } from '#server/store/postgres-fixture.ts';
import { folderOf, openTestStore, type TestStore } from '#server/fixture.ts';
import type { StoreOptions } from '#server/open-store.ts';

/** Opens the store of one test; each call is one more process on the same store. */
export type OpenStore = (options?: Partial<StoreOptions>) => Promise<TestStore>;

let server: Promise<Postgres> | null = null;
const cleanup: (() => Promise<void>)[] = [];
// Registered here, outside of any test: inside one it would run when that test ends.
after(async () => {
  for (const run of cleanup) await run();
});

/** An empty database: of the server that scripts/test.ts has started for all files, or of one for this file alone. */
async function newDatabase(): Promise<string> {
  const shared = process.env['TEST_POSTGRES'];
  if (shared) return createDatabase(shared);
  server ??= startPostgres({ after: (run) => void cleanup.push(run) });
  return (await server).createDatabase();
}

/** The same test on SQLite and on a real PostgreSQL. */
export function testOnEach(name: string, run: (t: TestContext, open: OpenStore) => Promise<void>): void {
  test(`${name} (SQLite)`, (t) => {
    const dataDir = folderOf(t);
    return run(t, (options) => openTestStore(t, { ...options, dataDir }));
  });
  test(`${name} (PostgreSQL)`, { skip: NO_POSTGRES }, async (t) => {
    const databaseUrl = await newDatabase();
    const dataDir = folderOf(t);
    return run(t, (options) => openTestStore(t, { ...options, dataDir, databaseUrl }));
  });
}
