import { sql } from '#kysely';
import type { Config } from '#server/config.ts';
import { readConfig } from '#server/config.ts';
import type { TestStore } from '#server/fixture.ts';
import type { NewSubscription } from '#server/list/subscription.ts';
import { type Command, EXIT, Failed, Misused } from './command.ts';

export const NOW = Date.UTC(2026, 6, 1, 12);

export type Performed = { code: number; said: string[]; warned: string[] };

/** The settings that lead to the store of a test. */
export async function settingsOf(
  { kind, query, dataDir }: Pick<TestStore, 'kind' | 'query' | 'dataDir'>,
  env: Record<string, string> = {},
): Promise<Config> {
  if (kind === 'sqlite') return readConfig({ DATA_DIR: dataDir, ...env });
  const where = sql<{
    name: string;
    port: number;
  }>`SELECT current_database() AS name, inet_server_port() AS port`;
  const { rows } = await where.execute(query);
  const url = `postgres://postgres@127.0.0.1:${rows[0]?.port}/${rows[0]?.name}`;
  return readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, SECRET_KEYS: 'k'.repeat(32), ...env });
}

/** Performs one command as `main.ts` does, in this process. */
export async function perform(
  { execute }: Command,
  args: string[],
  settings: Config,
  time: number = NOW,
): Promise<Performed> {
  const said: string[] = [];
  const warned: string[] = [];
  const surroundings = {
    settings: () => settings,
    now: () => time,
    say: (line: string) => void said.push(line),
    warn: (line: string) => void warned.push(line),
  };
  try {
    return { code: await execute(args, surroundings), said, warned };
  } catch (error) {
    if (!(error instanceof Failed || error instanceof Misused)) throw error;
    warned.push(error.message);
    return { code: error instanceof Misused ? EXIT.misused : EXIT.failed, said, warned };
  }
}

export function person(address: string, rest: Partial<NewSubscription> = {}): NewSubscription {
  const source = {
    utmSource: null,
    utmMedium: null,
    utmCampaign: null,
    utmTerm: null,
    utmContent: null,
    referrer: null,
    path: '/',
  };
  return { address, key: address, language: 'en', consent: 'v1', source, suspect: null, ...rest };
}
