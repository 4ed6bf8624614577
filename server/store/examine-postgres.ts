import type pg from 'pg';
import type { Examined } from './examine.ts';
import { schemaVersion } from './existing.ts';
import { POSTGRES_MIGRATIONS } from './migrations.ts';
import { postgresTrouble } from './refusal.ts';

/** A promise rests on these: what was answered with success is on disk. */
const ON = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;
/** Stricter settings, which wait for a second server too, are as good. */
const SAFE = ['on', 'remote_apply'];

/** Asks the PostgreSQL at `url`, and changes nothing. */
export async function examinePostgres(url: string): Promise<Examined[]> {
  const { createPool } = await import('./postgres.ts');
  const { assertDirect } = await import('./postgres-schema.ts');
  const pool = createPool(url);
  try {
    await assertDirect(pool);
    return [...(await examineServer(pool)), schemaAt(await schemaVersion(pool))];
  } catch (error) {
    return [{ level: 'problem', text: postgresTrouble(error, url) }];
  } finally {
    await pool.end();
  }
}

async function examineServer(pool: pg.Pool): Promise<Examined[]> {
  const settings = ON.map((name) => `current_setting('${name}') AS ${name}`).join();
  const { rows } = await pool.query<Record<(typeof ON)[number] | 'version' | 'standby', string>>(
    `SELECT ${settings}, current_setting('server_version') AS version, pg_is_in_recovery()::text AS standby`,
  );
  const [is] = rows;
  if (is === undefined) throw new Error('PostgreSQL gave no row');
  const problems = ON.filter((name) => !SAFE.includes(is[name])).map(
    (name) => `PostgreSQL runs with ${name} = ${is[name]}: addresses could be lost. Set it to on.`,
  );
  if (is.standby === 'true')
    problems.push(
      'This PostgreSQL is a standby and takes no addresses. Let DATABASE_URL lead to the primary.',
    );
  if (problems.length > 0) return problems.map((text) => ({ level: 'problem', text }));
  return [{ level: 'ok', text: `PostgreSQL ${is.version} answers, ${ON.join(' on, ')} on` }];
}

function schemaAt(version: number | null): Examined {
  const known = POSTGRES_MIGRATIONS.length;
  if (version === null) return { level: 'ok', text: 'its tables are made when the server starts' };
  if (version < known)
    return { level: 'warning', text: `schema ${version} of ${known}. Start the server, which renews it.` };
  if (version === known) return { level: 'ok', text: `schema ${version}` };
  const text = `schema ${version} is of a newer version, this one knows ${known}. Start the newer version.`;
  return { level: 'problem', text };
}
