import type pg from 'pg';
import { POSTGRES_MIGRATIONS } from '#server/store/migrations.ts';
import { postgresTrouble } from '#server/store/refusal.ts';
import { schemaVersion } from '#server/store/existing.ts';
import { about, type Finding } from './finding.ts';

const { ok, warning, problem } = about('store');

/** Settings on which the promise rests that what was answered with success is on disk. */
const ON = ['fsync', 'full_page_writes', 'synchronous_commit'];

export async function checkPostgres(url: string): Promise<Finding[]> {
  const { createPool } = await import('#server/store/postgres.ts');
  const { assertDirect } = await import('#server/store/postgres-schema.ts');
  const pool = createPool(url);
  try {
    await assertDirect(pool);
    return [...(await checkServer(pool)), await checkSchema(pool)];
  } catch (error) {
    return [problem(postgresTrouble(error, url))];
  } finally {
    await pool.end();
  }
}

async function checkServer(pool: pg.Pool): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const name of ON) {
    const value = await read(pool, `SHOW ${name}`);
    // Stricter ones, which wait for a second server too, are as good.
    if (value === 'on' || value === 'remote_apply') continue;
    found.push(problem(`PostgreSQL runs with ${name} = ${value}: addresses could be lost. Set it to on.`));
  }
  const standby = await read(pool, 'SELECT pg_is_in_recovery()::text');
  if (standby === 'true')
    found.push(
      problem('This PostgreSQL is a standby and takes no addresses. Let DATABASE_URL lead to the primary.'),
    );
  if (found.length === 0) {
    found.push(
      ok(
        `PostgreSQL ${await read(pool, 'SHOW server_version')} answers, ${ON.map((name) => `${name} on`).join(', ')}`,
      ),
    );
  }
  return found;
}

async function checkSchema(pool: pg.Pool): Promise<Finding> {
  const version = await schemaVersion(pool);
  const known = POSTGRES_MIGRATIONS.length;
  if (version === null) return ok('its tables are made when the server starts');
  if (version < known) return warning(`schema ${version} of ${known}. Start the server, which renews it.`);
  if (version > known)
    return problem(
      `schema ${version} is of a newer version, this one knows ${known}. Start the newer version.`,
    );
  return ok(`schema ${version}`);
}

async function read(pool: pg.Pool, sql: string): Promise<string> {
  const { rows } = await pool.query<Record<string, string>>(sql);
  return Object.values(rows[0] ?? {})[0] ?? '';
}
